"""What check.py may do with an exam, and what follows."""
# ruff: noqa: FBT003 - a fact and whether it holds, as check.py writes it

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest

from mcp_lab.judge import (
    Challenge,
    DirectPort,
    Exam,
    Raised,
    Shown,
    TimedOut,
    Value,
    Verdict,
    check,
)
from mcp_lab.judge import challenge as challenge_module
from mcp_lab.judge.port import Reply

Checked = Callable[..., Verdict]


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch, kind: Challenge) -> Checked:
    """The verdict of a check of one's own, on a function that returns its arguments."""

    def run(body: Callable[[Exam], None], **more: Any) -> Verdict:
        module = ModuleType("check")
        module.given = more.pop("given", lambda rng: {"n": rng.randrange(10**6)})  # type: ignore[attr-defined]
        module.check = body  # type: ignore[attr-defined]
        monkeypatch.setattr(challenge_module, "_checker", lambda *_: module)
        port = more.pop("port", DirectPort({kind.answer: lambda **a: a}.__getitem__))
        challenge = replace(kind, **more.pop("challenge", {}))
        return check(challenge, port, variant="own", **more)

    return run


def both(exam: Exam, **facts: bool) -> None:
    for name in ("bool", "told-apart"):
        exam.fact(name, facts.get(name.replace("-", "_"), True))


def test_passed_is_every_listed_fact_examined_and_holding(checked: Checked) -> None:
    verdict = checked(both)
    assert verdict.passed
    assert (verdict.points, verdict.max_points) == (2, 2)
    assert [(fact.name, fact.holds) for fact in verdict.facts] == [
        ("bool", True),
        ("told-apart", True),
    ]
    assert verdict.reason == "Every fact holds."


def test_a_listed_fact_that_was_never_examined_is_our_fault(checked: Checked) -> None:
    verdict = checked(lambda exam: exam.fact("bool", True) and None)
    assert verdict.verdict == "grader-fault"
    assert "never examined told-apart" in verdict.reason


def test_the_first_fact_in_precedence_that_falls_is_shown(checked: Checked) -> None:
    def body(exam: Exam) -> None:
        exam.fact("told-apart", False, evidence="second")
        exam.fact("bool", False, evidence="first", try_="Try this.", frames={"it": "{}"})

    verdict = checked(body)
    assert verdict.verdict == "failed"
    assert verdict.reason == "`bool` does not hold: first."
    assert verdict.next == "Try this."
    assert verdict.frames == (Shown("it", "{}"),)
    assert verdict.points == 0
    assert verdict.max_points == 2


def test_a_fact_holds_only_if_it_holds_every_time(checked: Checked) -> None:
    def body(exam: Exam) -> None:
        both(exam)
        exam.fact("bool", False, evidence="the second time")
        exam.fact("bool", True, evidence="the third time")

    verdict = checked(body)
    assert (verdict.facts[0].holds, verdict.facts[0].evidence) == (False, "the second time")
    assert verdict.facts[1].holds


def test_a_mistake_is_heard_when_its_fact_falls(checked: Checked, kind: Challenge) -> None:
    def body(exam: Exam, holds: bool) -> None:  # noqa: FBT001
        exam.fact("bool", True)
        exam.fact("told-apart", holds, mistake="falsy_id")

    fell = checked(lambda exam: body(exam, False))
    assert fell.mistake == "falsy_id"
    assert fell.explanation == kind.mistakes["falsy_id"].explanation
    held = checked(lambda exam: body(exam, True))
    assert (held.passed, held.mistake, held.explanation) == (True, None, None)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (lambda exam: exam.fact("unlisted", True), "fact 'unlisted' is not listed"),
        (lambda exam: exam.fact("bool", 1), "holds is a int, not a bool"),
        (lambda exam: exam.fact("bool", None), "holds is a NoneType"),
        (
            lambda exam: exam.fact("bool", True, revision="2024-11-05"),
            "'2024-11-05' is no revision of challenge.toml",
        ),
        (
            lambda exam: exam.fact("bool", True, clause="error.object"),
            "clause 'error.object' is not",
        ),
        (lambda exam: exam.fact("bool", True, mistake="nobody"), "there is no wrong/nobody.py"),
        (lambda exam: exam.fact("bool", True, mistake="falsy_id"), "falls at 'told-apart', not at"),
        (lambda exam: exam.answer(), "a function is asked with exam.ask"),
        (lambda exam: exam.ask(a={1}), "the value is a set"),
        (lambda _exam: 1 / 0, "ZeroDivisionError: division by zero"),
    ],
)
def test_our_own_exceptions_are_grader_faults_and_cost_nothing(
    checked: Checked, body: Callable[[Exam], None], says: str
) -> None:
    verdict = checked(body)
    assert verdict.verdict == "grader-fault"
    assert says in verdict.log
    assert "Traceback" in verdict.log
    assert "Traceback" not in verdict.reason + verdict.next
    assert (verdict.points, verdict.max_points) == (0, 0)
    assert [fact.holds for fact in verdict.facts] == [None, None]


