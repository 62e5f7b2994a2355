import json
import os
import shutil
from pathlib import Path

import pytest

from mcp_lab.course import Workspace

LESSON = "90-fixture"
PICK, FRAME, SAME = (f"{LESSON}/{slug}" for slug in ("01-pick", "02-frame", "03-same"))


@pytest.fixture
def notebook(lab) -> Path:
    return lab / f"{LESSON}.ipynb"


def answer(notebook: Path, course, **files: str) -> None:
    """Put files of the fixture challenges into their answer cells: `frame="solution.py"`."""
    book = json.loads(notebook.read_text("utf-8"))
    for slug, file in files.items():
        (folder,) = (course.challenges / LESSON).glob(f"*-{slug}")
        for cell in book["cells"]:
            mark = cell["metadata"].get("mcp_lab")
            if mark == {"id": f"{LESSON}/{folder.name}", "role": "answer"}:
                cell["source"] = (folder / file).read_text("utf-8")
    notebook.write_text(json.dumps(book), "utf-8")


SOLVED = dict.fromkeys(("pick", "frame", "same"), "solution.py")


def test_solved_is_0(typed, notebook, fixture_course):
    answer(notebook, fixture_course, **SOLVED)
    done = typed("check", notebook)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"passed             1/1  {PICK}",
        f"passed         1.5/1.5  {FRAME}",
        f"passed             2/2  {SAME}",
        "3 of 3 passed.",
    ]


def test_untouched_is_1_and_costs_no_try(typed, notebook):
    done = typed("check", notebook)
    assert done.code == 1
    assert done.out.count("not-attempted") == 3
    assert typed("status", "--json").json["lessons"][0]["challenges"][0]["tries"] == 0


def test_a_wrong_answer_says_what_fell_why_and_what_next(typed, notebook, fixture_course):
    answer(notebook, fixture_course, **SOLVED | {"frame": "wrong/id_as_text.py"})
    done = typed("check", notebook)
    assert done.code == 1
    assert "`same-id` does not hold" in done.out
    assert "a string and a number are two different ids" in done.out
    assert "    Next: " in done.out
    assert "2 of 3 passed." in done.out


def test_json_is_a_submissions_row_alone(typed, notebook, fixture_course):
    answer(notebook, fixture_course, **SOLVED | {"same": "wrong/as_text.py"})
    done = typed("check", notebook, "--json")
    assert (done.code, done.err) == (1, "")
    row = done.json
    assert row["schema"] == "mcp-lab/results/1"
    assert (row["id"], row["files"]) == (LESSON, [f"{LESSON}.ipynb"])
    assert (row["points"], row["max_points"]) == ("2.5", "4.5")
    assert [one["id"] for one in row["challenges"]] == [PICK, FRAME, SAME]
    fell = row["challenges"][2]
    assert {"points", "max_points", "seconds", "verdict", "reason", "next", "facts"} < set(fell)
    assert [fact["holds"] for fact in fell["facts"]] == [True, True, False]


def test_only_the_named_ones_are_judged(typed, notebook):
    done = typed("check", notebook, SAME, FRAME, "--json")
    assert [one["id"] for one in done.json["challenges"]] == [FRAME, SAME]


def test_an_id_of_no_challenge_names_the_nearest(typed, notebook):
    done = typed("check", notebook, "03-sam")
    assert (done.code, done.out) == (2, "")
    assert f"The nearest is {SAME}" in done.err


def test_an_id_of_another_lesson_is_wrong_usage(typed, notebook, fixture_course):
    other = fixture_course.challenges / "91-other"
    (fixture_course.challenges / LESSON / "03-same").rename(other.parent / "moved")
    other.mkdir()
    (other.parent / "moved").rename(other / "03-same")
    (other / "lesson.md").write_text("# Other\n")
    for file in other.rglob("*.py"):
        file.write_text(file.read_text().replace(LESSON, "91-other"))
    done = typed("check", notebook, "91-other/03-same")
    assert done.code == 2
    assert f"91-other/03-same is not in {LESSON}" in done.err


def test_an_answer_under_another_name_says_so_and_what_to_do(typed, notebook, fixture_course):
    answer(notebook, fixture_course, **SOLVED)
    text = notebook.read_text("utf-8")
    assert "def is_same(" in text
    notebook.write_text(text.replace("def is_same(", "def is_smae("), "utf-8")
    done = typed("check", notebook)
    assert done.code == 1
    assert "There is no `is_same` to judge yet: your answer cell makes `is_smae`." in done.out
    assert "    Next: Call it `is_same`" in done.out


def test_one_that_is_named_gets_no_note_about_the_others(typed, notebook, fixture_course):
    answer(notebook, fixture_course, **SOLVED | {"same": "wrong/as_text.py"})
    whole = typed("check", notebook).out
    alone = typed("check", notebook, SAME)
    assert "of your own" not in alone.out + alone.err
    assert alone.out.splitlines()[:-1] == whole.splitlines()[2:-1]


def test_a_notebook_without_marks_or_lines_is_read_and_said_as_it_is(
    typed, notebook, fixture_course
):
    answer(notebook, fixture_course, **SOLVED)
    book = json.loads(notebook.read_text("utf-8"))
    for cell in book["cells"]:
        cell["metadata"] = {}
        cell["source"] = "".join(cell["source"]).replace("# answer: ", "# ")
    notebook.write_text(json.dumps(book | {"metadata": {}}), "utf-8")
    done = typed("check", notebook)
    assert "3 of 3 passed." in done.out
    assert f"no cell is marked as the answer of {SAME}; your own were read for it" in done.err


