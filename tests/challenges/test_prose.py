"""What the lessons' own cells show is what the prose around them says."""

import ast
from pathlib import Path

import pytest

from mcp_lab import Lab, wire
from mcp_lab.authoring.lesson import Code, read_lesson
from mcp_lab.contract import Outcome
from mcp_lab.judge import given, load, load_lesson

CHALLENGES = Path(__file__).parents[2] / "challenges"


def cells(lesson):
    folder = CHALLENGES / lesson
    parts = read_lesson(folder, load_lesson(folder))
    return [part.source for part in parts if isinstance(part, Code)]


def last_values(sources, names):
    """What each cell shows: the value of its last expression."""
    for source in sources:
        *before, last = ast.parse(source).body
        exec(compile(ast.Module(before, []), "<cell>", "exec"), names)
        assert isinstance(last, ast.Expr)
        yield eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def frame(exchange):
    return wire.decode(exchange.frames[-1].data)


def test_the_three_calls_end_in_three_ways():
    sources = [source for source in cells("00-start-here") if "ferry" in source]
    works, refused, unknown = last_values(sources, {"Lab": Lab})

    assert [each.outcome for each in (works, refused, unknown)] == [
        Outcome.SUCCESS,
        Outcome.TOOL_ERROR,
        Outcome.PROTOCOL_ERROR,
    ]
    one, other = frame(works).result["content"][0]["text"].splitlines()
    assert " 0 seats left" in one
    assert " 0 seats left" not in other
    assert one[:6] in refused.frames[0].data.decode()  # the boat that is full is the one asked for
    assert "quote_fares" in frame(unknown).error["message"]


@pytest.fixture(scope="module")
def shown():
    """What the cells of lesson 01 show, in order."""
    challenge = load(CHALLENGES / "01-jsonrpc-basics" / "08-predict-the-wire")

    class Last:
        given = given(challenge, "one")

    return list(last_values(cells("01-jsonrpc-basics"), {"Lab": Lab, "q": Last}))


def test_the_first_frame_is_a_request(shown):
    assert shown[0] == ("request", 7, "ping")


def test_ones_own_booking_is_shown_and_anothers_is_not(shown):
    assert shown[1].outcome is Outcome.SUCCESS
    assert shown[2].outcome is Outcome.TOOL_ERROR
    assert frame(shown[2]).kind == "result"


def test_the_unreadable_line_is_answered_without_an_id(shown):
    assert frame(shown[3]).error["code"] == -32700
    assert frame(shown[3]).id is wire.ABSENT


def test_the_unknown_notification_is_met_with_silence_and_the_request_is_not(shown):
    assert shown[4].outcome is Outcome.SILENCE
    asked = Lab().send('{"jsonrpc": "2.0", "id": 8, "method": "no/such/thing"}')
    assert frame(asked).error["code"] == -32601


def test_the_predicted_request_is_answered(shown):
    assert shown[5].outcome in (Outcome.SUCCESS, Outcome.TOOL_ERROR, Outcome.PROTOCOL_ERROR)


def test_taking_the_id_out_makes_a_notification():
    assert wire.decode('{"jsonrpc": "2.0", "method": "ping"}').kind == "notification"
