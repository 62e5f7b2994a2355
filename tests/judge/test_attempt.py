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


@pytest.mark.parametrize(
    ("raised", "mistake", "next_"),
    [
        ("NameError", None, "Call `is_notification` yourself"),
        ("TypeError", None, "Call `is_notification` yourself"),
        ("NotGiven", None, "Call `is_notification` yourself"),
        ("TypeError", "falsy_id", "Ask whether"),  # a slip that is known says more
        ("KeyError", None, "Ask whether"),
    ],
)
def test_a_slip_is_told_to_mend_its_line(kind: Challenge, raised, mistake, next_):
    exam = exam_of(kind, Raised(raised, "it", 5))
    reply = exam.attempt(message={})
    evidence = f"Your function {reply.told}."
    exam.fact("told-apart", holds=False, evidence=evidence, try_="Ask whether …", mistake=mistake)
    (_fact, shown) = exam.first_fallen()
    assert shown.next.startswith(next_)


def test_a_slip_elsewhere_changes_no_other_facts_next_step(kind: Challenge):
    exam = exam_of(kind, Raised("NameError", "it", 5))
    exam.attempt(message={})
    exam.fact("told-apart", holds=False, evidence="it gave 3", try_="Ask whether …")
    assert exam.first_fallen()[1].next == "Ask whether …"


def test_any_other_reply_still_ends_the_check(kind: Challenge):
    with pytest.raises(Stopped):
        exam_of(kind, NotJson("a set")).attempt(frame="{}")


def test_both_tell_themselves_as_evidence():
    assert Value([1]).told == "said [1]"
    assert Raised("KeyError", "'isError'", 5).told == "raised KeyError: 'isError' (line 5)"
