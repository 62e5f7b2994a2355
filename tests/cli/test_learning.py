"""start, status, hint, reset."""

import json
import os
import sys
from pathlib import Path

import pytest

from mcp_lab.cli import start
from mcp_lab.course import Workspace

LESSON = "90-fixture"
PICK, FRAME = f"{LESSON}/01-pick", f"{LESSON}/02-frame"


def answered(lab: Path, code: str, challenge: str = FRAME) -> None:
    """Write an answer into the workspace's notebook."""
    path = lab / f"{LESSON}.ipynb"
    book = json.loads(path.read_text("utf-8"))
    for cell in book["cells"]:
        if cell["metadata"].get("mcp_lab") == {"id": challenge, "role": "answer"}:
            cell["source"] = f"# answer: {challenge}\n{code}"
    path.write_text(json.dumps(book), "utf-8")


# start


def test_start_makes_a_workspace(typed):
    done = typed("start", "--no-open")
    folder = Path.cwd() / "mcp-error-lab"
    assert (done.code, done.out) == (0, f"Workspace {folder}: 1 lesson (1 made).\n")
    assert (folder / f"{LESSON}.ipynb").is_file()
    assert (folder / ".mcp-lab" / "workspace.toml").is_file()


def test_start_takes_a_folder(typed, tmp_path):
    typed("start", tmp_path / "mine", "--no-open")
    assert (tmp_path / "mine" / ".mcp-lab").is_dir()


def test_start_again_touches_nothing(typed, lab):
    answered(lab, "response = 1")
    before = (lab / f"{LESSON}.ipynb").read_bytes()
    assert "1 as you left it" in typed("start", "--no-open").out
    assert (lab / f"{LESSON}.ipynb").read_bytes() == before


def test_start_inside_a_workspace_is_that_workspace(typed, lab, monkeypatch):
    monkeypatch.chdir(lab)
    assert f"Workspace {lab}:" in typed("start", "--no-open").out
    assert not (lab / "mcp-error-lab").exists()


def test_start_says_what_it_mended_and_left(typed, lab):
    (lab / ".mcp-lab" / "workspace.toml").write_text("=")
    (lab / f"{LESSON}.ipynb").write_text("mine")
    done = typed("start", "--no-open")
    assert done.code == 1
    assert "workspace.toml was damaged" in done.err
    assert "it is not JSON" in done.err
    assert "Move it away, then `mcp-lab start` hands out a fresh one." in done.err
    assert "1 left alone" in done.out


@pytest.mark.parametrize("damage", [lambda file: file.write_text("x="), lambda file: file.unlink()])
def test_start_inside_a_damaged_workspace_mends_that_one(typed, lab, monkeypatch, damage):
    variant = Workspace.find(lab).variant
    damage(lab / ".mcp-lab" / "workspace.toml")
    monkeypatch.chdir(lab)
    assert typed("status").code == 2
    done = typed("start", "--no-open")
    assert (done.code, done.out) == (0, f"Workspace {lab}: 1 lesson (1 as you left it).\n")
    assert Workspace.find(lab).variant == variant
    assert not (lab / "mcp-error-lab").exists()


@pytest.mark.parametrize("words", [("start", "", "--no-open"), ("status", ""), ("check", "")])
def test_an_empty_path_is_a_variable_that_was_not_set(typed, words):
    done = typed(*words)
    assert done.code == 2
    assert "the path is empty" in done.err
    assert not list(Path.cwd().iterdir())


def test_start_says_how_jupyterlab_is_really_stopped(typed, lab, monkeypatch):
    """It asks back after the first Ctrl-C."""
    assert lab.is_dir()
    monkeypatch.setattr(start, "_become", lambda *_both: 0)
    assert "Ctrl-C here, twice, stops it." in typed("start").out


def test_start_on_a_file_is_wrong_usage(typed):
    Path("taken").write_text("")
    assert typed("start", "taken", "--no-open").code == 2


