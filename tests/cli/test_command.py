import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest

from mcp_lab.cli import group, main
from mcp_lab.cli.group import COMMANDS
from mcp_lab.course import WorkspaceTrouble
from mcp_lab.judge import ChallengeBroken


def test_help_names_every_command_and_the_exit_codes(typed):
    done = typed("--help")
    assert (done.code, done.err) == (0, "")
    for name, what in COMMANDS.items():
        assert f"\n  {name} " in done.out
        assert what.split()[0] in done.out
    assert "130 interrupted" in done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_explains_itself(typed, name):
    done = typed(name, "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: mcp-lab {name}")


def test_nothing_typed_shows_the_help(typed):
    done = typed()
    assert done.code == 2
    assert "Commands:" in done.out + done.err


def test_version(typed):
    assert typed("--version").out.strip() == f"mcp-lab, version {version('mcp-error-lab')}"


def test_an_unknown_command_is_told_the_nearest(typed):
    done = typed("chekc")
    assert (done.code, done.out) == (2, "")
    assert "There is no command 'chekc'. The nearest is 'check'." in done.err


@pytest.mark.parametrize("words", [("check",), ("status", "--nope"), ("start", "--port", "0")])
def test_wrong_usage_is_2(typed, words):
    done = typed(*words)
    assert (done.code, done.out) == (2, "")
    usage, more, says = done.err.splitlines()
    assert usage.startswith(f"Usage: mcp-lab {words[0]}")
    assert more == f"`mcp-lab {words[0]} --help` says more."
    assert says.startswith("mcp-lab: ")


# The one place that turns errors into sentences


@pytest.fixture
def failing(monkeypatch):
    """`status` raises what the test wants."""

    def arrange(error: BaseException) -> None:
        @click.command()
        def status() -> None:
            raise error

        monkeypatch.setattr(
            group, "import_module", lambda _name: type("module", (), {"status": status})
        )

    return arrange


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (
            WorkspaceTrouble("It is full. Free some space."),
            2,
            "mcp-lab: It is full. Free some space.",
        ),
        (OSError("no\nsuch"), 2, "the kit itself failed (OSError: no such)"),
        (ZeroDivisionError(), 2, "the kit itself failed (ZeroDivisionError). Set"),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
    ],
)
def test_no_error_becomes_a_traceback(failing, typed, error, code, says):
    failing(error)
    done = typed("status")
    assert (done.code, done.out) == (code, "")
    assert says in done.err
    assert "Traceback" not in done.err
    assert len(done.err.splitlines()) <= 1


def test_a_broken_challenge_is_a_sentence(failing, typed, tmp_path):
    failing(ChallengeBroken(tmp_path / "a" / "b" / "check.py", "it has no check(…)", "Write it."))
    done = typed("status")
    assert done.err == "mcp-lab: a/b/check.py: it has no check(…). Write it.\n"


def test_whoever_asks_sees_where(failing, typed, monkeypatch):
    failing(ZeroDivisionError())
    monkeypatch.setenv("MCP_LAB_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        typed("status")


def test_a_terminal_without_a_character_is_no_error(fixture_course):
    lesson = fixture_course.challenges / "90-fixture" / "lesson.md"
    lesson.write_text(lesson.read_text("utf-8").replace("A lesson", "Ünë ⚓"), "utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    for words in (["start", "--no-open"], ["status"]):
        done = subprocess.run(
            [sys.executable, "-m", "mcp_lab.cli", *words],
            cwd=fixture_course.challenges.parent,
            env=environment,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
    assert "Ünë ?".encode("latin-1") in done.stdout


_PRINTS = """
import click, sys, types
from mcp_lab.cli import group, main
@click.command()
def status():
    sys.stdout.write("not flushed")
group.import_module = lambda name: types.SimpleNamespace(status=status)
sys.exit(main(["status"]))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows ends readers otherwise")
@pytest.mark.parametrize("words", [["-m", "mcp_lab.cli", "--help"], ["-c", _PRINTS]])
def test_a_reader_that_has_seen_enough_ends_us_quietly(words):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, *words], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize("words", [["--help"], ["doctor"], ["explain", "--json", os.devnull]])
def test_a_full_output_is_a_sentence_and_no_fault_of_ours(words):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mcp_lab.cli", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (
        "mcp-lab: the output could not be written: No space left on device. "
        "Free some space, or send it elsewhere.\n"
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_is_nobodys_error(closed):
    words = f'"{sys.executable}" -m mcp_lab.cli explain {closed}'
    done = subprocess.run(
        ["/bin/sh", "-c", words], input="", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


_INTERRUPTED = """
import builtins, sys
from mcp_lab.cli import main
found = builtins.__import__
def interrupt(name, *more):
    if name == "click":
        raise KeyboardInterrupt
    return found(name, *more)
builtins.__import__ = interrupt
sys.exit(main(["--help"]))
"""


def test_interrupted_while_importing_is_130_and_no_traceback():
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_help_imports_nothing_slow():
    slow = {"nbformat", "pandas", "IPython", "ipywidgets", "jupytext", "pydantic", "mcp_lab.judge"}
    program = (
        "import sys; from mcp_lab.cli import main; main(['--help']); "
        "print('loaded', *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not slow & set(done.stderr.split())


def test_explain_imports_neither_the_course_nor_rich(tmp_path):
    path = tmp_path / "frames"
    path.write_text("{}")
    program = (
        f"import sys; from mcp_lab.cli import main; main(['explain', {str(path)!r}]); "
        "print('loaded', *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not {"mcp_lab.course", "rich.console", "nbformat"} & set(done.stderr.split())


def test_main_reads_its_own_arguments(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["mcp-lab", "--version"])
    assert main() == 0
    assert "mcp-lab, version" in capsys.readouterr().out
