"""lesson(), progress(), and ids that do not exist."""

import pytest

from mcp_lab import challenge, lesson
from mcp_lab.contract import HOME
from mcp_lab.course import Workspace
from mcp_lab.notebook import NotPossible

CHOICE, DATA = "90-practice/01-which", "90-practice/02-reply"


def test_a_lesson_says_what_it_holds_and_where_progress_is_kept(tmp_path):
    shown = lesson("90-practice", variant="a")._repr_mimebundle_()
    for mime in ("text/plain", "text/html"):
        text = " ".join(shown[mime].split())
        for words in ("Practice", "3 challenges", "about 6 minutes", "3 points", HOME):
            assert words in text
        assert "mcp-lab start" in text
    Workspace.create(tmp_path)
    assert "Progress is kept in this workspace." in repr(lesson("90-practice", variant="a"))


def test_the_variant_is_the_seed_of_the_data():
    lesson("90-practice", variant="a")
    first = challenge(DATA).given["id"]
    numbers = set()
    for variant in "abcdefgh":
        lesson("90-practice", variant=variant)
        numbers.add(challenge(DATA).given["id"])
    assert first in numbers
    assert len(numbers) > 1


def test_without_a_variant_the_workspace_s_own_is_taken(tmp_path):
    lesson("90-practice", variant="mine")
    expected = challenge(DATA).given
    Workspace.create(tmp_path, variant="mine")
    lesson("90-practice")
    assert challenge(DATA).given == expected


@pytest.mark.parametrize(
    ("ask", "nearest"),
    [
        (lambda: lesson("90-practise"), "The nearest is 90-practice."),
        (lambda: challenge("90-practice/01-witch"), "The nearest is 90-practice/01-which."),
        (lambda: challenge("double"), "The nearest is 90-practice/03-double."),
    ],
)
def test_an_unknown_id_is_told_the_nearest(ask, nearest):
    with pytest.raises(NotPossible) as told:
        ask()
    assert nearest in str(told.value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: challenge(5),
        lambda: challenge(None),
        lambda: challenge(["a"]),
        lambda: lesson(5),
        lambda: lesson("90-practice", variant=5),
        lambda: lesson("90-practice", 0),
    ],
)
def test_an_id_that_is_no_text_is_said_in_a_sentence(ask):
    with pytest.raises(NotPossible, match="text"):
        ask()


def test_in_a_notebook_an_unknown_id_is_one_line(notebook, capsys):
    notebook.begin(CHOICE)
    capsys.readouterr()
    notebook.run('challenge("90-practice/01-witch")')
    out = capsys.readouterr().out.strip()
    assert out.startswith("NotPossible: There is no challenge '90-practice/01-witch'.")
    assert "\n" not in out


def test_a_course_that_is_not_there_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("MCP_LAB_COURSE", str(tmp_path))
    for ask in (lambda: lesson("90-practice"), lambda: challenge(CHOICE)):
        with pytest.raises(NotPossible) as told:
            ask()
        assert "holds no challenges folder" in str(told.value)


def test_progress_is_a_table_by_challenge(notebook, tmp_path):
    Workspace.create(tmp_path, variant="a")
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = {'error': 1}")
    notebook.check(DATA)
    for source in ("q.progress()", 'lesson("90-practice", variant="a").progress()'):
        ran = notebook.run(source)
        assert "1 of 3 challenges passed, 1 of 3 points" in ran.text
        assert "passed         Reply (1 try, 0 hints)" in ran.text
        assert "Next: Which is which (easy, 2 minutes)" in ran.text
        assert '<th scope="row">Reply</th><td>passed</td>' in ran.html


def test_without_a_workspace_progress_says_how_to_get_one(capsys):
    challenge(DATA).progress()
    assert "mcp-lab start" in capsys.readouterr().out
