"""`mcp-lab explain`: what a person and a program get, whatever the bytes."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import tracemalloc

import pytest
from rich.cells import cell_len

from mcp_lab.cli import main
from mcp_lab.contract import REVISIONS

PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
NULL_ID = '{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"a"}}'
OLD_RESULT = '{"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}}'
COMMAND = [sys.executable, "-m", "mcp_lab.cli", "explain"]


@pytest.fixture
def explain(tmp_path, capsys):
    """Run the command on a file of these bytes; gives (exit code, output, standard error)."""

    def run(content: bytes | str, *options: str):
        path = tmp_path / "frames"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        code = main(["explain", *options, str(path)])
        return code, *capsys.readouterr()

    return run


def frames(output: str) -> list[dict]:
    document = json.loads(output)
    assert set(document) == {"schema", "frames"}
    assert document["schema"] == "mcp-lab/explain/1"
    return document["frames"]


def test_json_has_one_entry_a_line_in_order(explain):
    content = b"\n".join([PING.encode(), b"", b"\xff", b"x" * 100_000, b"[1]", b"{"]) + b"\n"
    code, output, _ = explain(content, "--json")
    assert code == 1
    found = frames(output)
    assert [frame["line"] for frame in found] == [1, 2, 3, 4, 5, 6]
    assert [frame["kind"] for frame in found] == [
        "request",
        "malformed",
        "malformed",
        "malformed",
        "batch",
        "malformed",
    ]
    assert found[4]["members"][0]["kind"] == "malformed"


def test_json_is_ascii_and_nothing_else_is_on_standard_output(explain):
    _, output, errors = explain(f"\x1b[31m é \U0001f600 {PING}", "--json", "--log")
    assert output.isascii()
    assert errors == ""
    assert frames(output)[0]["cut"] == "\x1b[31m é \U0001f600"


@pytest.mark.parametrize(
    ("content", "options", "code"),
    [
        (OLD_RESULT, [], 0),
        (OLD_RESULT, ["--revision", "2025-11-25"], 0),
        (OLD_RESULT, ["--revision", "2026-07-28"], 1),
        (OLD_RESULT, ["--revision", "2026-07-28", "--revision", "2025-11-25"], 0),
        (NULL_ID, [], 1),
        (f"[{PING}]", ["--revision", "2025-03-26"], 0),
        (f"[{PING}]", ["--revision", "2025-06-18"], 1),
        ("text", [], 1),
        ("text", ["--log"], 0),
        ("", [], 0),
        ("\n", [], 0),
        (f"{PING}\n\n", [], 0),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_the_exit_code_tells_whether_a_frame_is_broken_in_every_revision_asked(
    explain, content, options, code, form
):
    assert explain(content, *options, *form)[0] == code


def test_a_person_reads_what_it_is_what_is_wrong_and_where(explain):
    _, output, errors = explain(f"12:00 [info] got {NULL_ID}\n{OLD_RESULT}\n")
    assert errors == ""
    for said in (
        "line 1 · request · id null · tools/call",
        "left off: 12:00 [info] got",
        NULL_ID,
        "broken in every revision · id-null",
        "id is null, which names no request.",
        "request.id-not-null · MUST · docs/specification/2025-11-25/basic/index.mdx#requests",
        "line 2 · result · id 1 · tool-error",
        "in all: fine in 2024-11-05 to 2025-11-25 · broken in 2026-07-28",
        "1 request, 1 result. Broken in every revision: 1.",
    ):
        assert said in output
    assert "\x1b" not in output
    assert not any(line.endswith(" ") for line in output.splitlines())


def test_what_is_not_judged_is_said(explain):
    _, output, _ = explain('{"jsonrpc":"2.0","method":"acme/refresh"}')
    assert "not judged:" in output
    assert "acme/refresh" in output


def test_notes_are_shown(explain):
    _, output, _ = explain('{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call"}')
    assert "note: 9007199254740993 is beyond 2^53 - 1" in output


def test_a_frame_cannot_play_with_the_terminal(explain):
    nasty = '\x1b]0;owned\x07 \u202e {"jsonrpc":"2.0","id":"\x1b[2J","method":"a\\u001b[31m"}'
    _, output, _ = explain(nasty, "--log")
    assert "\x1b" not in output
    assert "\u202e" not in output


def test_colour_only_repeats_what_words_say(explain, monkeypatch):
    plain = explain(NULL_ID)[1]
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    coloured = explain(NULL_ID)[1]
    assert "\x1b[" in coloured
    assert "broken in every revision" in plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1;31m" not in explain(NULL_ID)[1]


def test_a_logs_text_is_counted_and_not_shown(explain):
    _, output, _ = explain(f"server started\n[info] {PING}\nbye\n", "--log")
    assert "server started" not in output
    assert "2 lines of text, 1 request." in output
    assert "--log" not in output


def test_a_conversation_ends_with_what_was_never_answered(explain):
    requests = [PING.replace("1,", f"{number},") for number in range(1, 25)]
    _, output, _ = explain("\n".join([*requests, OLD_RESULT]), "--conversation")
    assert "line 2: no answer to the request id 2." in output
    assert "line 1: no answer" not in output
    assert "3 more requests without an answer." in output


def test_an_empty_file_is_one_sentence(explain):
    assert explain("")[1] == "There is nothing to explain: the input is empty.\n"
    assert frames(explain("", "--json")[1]) == []


def test_a_binary_file_is_told_and_judged(explain):
    code, output, errors = explain(b"\x7fELF\x00\x01\n\x00\n", "--json")
    assert code == 1
    assert len(frames(output)) == 2
    assert "looks like binary data" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_cannot_be_read_is_one_sentence(tmp_path, capsys, form):
    for path in (tmp_path, tmp_path / "missing"):
        assert main(["explain", *form, str(path)]) == 2
        output, errors = capsys.readouterr()
        assert output == ""
        assert errors.count("\n") == 1
        assert str(path) in errors
        assert "can't be read" in errors
        assert "Traceback" not in errors


def test_an_unknown_revision_names_the_five(explain):
    code, output, errors = explain(PING, "--revision", "2025-01-01")
    assert (code, output) == (2, "")
    assert all(revision in errors for revision in REVISIONS)


def test_an_endless_line_takes_little_memory(tmp_path, capsys):
    path = tmp_path / "endless"
    with path.open("wb") as file:
        for _ in range(48):
            file.write(b"x" * (1 << 20))
        file.write(b"\n" + PING.encode())
    tracemalloc.start()
    assert main(["explain", "--json", str(path)]) == 0  # unread, so open, not broken
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 16 << 20
    found = frames(capsys.readouterr().out)
    assert [frame["kind"] for frame in found] == ["malformed", "request"]
    assert found[0]["defects"][0]["name"] == "too-large"


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input_is_read(monkeypatch, capsys, arguments):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n" + PING.encode())))
    assert main(["explain", "--json", *arguments]) == 1
    assert len(frames(capsys.readouterr().out)) == 2


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_closed_pipe_is_quiet(tmp_path, form):
    path = tmp_path / "many"
    path.write_text((PING + "\n") * 2000)
    process = subprocess.Popen(
        [*COMMAND, *form, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_interrupt_is_quiet_and_ends_with_130(form):
    process = subprocess.Popen(
        [*COMMAND, *form, "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    process.stdin.write((PING + "\n").encode())
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert (process.returncode, errors.strip()) == (130, b"")


def test_what_one_other_revision_alone_says_is_one_line(explain):
    quiet = "  broken in 2026-07-28 · meta.required: params._meta: absent\n"
    _, output, _ = explain(PING)
    assert quiet in output
    assert "#meta" not in output
    _, told, _ = explain(PING, "--revision", "2026-07-28")
    assert "broken in 2026-07-28 · meta.required\n" in told
    assert "meta.required · MUST · docs/specification/2026-07-28/" in told


def test_only_the_revisions_asked_are_shown(explain):
    _, output, _ = explain(f"{OLD_RESULT}\n[{PING}]\n", "--revision", "2025-03-26")
    assert "2026-07-28" not in output
    assert "broken" not in output
    assert output.count("in all: fine in 2025-03-26\n") == 3
    _, apart, _ = explain(PING, "--revision", "2024-11-05", "--revision", "2025-11-25")
    assert "in all: fine in 2024-11-05 · fine in 2025-11-25\n" in apart


def test_what_is_told_beside_another_finding_has_no_standing_of_its_own(explain):
    _, output, _ = explain(b'{"a":\xff}')
    assert "broken in every revision · not-utf-8\n" in output
    assert "  besides · not-json: " in output


def test_an_envelope_alone_is_said_to_be_fine(explain):
    _, output, _ = explain('{"jsonrpc":"2.0","method":"acme/refresh"}')
    assert "not judged: " in output
    assert "its envelope, in all: fine in every revision" in output
    assert "its envelope" not in explain(OLD_RESULT)[1]


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_json_that_goes_on_over_lines_is_told_what_to_do(explain, form):
    spread = json.dumps(json.loads(PING), indent=2)
    code, *said = explain(f"{spread}\n", *form)
    assert code == 1
    assert "begins at line 1 goes on in the next" in said[bool(form)]
    assert "jq -c" in said[bool(form)]
    assert "--log" not in said[bool(form)]
    assert "jq" not in "".join(explain('{"a":1,\n\n{"b":1}\n', *form)[1:])


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_log_is_told_of_the_option_for_logs(explain, form):
    log = f"server started\n[info] {PING}\nbye\n"
    assert "2 lines hold text and no frame." in explain(log, *form)[1 + bool(form)]
    for other in (f"{PING}\n{NULL_ID}\n", "{broken\n", "\n\n", "7\n"):
        assert "--log" not in "".join(explain(other, *form)[1:])


def test_what_there_is_is_counted_in_words(explain):
    lines = [PING, PING, OLD_RESULT, "", "{", "{", f"[{PING}]", f"[{PING},{PING}]"]
    _, output, _ = explain("\n".join(lines))
    assert "2 requests, 1 result, 1 blank line, 2 malformed, 2 batches." in output
    assert "batch · 1 message\n" in output
    assert "batch · 2 messages\n" in output
    assert "line 4" not in output


@pytest.mark.parametrize(("columns", "width"), [("40", 40), ("72", 72), ("", 100), ("1", 20)])
def test_lines_are_as_long_as_the_screen_is_wide(explain, monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    frame = json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": "ab " * 60, "params": {"a": "é漢" * 60}}
    )
    _, output, _ = explain(frame)
    longest = max(map(cell_len, output.splitlines()))
    assert width - 12 < longest <= width + 4  # an indentation is never taken from the narrowest
    assert not any(line.endswith(" ") for line in output.splitlines())


def test_without_colour_there_is_no_escape_at_all(explain, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    painted = explain(NULL_ID)[1]
    assert "\x1b]8;;https://" in painted
    assert f"\n  {NULL_ID}\n" in painted  # what has no looks has no escapes
    monkeypatch.setenv("NO_COLOR", "1")
    plain = explain(NULL_ID)[1]
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\", "", painted) == plain
