"""`check`: the only judge.

It asks through the port, so it can't tell (nor care) where the answer lives. The learner's own data
comes first, then fresh data: an answer that is written for one variant falls at home already.
"""

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

from mcp_lab.judge.challenge import Challenge
from mcp_lab.judge.exam import Exam, ExamBroken, Stopped
from mcp_lab.judge.port import Port
from mcp_lab.judge.said import name_of, text_of, told_in_full
from mcp_lab.judge.verdict import FAULT, FELL, PASSED, Verdict, by_reply, by_row

FRESH = 3
"""Variants of fresh data that a function is asked about, besides the learner's own."""


def check(
    challenge: Challenge, port: Port, *, variant: str, fresh: int | Sequence[str] = FRESH
) -> Verdict:
    """Judge an answer.

    `fresh` is how many variants of fresh data to draw, or their names, to judge on the same again.
    Our own exceptions make a grader-fault, never the learner's loss; KeyboardInterrupt passes.
    """
    began = time.perf_counter()
    variants = (variant, *_fresh(challenge, fresh))
    try:
        verdict = _judged(challenge, Exam(challenge, port, variants))
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in a check is ours
        verdict = fault(challenge, error)
    return replace(verdict, variants=variants, seconds=time.perf_counter() - began)


def fault(challenge: Challenge, error: BaseException) -> Verdict:
    """The verdict on our own exception, its traceback kept for the log."""
    said = f"{name_of(type(error))}: {text_of(error)}"
    return by_row(challenge, FAULT, said, log=told_in_full(error))


def _fresh(challenge: Challenge, fresh: int | Sequence[str]) -> tuple[str, ...]:
    """The names of the fresh variants: none for an answer that is data, which can't change."""
    if challenge.kind != "function":
        return ()
    if isinstance(fresh, int):
        return tuple(f"fresh-{secrets.token_hex(4)}" for _ in range(fresh))
    return tuple(fresh)


def _judged(challenge: Challenge, exam: Exam) -> Verdict:
    try:
        challenge.checker.check(exam)
    except Stopped as stopped:
        return _stopped(challenge, exam, stopped)
    return _fell(challenge, exam) or _all_hold(challenge, exam)


def _stopped(challenge: Challenge, exam: Exam, stopped: Stopped) -> Verdict:
    """The verdict where the check could not go on; a fact that fell before says more."""
    fell = _fell(challenge, exam) if stopped.row.verdict == "failed" else None
    if fell is not None:
        return fell
    if stopped.reply is not None:
        return by_reply(challenge, stopped.reply, stopped.said, facts=exam.facts())
    return by_row(challenge, stopped.row, stopped.said, facts=exam.facts())


def _fell(challenge: Challenge, exam: Exam) -> Verdict | None:
    """The verdict on the first fact, in precedence order, that fell; None if none did."""
    fallen = exam.first_fallen()
    if fallen is None:
        return None
    fact, shown = fallen
    said = f"`{fact.name}` does not hold"
    told = challenge.mistakes[shown.mistake].explanation if shown.mistake else None
    return by_row(
        challenge,
        FELL,
        f"{said}: {fact.evidence}" if fact.evidence else said,
        next=shown.next,
        facts=exam.facts(),
        mistake=shown.mistake,
        explanation=told,
        frames=shown.frames,
    )


def _all_hold(challenge: Challenge, exam: Exam) -> Verdict:
    """Passed, if every listed fact was examined; a check that left one out proves nothing."""
    facts = exam.facts()
    left_out = [fact.name for fact in facts if fact.holds is None]
    if left_out:
        raise ExamBroken(f"check.py never examined {', '.join(left_out)}")
    return by_row(challenge, PASSED, facts=facts)