def test_given_that_fails_is_a_grader_fault(checked: Checked) -> None:
    assert checked(both, given=lambda _rng: {"a": {1}}).verdict == "grader-fault"
    assert checked(both, given=lambda rng: rng.nothing).verdict == "grader-fault"


def test_a_keyboard_interrupt_is_no_grader_fault(checked: Checked) -> None:
    def body(_exam: Exam) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        checked(body)


def test_a_check_can_not_swallow_a_reply_that_ends_it(checked: Checked) -> None:
    def body(exam: Exam) -> None:
        try:
            exam.ask(a=1)
        except Exception:  # noqa: BLE001
            both(exam)

    def raises(**_arguments: Any) -> None:
        raise KeyError("id")

    verdict = checked(body, port=DirectPort({"is_notification": raises}.__getitem__))
    assert verdict.verdict == "failed"
    assert "raised KeyError: 'id'" in verdict.reason


def test_facts_before_a_stop_are_kept_and_the_rest_are_null(checked: Checked) -> None:
    def body(exam: Exam) -> None:
        exam.fact("bool", True, evidence="seen")
        exam.ask(a=1)

    verdict = checked(body, port=Scripted(TimedOut(3)))
    assert verdict.verdict == "timed-out"
    assert [fact.holds for fact in verdict.facts] == [True, None]


class Scripted:
    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.asked: list[Any] = []

    def ask(self, name: str, arguments: Any) -> Reply:
        self.asked.append((name, arguments))
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@pytest.mark.parametrize(
    ("reply", "verdict"), [(Raised("KeyError", "", 1), "failed"), (TimedOut(1), "timed-out")]
)
def test_a_fact_that_fell_before_says_more_than_a_failure_after_it(
    checked: Checked, reply: Reply, verdict: str
) -> None:
    def body(exam: Exam) -> None:
        exam.fact("bool", False, evidence="it fell")
        exam.ask(a=1)

    got = checked(body, port=Scripted(reply))
    assert got.verdict == verdict
    assert ("it fell" in got.reason) == (verdict == "failed")


def test_own_data_first_then_fresh_and_the_fresh_can_be_named(checked: Checked) -> None:
    seen: list[int] = []

    def body(exam: Exam) -> None:
        seen.append(exam.given["n"])
        seen.extend(given["n"] for given in exam.cases())
        both(exam)

    first = checked(body)
    again = checked(body, fresh=first.variants[1:])
    own, *cases = seen[:5]
    assert cases[0] == own
    assert len(set(cases)) == 4
    assert seen[5:] == seen[:5]
    assert first == again
    assert first.variants[0] == "own"


def test_fresh_data_can_not_be_foreseen(checked: Checked) -> None:
    assert checked(both).variants[1:] != checked(both).variants[1:]
    assert checked(both, fresh=0).variants == ("own",)


def test_a_fact_that_falls_on_fresh_data_names_its_variant(checked: Checked) -> None:
    def body(exam: Exam) -> None:
        for number, _given in enumerate(exam.cases()):
            both(exam, bool=number != 2)

    verdict = checked(body, fresh=("one", "two", "three"))
    assert verdict.facts[0].evidence == "(fresh data, variant two)"
    assert "(fresh data, variant two)" in verdict.reason
    stopped = checked(
        lambda exam: [exam.ask(a=1) for _ in exam.cases()] and None,
        port=Scripted(Value(1), Raised("KeyError", "'id'", 3)),
        fresh=("one", "two"),
    )
    assert stopped.reason == (
        "`is_notification` raised KeyError: 'id' (line 3) (fresh data, variant one)."
    )


def test_data_has_one_case_and_is_asked_once(checked: Checked) -> None:
    port = Scripted(Value({"a": [1]}))
    seen: list[Any] = []

    def body(exam: Exam) -> None:
        seen.extend(exam.cases())
        exam.answer()["a"].append(2)
        assert exam.answer() == {"a": [1]}
        both(exam)

    verdict = checked(body, port=port, challenge={"kind": "data"})
    assert verdict.passed, verdict.log
    assert len(seen) == 1
    assert port.asked == [("is_notification", None)]
    assert verdict.variants == ("own",)


def test_asking_data_is_our_fault(checked: Checked) -> None:
    verdict = checked(lambda exam: exam.ask(a=1), challenge={"kind": "data"})
    assert "is read with exam.answer()" in verdict.log


