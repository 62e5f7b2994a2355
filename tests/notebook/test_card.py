"""The task card: everything a learner needs to begin, in HTML and in plain text."""

import pytest

from mcp_lab import challenge
from mcp_lab.contract import HOME
from mcp_lab.notebook.card import _text as given_text
from mcp_lab.wire import Number

CHOICE, DATA, FUNCTION = "90-practice/01-which", "90-practice/02-reply", "90-practice/03-double"


def card(challenge_id: str) -> dict[str, str]:
    return challenge(challenge_id)._repr_mimebundle_()


@pytest.mark.parametrize("mime", ["text/plain", "text/html"])
@pytest.mark.parametrize(
    ("challenge_id", "title", "sentence"),
    [
        (CHOICE, "Which is which", "what the client does."),
        (DATA, "Reply", "an error."),
        (FUNCTION, "Double", "which doubles a number."),
    ],
)
def test_a_card_says_what_is_asked_of_whom(mime, challenge_id, title, sentence):
    shown = card(challenge_id)[mime]
    for words in (title, sentence, challenge_id, "easy", "about 2 minutes", "1 point", HOME):
        assert words in shown


@pytest.mark.parametrize(
    ("challenge_id", "how"),
    [(CHOICE, "q.answer.set("), (DATA, "the name `reply`"), (FUNCTION, "the function `double`")],
)
def test_a_card_says_how_its_kind_is_answered(challenge_id, how):
    assert how in card(challenge_id)["text/plain"]


def test_what_is_given_is_laid_out_and_named_as_the_data_is():
    shown = card(DATA)["text/plain"]
    assert 'q.given["lines"]\n    [0] {"a": 1}\n    [1] no <json>' in shown
    assert f'q.given["id"]\n    {challenge(DATA).given["id"]}' in shown


def test_a_choice_shows_its_frames_once_and_keeps_them_folded_in_the_card():
    shown = card(CHOICE)
    assert '"error": {"code": -32601, "message": "Method not found"}' in shown["text/plain"]
    assert "<details><summary>What is given, as text" in shown["text/html"]


def test_the_html_is_escaped_and_code_is_code():
    shown = card(CHOICE)["text/html"]
    assert "&lt;which&gt;" in shown
    assert "<which>" not in shown
    assert "no &lt;json&gt;" in card(DATA)["text/html"]
    assert "<code>q.hint()</code>" in shown


def test_outside_a_notebook_the_card_is_what_the_prompt_shows():
    assert repr(challenge(CHOICE)) == card(CHOICE)["text/plain"]


def test_the_given_data_is_the_learners_own_copy():
    q = challenge(DATA)
    q.given["lines"].append("more")
    assert q.given["lines"] == ['{"a":1}', "no <json>"]


def test_a_card_is_the_same_every_time():
    assert card(CHOICE) == card(CHOICE)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([b"\x00", b"{}"], "[0] b'\\x00'\n[1] b'{}'"),
        (b"\xff", "b'\\xff'"),
        ([1, 2], "[1, 2]"),
        ([{"id": number} for number in range(18)][15:] * 7, None),
        ({"id": Number("1e400")}, '{"id": 1e400}'),
        ({"data": b"\xff"}, "{'data': b'\\xff'}"),
    ],
)
def test_any_given_data_can_be_read(value, text):
    shown = given_text(value)
    assert shown == text if text else shown.endswith('[15] {"id": 15}\n… and 5 more')
