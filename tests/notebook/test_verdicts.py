"""check(): what a learner is told, and that a cell which is not green is red."""

from html import unescape
from pathlib import Path

import pytest

from mcp_lab import challenge
from mcp_lab.notebook import ChallengeNotPassed
from mcp_lab.notebook.verdicts import _WORDS

CHOICE, DATA, FUNCTION = "90-practice/01-which", "90-practice/02-reply", "90-practice/03-double"
RIGHT = {
    "A": {"layer": "protocol error", "action": "stop"},
    "B": {"layer": "tool error", "action": "show"},
}
WRONG = {**RIGHT, "A": {"layer": "success", "action": "stop"}}


@pytest.mark.parametrize(
    ("challenge_id", "body"),
    [
        (CHOICE, f"q.answer.set({RIGHT})"),
        (DATA, "reply = {'error': 1}"),
        (FUNCTION, "def double(number):\n    return 2 * number"),
    ],
)
def test_a_right_answer_passes(notebook, challenge_id, body):
    notebook.begin(challenge_id)
    notebook.answer(challenge_id, body)
    ran = notebook.check(challenge_id)
    assert ran.error is None
    assert ran.text.startswith("Passed")
    assert "1 of 1 point" in ran.text


def test_a_wrong_answer_shows_what_fell_and_what_it_rests_on(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, f"q.answer.set({WRONG})")
    ran = notebook.check(CHOICE)
    assert isinstance(ran.error, ChallengeNotPassed)
    in_order = [
        "Not yet",
        "A: you said 'success'",
        "the frame",
        '"error": {"code": -32601',
        "an error & <more>",
        "People read `result` & stop.",
        "response.exactly-one · JSON-RPC in 2025-11-25",
        "https://www.jsonrpc.org/specification#response_object",
        "Look for `error`.",
        "falls        layer",
        "holds        action",
    ]
    places = [ran.text.find(words) for words in in_order]
    assert -1 not in places
    assert places == sorted(places)


def test_the_html_says_the_same_escaped_and_not_by_colour_alone(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, f"q.answer.set({WRONG})")
    html = notebook.check(CHOICE).html
    assert "an error &amp; &lt;more&gt;" in html
    assert "People read <code>result</code> &amp; stop." in html
    assert '<a href="https://www.jsonrpc.org/specification#response_object">' in html
    assert '<span class="mcpl-word">falls</span><span><code>layer</code>' in html
    assert "Not yet" in html


def test_what_was_seen_is_said_once(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, f"q.answer.set({WRONG})")
    ran = notebook.check(CHOICE)
    seen = "A: you said 'success'"
    assert ran.text.count(seen) == 1
    assert unescape(ran.html).count(seen) == 1
    assert seen not in str(ran.error)


def test_the_clause_is_named_and_what_it_says_is_folded_away(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, f"q.answer.set({WRONG})")
    ran = notebook.check(CHOICE)
    sentence = "holds either a result or an error"
    assert sentence not in ran.text
    before, folded = unescape(ran.html).split("<details><summary>What the clause says</summary>")
    assert "<code>response.exactly-one</code>" in before
    assert sentence not in before
    assert sentence in folded.partition("</details>")[0]


def test_facts_that_were_not_reached_are_called_so(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, "q.answer.set({'A': {'layer': 'success'}})")
    assert "not reached  layer" in notebook.check(CHOICE).text


@pytest.mark.parametrize("answer", [RIGHT, WRONG])
def test_the_same_answer_is_shown_in_the_same_way(notebook, answer):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, f"q.answer.set({answer})")
    assert notebook.check(CHOICE).shown == notebook.check(CHOICE).shown


def test_a_function_that_passes_is_shown_the_same_on_other_fresh_data(notebook):
    notebook.begin(FUNCTION)
    notebook.answer(FUNCTION, "def double(number):\n    return 2 * number")
    assert notebook.check(FUNCTION).shown == notebook.check(FUNCTION).shown


def test_the_starter_is_not_attempted(notebook):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = {}")
    ran = notebook.check(DATA)
    assert "Not attempted" in ran.text
    assert str(ran.error) == f"{DATA}: not-attempted."


def test_a_misspelt_name_is_named(notebook):
    notebook.begin(FUNCTION)
    notebook.answer(FUNCTION, "def duoble(number):\n    return 2 * number")
    ran = notebook.check(FUNCTION)
    assert "Not attempted" in ran.text
    assert "There is no `double` to judge yet: your answer cell makes `duoble`." in ran.text
    assert "Call it `double`" in ran.text


def test_an_emptied_answer_cell_is_not_called_the_starter(notebook):
    notebook.begin(FUNCTION)
    notebook.answer(FUNCTION, "")
    ran = notebook.check(FUNCTION)
    assert "There is no code in the answer cell." in ran.text
    assert "still the starter" not in ran.text


def test_what_an_answer_prints_in_a_check_is_shown_in_part(notebook, capsys):
    notebook.begin(FUNCTION)
    notebook.answer(
        FUNCTION, "def double(number):\n    print('seen', 'x' * 10**6)\n    return 2 * number"
    )
    capsys.readouterr()
    assert notebook.check(FUNCTION).error is None
    out = capsys.readouterr().out
    assert out.startswith("seen xxx")
    assert len(out) < 5_000
    assert out.count("is left out") == 1


def test_a_little_that_is_printed_is_shown_whole(notebook, capsys):
    notebook.begin(FUNCTION)
    notebook.answer(FUNCTION, "def double(number):\n    print('seen')\n    return 2 * number")
    capsys.readouterr()
    notebook.check(FUNCTION)
    assert set(capsys.readouterr().out.split()) == {"seen"}


