"""An answer is what its cell made when it ran."""

import threading

from mcp_lab import notebook as notebook_floor
from mcp_lab.notebook import challenge

DATA, FUNCTION = "90-practice/02-reply", "90-practice/03-double"
DOUBLES = "def double(number):\n    return 2 * number"


def test_a_later_cell_that_reuses_the_name_changes_nothing(notebook):
    notebook.begin(FUNCTION)
    notebook.answer(FUNCTION, DOUBLES)
    notebook.run("def double(number):\n    return 0")
    assert notebook.check(FUNCTION).error is None


def test_data_is_set_aside_as_a_copy(notebook):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = {'error': 1}")
    notebook.run("del reply['error']")
    assert notebook.check(DATA).error is None


def test_a_function_keeps_its_helpers(notebook):
    notebook.begin(FUNCTION)
    notebook.run("def helper(number):\n    return number + number")
    notebook.answer(FUNCTION, "def double(number):\n    return helper(number)")
    assert notebook.check(FUNCTION).error is None


def test_running_the_cell_again_takes_its_new_answer(notebook):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = 1")
    assert notebook.check(DATA).error is not None
    notebook.answer(DATA, "reply = {'error': 1}")
    assert notebook.check(DATA).error is None


def test_a_cell_that_lost_its_first_line_is_asked_by_name(notebook):
    notebook.begin(DATA)
    notebook.run("reply = 1")
    notebook.run("reply = {'error': 1}")
    assert notebook.check(DATA).error is None


def test_a_name_that_the_cell_no_longer_makes_does_not_linger(notebook):
    notebook.begin(FUNCTION)
    notebook.answer(FUNCTION, DOUBLES)
    notebook.answer(FUNCTION, "def twice(number):\n    return 2 * number")
    assert "There is no `double`" in notebook.check(FUNCTION).text
    notebook.answer(FUNCTION, "def two_times(number):\n    return 2 * number")
    assert "There is no `double`" in notebook.check(FUNCTION).text


def test_a_name_that_another_cell_makes_counts(notebook):
    notebook.begin(FUNCTION)
    notebook.run(DOUBLES)
    notebook.answer(FUNCTION, "twice = double(2) and 2")
    assert notebook.check(FUNCTION).error is None
    notebook.answer(FUNCTION, "pass")
    notebook.run(DOUBLES)
    assert notebook.check(FUNCTION).error is None


def test_what_cannot_be_copied_is_kept_as_it_is(notebook):
    notebook.begin(DATA)
    notebook.answer(DATA, "import threading\nreply = threading.Lock()")
    assert isinstance(challenge(DATA).answer.get(), type(threading.Lock()))


def test_an_answer_cell_of_no_challenge_is_an_ordinary_cell(notebook):
    notebook.begin(DATA)
    assert notebook.answer("no/such", "reply = 1").error is None


def test_following_a_cell_never_breaks_it(notebook, monkeypatch, capsys):
    notebook.begin(DATA)
    monkeypatch.setattr(notebook_floor._KERNEL.cells, "ran", lambda *_: 1 / 0)
    ran = notebook.answer(DATA, "reply = 1\nreply")
    assert ran.error is None
    out, err = capsys.readouterr()
    assert "Error in callback" not in out
    assert err == ""


def test_the_cells_are_followed_once_however_often_the_names_are_imported(notebook):
    for _ in range(3):
        notebook.begin(DATA)
    assert len(notebook.shell.events.callbacks["post_run_cell"]) == 1