def test_given_is_a_copy_each_time(checked: Checked) -> None:
    def body(exam: Exam) -> None:
        exam.given["n"] = "changed"
        for given in exam.cases():
            assert given["n"] != "changed"
        assert exam.given["n"] != "changed"
        both(exam)

    assert checked(body).passed


def test_long_evidence_is_cut(checked: Checked) -> None:
    def body(exam: Exam) -> None:
        both(exam)
        exam.fact("bool", False, evidence="x" * 10_000)

    assert len(checked(body).facts[0].evidence) == 400


def test_a_verdict_in_the_shape_of_results(checked: Checked, kind: Challenge) -> None:
    def body(exam: Exam) -> None:
        exam.fact("bool", False, clause="notification.no-id", evidence="it gave 1")

    verdict = replace(checked(body, fresh=0), seconds=0.0123456)
    assert verdict.to_dict() == {
        "id": kind.id,
        "points": "0",
        "max_points": "2",
        "seconds": 0.012,
        "verdict": "failed",
        "reason": "`bool` does not hold: it gave 1.",
        "next": "Compare what is shown here with your answer, then try again.",
        "facts": [
            {
                "name": "bool",
                "holds": False,
                "clause": "notification.no-id",
                "evidence": "it gave 1",
            },
            {"name": "told-apart", "holds": None, "clause": "", "evidence": "not reached"},
        ],
    }


@pytest.mark.parametrize(
    ("points", "text"),
    [("1", "1"), ("0.5", "0.5"), ("1.00", "1"), ("100", "100"), ("1E+2", "100"), ("0.10", "0.1")],
)
def test_points_are_written_exactly(checked: Checked, points: str, text: str) -> None:
    verdict = checked(both, challenge={"points": Decimal(points)})
    assert verdict.to_dict()["points"] == text


CHOICE = {
    "items": [{"key": "a", "frame": "{}"}, {"key": "b", "frame": "{}"}],
    "asks": [
        {"name": "layer", "label": "Layer", "options": ["tool", "protocol"]},
        {"name": "code", "label": "Code", "options": [None, -32602, 1]},
    ],
}
FULL = {"a": {"layer": "tool", "code": None}, "b": {"layer": "protocol", "code": -32602}}


def choice(checked: Checked, answer: Any, given: Any = CHOICE) -> Verdict:
    def body(exam: Exam) -> None:
        exam.answer()
        both(exam)

    return checked(
        body, port=Scripted(Value(answer)), given=lambda _rng: given, challenge={"kind": "choice"}
    )


def test_a_whole_choice_is_read(checked: Checked) -> None:
    assert choice(checked, FULL).passed
    one = CHOICE | {"asks": CHOICE["asks"][:1]}
    assert choice(checked, {"a": "tool", "b": {"layer": "protocol"}}, one).passed


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ([], "the answer is a dictionary, such as {'a': {'layer': 'tool', 'code': None}}"),
        (FULL | {"c": {}}, "'c' is no item; there are 'a', 'b'"),
        (
            {"a": {"layer": "protocl"}},
            "'protocl' is no option of 'layer'; the nearest is 'protocol'",
        ),
        ({"a": {"layr": "tool"}}, "'layr' is no question; the nearest is 'layer'"),
        ({"a": {"code": True}}, "True is no option of 'code'"),
        ({"a": "tool"}, "item 'a' is asked 2 things"),
        ({"a": FULL["a"]}, "nothing is chosen yet for b"),
        ({**FULL, "b": {"layer": "tool"}}, "nothing is chosen yet for b"),
        ({}, "nothing is chosen yet for a, b"),
    ],
)
def test_a_choice_that_does_not_fit_fails_with_its_trouble(
    checked: Checked, answer: Any, says: str
) -> None:
    verdict = choice(checked, answer)
    assert verdict.verdict == "failed"
    assert says in verdict.reason


def test_a_fact_names_the_revision_it_was_examined_at(checked: Checked, kind: Challenge) -> None:
    def body(exam: Exam) -> None:
        both(exam)
        exam.fact("bool", False, clause=kind.clauses[0], revision="2026-07-28")
        exam.fact("bool", False, clause=kind.clauses[0], revision="2025-11-25")

    more = {"challenge": {"revisions": ("2025-11-25", "2026-07-28")}}
    assert checked(body, **more).facts[0].revision == "2026-07-28"


def test_a_clause_that_a_revision_does_not_have_is_our_fault(checked: Checked) -> None:
    def body(exam: Exam) -> None:
        exam.fact("bool", True, clause="codes.retired", revision="2025-11-25")

    more = {"challenge": {"clauses": ("codes.retired",), "revisions": ("2025-11-25",)}}
    assert "codes.retired' has no text at 2025-11-25" in checked(body, **more).log