@pytest.mark.parametrize("ran_first", [True, False])
def test_a_choice_that_was_not_made_is_told_so(notebook, ran_first):
    notebook.begin(CHOICE)
    if ran_first:
        notebook.answer(CHOICE, "q.widget()")
    ran = notebook.check(CHOICE)
    assert "Not attempted" in ran.text
    assert "Nothing is chosen yet." in ran.text


def test_a_cell_that_raised_could_not_run(notebook):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = {'error': 1}\nreply['eror']")
    ran = notebook.check(DATA)
    assert "KeyError: 'eror'" in ran.text
    assert "could-not-run" in str(ran.error)


def test_an_oracle_of_the_kit_is_refused_in_the_answer_cell(notebook):
    notebook.begin(FUNCTION)
    notebook.answer(
        FUNCTION, "from mcp_lab import contract\ndef double(number):\n    return 2*number"
    )
    assert "mcp_lab.contract" in notebook.check(FUNCTION).text


def test_an_oracle_of_the_kit_is_refused_in_a_cell_beside_it(notebook):
    notebook.begin(FUNCTION)
    notebook.run("from mcp_lab import contract", "helper")
    notebook.answer(FUNCTION, "def double(number):\n    return contract and 2 * number")
    assert "mcp_lab.contract" in notebook.check(FUNCTION).text
    notebook.run("import math as contract", "helper")
    assert notebook.check(FUNCTION).error is None


def test_a_scratch_cell_breaks_no_right_answer(notebook):
    notebook.begin(FUNCTION)
    notebook.run(
        "from mcp_lab import Lab\nfor number in range(3): pass\nresponse = Lab()", "helper"
    )
    notebook.answer(FUNCTION, "def double(number):\n    return 2 * number")
    assert notebook.check(FUNCTION).error is None


def test_what_another_challenge_imports_is_its_own_affair(notebook):
    notebook.begin(FUNCTION)
    notebook.run("from mcp_lab import contract")
    notebook.check(FUNCTION)
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = {'error': 1}")
    assert notebook.check(DATA).error is None


@pytest.mark.parametrize("starter", [(DATA, "reply = {}"), (CHOICE, "q.widget()")])
def test_a_check_of_the_starter_is_no_try(notebook, starter):
    challenge_id, body = starter
    notebook.begin(challenge_id)
    notebook.answer(challenge_id, body)
    assert not any("try" in notebook.check(challenge_id).text.split("facts")[0] for _ in range(4))


def test_after_tries_the_starter_is_offered_nothing(notebook):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = 3")
    assert "That was try 3." in [notebook.check(DATA).text for _ in range(3)][-1]
    notebook.answer(DATA, "reply = {}")
    assert "That was try" not in notebook.check(DATA).text
    notebook.answer(DATA, "reply = 3")
    assert "That was try 4." in notebook.check(DATA).text


def test_where_to_go_on_is_said_of_the_last_challenge_too(notebook):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = {'error': 1}")
    assert "Go on to the next challenge." in notebook.check(DATA).text
    notebook.begin(FUNCTION)
    notebook.answer(FUNCTION, "def double(number):\n    return 2 * number")
    assert "Go on to the next challenge." not in notebook.check(FUNCTION).text


def test_a_choice_whose_cell_raised_is_called_an_answer(notebook):
    notebook.begin(CHOICE)
    notebook.answer(CHOICE, "q.answer.set(nothing)")
    assert "Your answer could not be asked: the answer cell raised" in notebook.check(CHOICE).text


def test_after_three_tries_the_next_hint_is_offered(notebook):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = 3")
    offered = ["q.hint()" in notebook.check(DATA).text for _ in range(3)]
    assert offered == [False, False, True]


def test_when_every_hint_is_taken_the_solution_is_named(notebook):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = 3")
    notebook.run("q.hint(); q.hint(); q.hint()")
    texts = [notebook.check(DATA).text for _ in range(3)]
    assert "q.solution()" in texts[-1]


def test_a_red_cell_has_no_traceback(notebook, capsys):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = 3")
    capsys.readouterr()
    notebook.check(DATA)
    out = capsys.readouterr().out
    assert out.strip() == f"ChallengeNotPassed: {DATA}: failed."
    assert "Traceback" not in out
    assert "handle.py" not in out


def test_outside_a_notebook_the_verdict_is_printed(capsys):
    with pytest.raises(ChallengeNotPassed):
        challenge(DATA).check()
    out = capsys.readouterr().out
    assert "Not attempted · Reply" in out
    assert "mcp-lab start" in out


def test_that_progress_is_not_kept_is_said_once(capsys):
    for expected in (1, 0):
        with pytest.raises(ChallengeNotPassed):
            challenge(DATA).check()
        assert capsys.readouterr().out.count("Progress is not kept") == expected


def test_our_own_exception_costs_nothing_and_is_said_calmly(notebook, monkeypatch):
    notebook.begin(DATA)
    notebook.answer(DATA, "reply = {'error': 1}")
    checker = challenge(DATA).challenge.checker
    monkeypatch.setattr(checker, "check", lambda _exam: 1 / 0)
    ran = notebook.check(DATA)
    assert "Our fault" in ran.text
    assert "outside the totals" in ran.text
    assert "Traceback" not in ran.text


def test_the_learners_page_has_the_word_of_every_card():
    page = (Path(__file__).parents[2] / "docs" / "learners.md").read_text("utf-8")
    for verdict, (word, _tone) in _WORDS.items():
        assert f"\n| {verdict} | {word} |" in page