def test_start_opens_jupyterlab_where_they_left_off(typed, lab, monkeypatch):
    opened = []
    monkeypatch.setattr(start, "_become", lambda *both: opened.append(both))
    typed("start", "--port", "9999", "--no-browser")
    ((words, settings),) = opened
    assert words[:3] == [sys.executable, "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={lab}" in words
    assert f"--LabApp.default_url=/lab/tree/{LESSON}.ipynb" in words
    assert "--ServerApp.port=9999" in words
    assert "--no-browser" in words
    quiet = Path(settings["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0])
    assert (quiet / "labconfig" / "page_config.json").is_file()


def test_start_listens_on_loopback_alone(tmp_path):
    words = start.command(tmp_path, tmp_path / "a.ipynb", None, browser=True)
    assert "--ServerApp.ip=127.0.0.1" in words
    assert "--no-browser" not in words
    assert not [word for word in words if "port" in word]


def test_start_without_jupyterlab_says_how_to_get_it(typed, lab, monkeypatch):
    assert lab.is_dir()
    monkeypatch.setattr(start, "find_spec", lambda _name: None)
    done = typed("start")
    assert done.code == 2
    assert "pip install jupyterlab" in done.err


# status


def test_status_shows_where_they_stand(typed, lab):
    space = Workspace.find(lab)
    assert space is not None
    space.took_hint(FRAME)
    done = typed("status")
    assert done.code == 0
    assert done.out.splitlines() == [
        f"{LESSON}  A lesson to test with  (0 of 3 passed)",
        "  [ ] 01-pick                      not attempted",
        "  [ ] 02-frame                     not attempted  1 hint",
        "  [ ] 03-same                      not attempted",
        "",
        f"0 of 4.5 points. Next: Pick the contract (easy, 2 minutes), in {LESSON}.ipynb.",
    ]


def test_status_as_json_is_json_alone(typed, lab):
    done = typed("status", "--json")
    assert (done.code, done.err) == (0, "")
    assert done.json["workspace"] == str(lab)
    assert done.json["schema"] == "mcp-lab/status/1"
    assert done.json["lessons"][0]["challenges"][0]["id"] == PICK


def test_status_takes_a_folder(typed, lab, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert typed("status", lab).code == 0


def test_status_without_a_workspace_says_how_to_get_one(typed):
    done = typed("status")
    assert (done.code, done.out) == (2, "")
    assert "`mcp-lab start` makes one" in done.err


def test_status_with_a_damaged_progress_keeps_it_and_goes_on(typed, lab):
    (lab / ".mcp-lab" / "progress.json").write_text("{")
    done = typed("status")
    assert done.code == 0
    assert "progress.json was damaged" in done.err
    assert "`mcp-lab check NOTEBOOK` wins its verdicts back." in done.err


# hint


def test_hints_come_one_by_one_and_then_again(typed, lab):
    assert lab.is_dir()
    outs = [typed("hint", FRAME).out for _ in range(4)]
    assert outs[:3] == [
        "Hint 1 of 3: It is an object.\n",
        "Hint 2 of 3: It carries the id of the request.\n",
        "Hint 3 of 3: It holds `result` and no `error`.\n",
    ]
    assert "1. It is an object.\n2. It carries" in outs[3]


def test_hint_without_a_workspace_gives_the_first(typed):
    done = typed("hint", FRAME)
    assert done.code == 0
    assert done.out.startswith("Hint 1 of 3")
    assert "not remembered" in done.err


def test_hint_in_a_workspace_that_cannot_be_written_is_given(typed, lab, monkeypatch):
    assert lab.is_dir()

    def refuse(*_args, **_options):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("mcp_lab.course.storage._fill", refuse)
        done = typed("hint", FRAME)
    assert done.code == 0
    assert "No space left on device. Free some space" in done.err


@pytest.mark.parametrize("command", ["hint", "reset"])
def test_an_unknown_challenge_names_the_nearest(typed, lab, command):
    assert lab.is_dir()
    done = typed(command, "02-fram")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"mcp-lab: There is no challenge '02-fram'. The nearest is {FRAME}.\n"


# reset


def test_reset_puts_back_and_says_where_the_old_answer_is(typed, lab):
    answered(lab, "response = 'mine'")
    done = typed("reset", FRAME)
    assert done.code == 0
    assert "Reload the notebook" in done.out
    (kept,) = (lab / ".mcp-lab" / "backups").iterdir()
    assert f"Kept: {kept}" in done.out
    assert "'mine'" in kept.read_text()
    assert "'mine'" not in (lab / f"{LESSON}.ipynb").read_text()


def test_reset_tells_of_what_it_leaves_beside_the_answer(typed, lab):
    path = lab / f"{LESSON}.ipynb"
    book = json.loads(path.read_text("utf-8"))
    place = [cell["id"] for cell in book["cells"]].index("02-frame-answer") + 1
    half = {"cell_type": "code", "id": "half", "metadata": {}, "outputs": [], "source": "x = 2"}
    book["cells"].insert(place, half)
    path.write_text(json.dumps(book), "utf-8")
    assert "1 code cell of your own between the answer and its check" in typed("reset", FRAME).out
    assert "Left as you have it" not in typed("reset", PICK).out


def test_reset_of_a_starter_keeps_nothing(typed, lab):
    assert typed("reset", FRAME).code == 0
    assert not (lab / ".mcp-lab" / "backups").exists()


@pytest.mark.parametrize("data", ["", '{"cells": [', "mine"])
def test_reset_of_a_broken_notebook_says_what_can_be_done(typed, lab, data):
    (lab / f"{LESSON}.ipynb").write_text(data)
    done = typed("reset", FRAME)
    assert done.code == 2
    assert "Move it away, then `mcp-lab start` hands out a fresh one." in done.err


def test_reset_without_a_notebook_says_how_to_get_it(typed, lab):
    (lab / f"{LESSON}.ipynb").unlink()
    done = typed("reset", FRAME)
    assert done.code == 2
    assert "hands it out" in done.err