def test_a_second_notebook_is_told_so(typed, notebook):
    done = typed("check", notebook, "01-other.ipynb")
    assert (done.code, done.out) == (2, "")
    assert "one at a time" in done.err


@pytest.mark.parametrize("seconds", ["nan", "inf", "0", "-1"])
def test_a_time_that_cannot_pass_is_wrong_usage(typed, notebook, seconds):
    done = typed("check", notebook, "--timeout", seconds)
    assert (done.code, done.out) == (2, "")
    assert "--timeout" in done.err


def test_a_notebook_that_may_not_be_read_is_a_sentence_with_a_next_step(
    typed, notebook, monkeypatch
):
    """An administrator may read anything, so the system's word is put in its mouth."""

    def refuse(*_args):
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(Path, "read_bytes", refuse)
    done = typed("check", notebook)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("it cannot be read (Permission denied). Check its permissions.\n")


def test_notes_go_beside_the_verdicts(typed, notebook, fixture_course):
    answer(notebook, fixture_course, **SOLVED)
    book = json.loads(notebook.read_text())
    book["cells"] = [c for c in book["cells"] if c["id"] != "02-frame-check"]
    notebook.write_text(json.dumps(book))
    done = typed("check", notebook)
    assert done.code == 0
    assert f"Note: check cell of {FRAME} was missing; the course's own was used." in done.err
    assert typed("check", notebook, "--json").json["notes"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "there is no such file"),
        (b"", "it is empty"),
        (b"PK\x03\x04", "it is not JSON"),
        (b'{"cells": []}', "it holds no lesson of this course"),
    ],
)
def test_what_cannot_be_read_is_2_and_a_sentence(typed, data, says):
    path = Path("some.ipynb")
    if data is not None:
        path.write_bytes(data)
    done = typed("check", path)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert len(done.err.splitlines()) == 1


# Progress


def test_presses_count_in_the_workspace(typed, notebook, fixture_course):
    answer(notebook, fixture_course, **SOLVED | {"frame": "wrong/no_id.py"})
    typed("check", notebook)
    rows = typed("status", "--json").json["lessons"][0]["challenges"]
    assert [(row["verdict"], row["tries"]) for row in rows] == [
        ("passed", 1),
        ("failed", 1),
        ("passed", 1),
    ]


def test_a_copy_elsewhere_counts_for_nobody(typed, notebook, fixture_course):
    answer(notebook, fixture_course, **SOLVED)
    copy = notebook.with_name("alice.ipynb")
    copy.write_bytes(notebook.read_bytes())
    done = typed("check", copy)
    assert done.code == 0
    assert f"Progress is not remembered: the workspace's own notebook is {notebook}." in done.err
    assert typed("status", "--json").json["points"] == "0"


def test_progress_lost_with_its_folder_is_won_back(typed, notebook, fixture_course):
    answer(notebook, fixture_course, **SOLVED)
    shutil.rmtree(notebook.parent / ".mcp-lab")
    typed("start", "--no-open", notebook.parent)
    done = typed("check", notebook)
    assert (done.code, done.err) == (0, "")
    assert typed("status").out.count("[x]") == 3


def test_data_of_another_workspace_counts_for_nobody_and_it_is_said(typed, notebook):
    space = Workspace.find(notebook.parent)
    assert space is not None
    notebook.write_text(notebook.read_text("utf-8").replace(space.variant, "another"), "utf-8")
    done = typed("check", notebook)
    assert f"(variant another, here {space.variant})" in done.err
    assert "`mcp-lab start` hands out one of your own" in done.err


def test_a_clicked_answer_that_the_notebook_lacks_comes_from_the_store(typed, notebook):
    space = Workspace.find(notebook.parent)
    assert space is not None
    space.store_answer(PICK, {key: {"contract": "error"} for key in "ABC"})
    row = typed("check", notebook, PICK, "--json").json["challenges"][0]
    assert row["verdict"] == "failed"


def test_a_workspace_that_cannot_be_written_costs_no_verdict(
    typed, notebook, fixture_course, monkeypatch
):
    answer(notebook, fixture_course, **SOLVED)

    def full(self, verdict):
        from mcp_lab.course import WorkspaceTrouble

        raise WorkspaceTrouble(f"{self.folder} could not be written for {verdict.challenge}.")

    monkeypatch.setattr(Workspace, "record", full)
    done = typed("check", notebook)
    assert done.code == 0
    assert "Progress is not remembered." in done.err


def test_a_loop_without_end_is_timed_out(typed, notebook, fixture_course):
    answer(notebook, fixture_course, **SOLVED)
    book = json.loads(notebook.read_text())
    for cell in book["cells"]:
        if cell["id"] == "03-same-answer":
            cell["source"] = f"# answer: {SAME}\ndef is_same(one, other):\n    while True: pass"
    notebook.write_text(json.dumps(book))
    row = typed("check", notebook, SAME, "--timeout", "0.5", "--json").json["challenges"][0]
    assert row["verdict"] == "timed-out"
