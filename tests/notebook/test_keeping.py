"""What outlives the kernel, and what is said when it can't."""

import json
import os
from pathlib import Path

import pytest

from mcp_lab import challenge, lesson
from mcp_lab import notebook as notebook_floor
from mcp_lab.course import ANSWER_MIME, Workspace, WorkspaceTrouble
from mcp_lab.notebook import ChallengeNotPassed
from mcp_lab.notebook.kernel import Kernel

CHOICE, DATA, FUNCTION = "90-practice/01-which", "90-practice/02-reply", "90-practice/03-double"
CLICKED = {"A": {"layer": "success"}}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.create(tmp_path, variant="mine")


def restart(monkeypatch: pytest.MonkeyPatch, variant: str = "mine") -> None:
    monkeypatch.setattr(notebook_floor, "_KERNEL", Kernel())
    lesson("90-practice", variant=variant)


def click(answers: dict) -> None:
    for item, chosen in answers.items():
        for ask, option in chosen.items():
            challenge(CHOICE).widget().choose(item, ask, option)


def status() -> str:
    return challenge(CHOICE).widget().status


def fail(challenge_id: str) -> None:
    with pytest.raises(ChallengeNotPassed):
        challenge(challenge_id).check()


def carry(path: Path, answers: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook file whose check cell carries an answer; it is the one this kernel runs."""
    output = {
        "output_type": "display_data",
        "data": {ANSWER_MIME: {"id": CHOICE, "answer": answers}},
    }
    cell = {"cell_type": "code", "source": "", "outputs": [output], "metadata": {}}
    path.write_text(json.dumps({"nbformat": 4, "cells": [cell], "metadata": {}}), encoding="utf-8")
    monkeypatch.setenv("JPY_SESSION_NAME", str(path))


def test_a_verdict_is_recorded(workspace):
    fail(DATA)
    assert workspace.progress().of(DATA).latest == "not-attempted"


@pytest.mark.usefixtures("workspace")
def test_the_tries_of_an_earlier_kernel_count(monkeypatch, capsys):
    monkeypatch.setattr("__main__.reply", 3, raising=False)
    for _ in range(3):
        restart(monkeypatch)
        capsys.readouterr()
        fail(DATA)
    assert "q.hint()" in capsys.readouterr().out


def test_hints_are_remembered_and_never_counted_against_anyone(workspace, monkeypatch, capsys):
    challenge(DATA).hint()
    restart(monkeypatch)
    challenge(DATA).hint()
    out = capsys.readouterr().out
    assert "Hint 2 of 3" in out
    assert "Look once more." in out
    assert workspace.hint_rung(DATA) == 2
    assert workspace.progress().of(DATA).verdict == "not-attempted"


def test_the_ladder_has_three_rungs_with_or_without_a_workspace(capsys):
    for _ in range(5):
        challenge(DATA).hint()
    out = capsys.readouterr().out
    assert "Hint 3 of 3" in out
    assert "Hint 4" not in out
    assert "q.solution()" in out


def test_a_click_is_stored_at_once_and_there_after_a_restart(workspace, monkeypatch):
    click(CLICKED)
    assert workspace.stored_answer(CHOICE) == CLICKED
    assert "1 of 4 chosen. Kept." in status()
    restart(monkeypatch)
    assert challenge(CHOICE).widget().answers == CLICKED


@pytest.mark.usefixtures("workspace")
def test_a_newer_click_stands_above_an_older_bundle_of_the_same_learner(monkeypatch, tmp_path):
    carry(tmp_path / "n.ipynb", {"A": {"layer": "tool error"}}, monkeypatch)
    restart(monkeypatch)
    click(CLICKED)
    restart(monkeypatch)
    assert challenge(CHOICE).answer.get() == CLICKED


@pytest.mark.usefixtures("workspace")
def test_somebody_elses_notebook_is_shown_with_its_own_answers(monkeypatch, tmp_path):
    restart(monkeypatch)
    click(CLICKED)
    carry(tmp_path / "n.ipynb", {"A": {"layer": "tool error"}}, monkeypatch)
    restart(monkeypatch, variant="theirs")
    assert challenge(CHOICE).answer.get() == {"A": {"layer": "tool error"}}


def test_without_a_workspace_the_notebook_alone_gives_the_answers_back(monkeypatch, tmp_path):
    carry(tmp_path / "n.ipynb", CLICKED, monkeypatch)
    restart(monkeypatch)
    assert challenge(CHOICE).answer.get() == CLICKED


def test_a_notebook_that_cannot_be_read_gives_nothing_back(monkeypatch, tmp_path):
    (tmp_path / "n.ipynb").write_text("no json", encoding="utf-8")
    monkeypatch.setenv("JPY_SESSION_NAME", str(tmp_path / "n.ipynb"))
    assert challenge(CHOICE).answer.get() is None


def test_what_no_longer_fits_the_question_is_left_out(workspace, monkeypatch):
    workspace.store_answer(CHOICE, {"A": {"layer": "success", "old": 1}, "Z": {}, "B": 3})
    restart(monkeypatch)
    assert challenge(CHOICE).answer.get() == CLICKED


def test_without_a_workspace_a_click_says_how_it_is_kept():
    click(CLICKED)
    assert "Run the check cell to keep this in the notebook." in status()


@pytest.fixture
def refused(workspace, monkeypatch) -> Workspace:
    """A workspace whose disk takes nothing."""

    def refuse(*_: object) -> None:
        raise WorkspaceTrouble("progress.json could not be written: No space left. Free some.")

    for name in ("record", "store_answer", "took_hint", "back_up", "drop_answer"):
        monkeypatch.setattr(Workspace, name, refuse)
    return workspace


@pytest.mark.usefixtures("refused")
def test_a_full_disk_is_a_sentence_beside_the_verdict(capsys):
    fail(DATA)
    out = " ".join(capsys.readouterr().out.split())
    assert "Not attempted" in out
    assert "Progress could not be kept. progress.json could not be written: No space left." in out


@pytest.mark.usefixtures("refused")
def test_a_full_disk_is_a_sentence_beside_the_lists():
    click(CLICKED)
    assert "No space left" in status()
    assert challenge(CHOICE).answer.get() == CLICKED


@pytest.mark.usefixtures("refused")
def test_a_full_disk_does_not_keep_a_hint_back(capsys):
    challenge(DATA).hint()
    challenge(DATA).hint()
    assert "Hint 2 of 3" in capsys.readouterr().out


@pytest.mark.usefixtures("refused")
def test_a_full_disk_loses_no_answer_on_reset(capsys):
    click(CLICKED)
    challenge(CHOICE).reset()
    assert "No space left" in capsys.readouterr().out
    assert challenge(CHOICE).answer.get() == CLICKED


@pytest.mark.skipif(os.name == "nt", reason="a folder that is gone stays open on Windows")
def test_a_folder_that_is_gone_is_a_sentence(tmp_path, monkeypatch, capsys):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    fail(DATA)
    assert "Progress could not be kept." in capsys.readouterr().out


def test_a_damaged_workspace_is_a_sentence(workspace, capsys):
    (workspace.state / "workspace.toml").write_text("no toml", encoding="utf-8")
    fail(DATA)
    out = capsys.readouterr().out
    assert "Not attempted" in out
    assert f"`mcp-lab start {workspace.folder}` mends it." in " ".join(out.split())


def test_reset_shows_the_starter_and_keeps_the_old_answer(notebook, workspace):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = 7")
    ran = notebook.run("q.reset()")
    assert "# answer: 90-practice/02-reply\nreply = {}" in ran.text
    (kept,) = (workspace.state / "backups").iterdir()
    assert "reply = 7" in kept.read_text(encoding="utf-8")
    assert kept.name in ran.text


def test_reset_forgets_the_clicks_for_good(workspace, monkeypatch, tmp_path):
    restart(monkeypatch)
    click(CLICKED)
    carry(tmp_path / "n.ipynb", CLICKED, monkeypatch)
    challenge(CHOICE).reset()
    assert challenge(CHOICE).widget().answers == {}
    restart(monkeypatch)
    assert challenge(CHOICE).answer.get() is None
    (kept,) = (workspace.state / "backups").iterdir()
    assert json.loads(kept.read_text(encoding="utf-8"))["answer"] == CLICKED


def test_reset_without_a_workspace_shows_the_starter(capsys):
    challenge(FUNCTION).reset()
    assert "def double(number):" in capsys.readouterr().out


def test_looking_at_the_solution_asks_nothing_and_records_nothing(workspace, capsys):
    challenge(FUNCTION).solution()
    out = capsys.readouterr().out
    assert "return 2 * number" in out
    assert "Looking is fine" in out
    assert not (workspace.state / "progress.json").exists()
