"""q.answer: typed, clicked, and which of the two counts."""

import pytest

from mcp_lab import challenge
from mcp_lab.course import ANSWER_MIME
from mcp_lab.judge import ChoiceTrouble
from mcp_lab.notebook import NotPossible

CHOICE, DATA, FUNCTION = "90-practice/01-which", "90-practice/02-reply", "90-practice/03-double"
RIGHT = {
    "A": {"layer": "protocol error", "action": "stop"},
    "B": {"layer": "tool error", "action": "show"},
}


def click(answers):
    widget = challenge(CHOICE).widget()
    for item, chosen in answers.items():
        for ask, option in chosen.items():
            widget.choose(item, ask, option)


def test_a_typed_answer_counts(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, f"q.answer.set({RIGHT})")
    assert challenge(CHOICE).answer.get() == RIGHT
    assert notebook.check(CHOICE).error is None


def test_clicks_count(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, "q.widget()")
    click(RIGHT)
    assert notebook.check(CHOICE).error is None


def test_a_typed_answer_stands_above_a_clicked_one_and_the_lists_show_it(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, "q.widget()")
    click({"A": {"layer": "success"}})
    notebook.answer(CHOICE, f"q.answer.set({RIGHT})\nq.widget()")
    assert challenge(CHOICE).widget().answers == RIGHT
    assert challenge(CHOICE).widget().lists["A", "layer"].disabled
    assert notebook.check(CHOICE).error is None


@pytest.mark.parametrize("cell_id", [None, "c0ffee"])
def test_running_the_cell_without_the_line_gives_the_lists_back(notebook, cell_id):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, "q.widget()", cell_id)
    click({"A": {"layer": "success"}})
    notebook.answer(CHOICE, f"q.answer.set({RIGHT})\nq.widget()", cell_id)
    notebook.answer(CHOICE, "q.widget()", cell_id)
    assert challenge(CHOICE).answer.get() == {"A": {"layer": "success"}}
    assert not challenge(CHOICE).widget().lists["A", "layer"].disabled


def test_what_another_cell_typed_stays_typed(notebook):
    notebook.begin(CHOICE)
    notebook.run(f"q.answer.set({RIGHT})", "helper")
    notebook.answer(CHOICE, "q.widget()", "answer")
    assert notebook.check(CHOICE).error is None


BIT_BY_BIT = """
q.answer.set({"A": {"layer": "success"}})
q.answer.set({"A": {"layer": "protocol error"}})
q.answer.set({"A": {"action": "stop"}})
q.answer.set({"B": {"layer": "tool error", "action": "show"}})
"""


def test_an_answer_may_be_typed_bit_by_bit(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, BIT_BY_BIT)
    assert challenge(CHOICE).answer.get() == RIGHT
    assert notebook.check(CHOICE).error is None


def test_what_two_cells_typed_counts_together_and_each_can_take_its_own_back(notebook):
    notebook.begin(CHOICE)
    notebook.run(f"q.answer.set({{'A': {RIGHT['A']}}})", "helper")
    notebook.answer(CHOICE, f"q.answer.set({{'B': {RIGHT['B']}}})", "answer")
    assert challenge(CHOICE).answer.get() == RIGHT
    notebook.run("pass", "helper")
    assert challenge(CHOICE).answer.get() == {"B": RIGHT["B"]}
    notebook.answer(CHOICE, "q.widget()", "answer")
    assert challenge(CHOICE).answer.get() is None


def test_what_is_typed_adds_nothing_to_what_was_clicked(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, "q.widget()")
    click({"A": RIGHT["A"]})
    notebook.answer(CHOICE, f"q.answer.set({{'B': {RIGHT['B']}}})")
    assert challenge(CHOICE).answer.get() == {"B": RIGHT["B"]}


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"C": RIGHT["A"]}, "'C' is no item"),
        ({"A": {"layr": "success"}}, "the nearest is 'layer'"),
        ({"A": {"layer": "tool eror"}}, "the nearest is 'tool error'"),
        ({"A": "tool error"}, "2 things"),
        ("tool error", "dictionary"),
    ],
)
def test_a_typed_answer_that_does_not_fit_is_told_the_nearest(typed, says):
    with pytest.raises(ChoiceTrouble) as told:
        challenge(CHOICE).answer.set(typed)
    assert says in str(told.value)


def test_in_a_notebook_it_is_one_calm_line_and_the_check_says_it_too(notebook, capsys):
    notebook.begin(CHOICE)
    capsys.readouterr()
    notebook.answer(CHOICE, "q.answer.set({'A': {'layer': 'sucess'}})")
    out = capsys.readouterr().out
    assert out.strip().splitlines() == [
        "ChoiceTrouble: 'sucess' is no option of 'layer'; the nearest is 'success'"
    ]
    ran = notebook.check(CHOICE)
    assert "could-not-run" in str(ran.error)
    assert "the nearest is 'success'" in ran.text


def test_the_other_kinds_say_how_they_are_answered(notebook):
    notebook.begin(FUNCTION)
    assert "the function `double`" in notebook.run("q.answer.set(3)").text
    ran = notebook.run("q.widget()")
    assert isinstance(ran.error, NotPossible)
    assert "double" in str(ran.error)


def test_get_gives_what_the_cell_made(notebook):
    notebook.begin(DATA)
    assert challenge(DATA).answer.get() is None
    notebook.answer(DATA, "reply = 7")
    assert challenge(DATA).answer.get() == 7


def test_a_checked_choice_leaves_one_small_bundle_in_the_cell(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, "q.widget()")
    assert not [b for b in notebook.check(CHOICE).shown if ANSWER_MIME in b]
    click({"A": {"layer": "success"}})
    (bundle,) = [b for b in notebook.check(CHOICE).shown if ANSWER_MIME in b]
    assert bundle[ANSWER_MIME] == {"id": CHOICE, "answer": {"A": {"layer": "success"}}}
    assert "A: layer = success, action = (open)" in bundle["text/plain"]
    assert "A: layer = success" in bundle["text/html"]


def test_other_kinds_leave_none(notebook):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = {'error': 1}")
    assert not [b for b in notebook.check(DATA).shown if ANSWER_MIME in b]
