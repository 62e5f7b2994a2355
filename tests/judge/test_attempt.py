"""What `exam.attempt` gives a check: a value, or what the answer raised."""

import pytest

from mcp_lab.judge import Challenge, Value
from mcp_lab.judge.exam import Exam, Stopped
from mcp_lab.judge.port import NotJson, Raised


class Scripted:
    """A port that gives one reply to whatever it is asked."""

    def __init__(self, reply):
        self.reply = reply

    def ask(self, *_question):
        return self.reply


def exam_of(challenge: Challenge, reply) -> Exam:
    return Exam(challenge, Scripted(reply), ["a-variant"])


def test_a_value_comes_back_as_a_value(kind: Challenge):
    assert exam_of(kind, Value(3)).attempt(frame="{}") == Value(3)


def test_what_was_raised_comes_back_and_the_check_goes_on(kind: Challenge):
    raised = Raised("KeyError", "'isError'", 5)

    assert exam_of(kind, raised).attempt(frame="{}") == raised
    with pytest.raises(Stopped):
        exam_of(kind, raised).ask(frame="{}")


def test_any_other_reply_still_ends_the_check(kind: Challenge):
    with pytest.raises(Stopped):
        exam_of(kind, NotJson("a set")).attempt(frame="{}")


def test_both_tell_themselves_as_evidence():
    assert Value([1]).told == "said [1]"
    assert Raised("KeyError", "'isError'", 5).told == "raised KeyError: 'isError' (line 5)"
