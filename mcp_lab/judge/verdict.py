"""Verdicts, and the table that maps what happened to one.

Points come only from positive evidence: a verdict other than `passed` earns none. What is not the
learner's doing (`grader-fault`) is outside the totals, so it costs nothing either.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from mcp_lab.contract import Fact
from mcp_lab.judge.challenge import Challenge
from mcp_lab.judge.port import (
    CouldNotRun,
    Ended,
    NoAnswer,
    NotJson,
    Raised,
    Reply,
    Tampered,
    TimedOut,
    spoken,
)

Word = Literal[
    "passed",
    "failed",
    "not-attempted",
    "could-not-run",
    "timed-out",
    "tampered",
    "grader-fault",
    "self-marked",
]


@dataclass(frozen=True, slots=True)
class Shown:
    """A text that belongs beside a verdict: a frame, an answer, what was expected."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check says of an answer.

    `facts` are every fact the challenge lists, in precedence order, `holds` None where it was not
    reached. `mistake` is the slug of the known mistake that was recognised, `explanation` its text.
    `variants` are the seeds of the data it was judged on, own first: with them it can be replayed.
    `notes` tell of cells of the learner's own that did not run. They, `seconds` and `log` (our own
    exception, for a grader fault) are no part of what is compared.
    """

    challenge: str
    verdict: Word
    reason: str
    next: str
    facts: tuple[Fact, ...]
    points: Decimal
    max_points: Decimal
    mistake: str | None = None
    explanation: str | None = None
    frames: tuple[Shown, ...] = ()
    variants: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)
    seconds: float = field(default=0.0, compare=False)
    log: str = field(default="", compare=False)

    @property
    def passed(self) -> bool:
        """Whether the answer passed."""
        return self.verdict == "passed"

    def to_dict(self) -> dict[str, Any]:
        """The verdict in the shape of `results.json`'s challenges; points as exact strings."""
        return {
            "id": self.challenge,
            "points": exact(self.points),
            "max_points": exact(self.max_points),
            "seconds": round(self.seconds, 3),
            "verdict": self.verdict,
            "reason": self.reason,
            "next": self.next,
            "facts": [
                {"name": f.name, "holds": f.holds, "clause": f.clause, "evidence": f.evidence}
                for f in self.facts
            ],
        }


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: the verdict, and its two sentences as templates."""

    verdict: Word
    reason: str
    next: str


# What came back instead of a value → what that means. {answer} is the answer's name, {said} what
# the reply tells.
TABLE: Mapping[type[Reply], Row] = {
    NoAnswer: Row(
        "not-attempted",
        "There is no {answer} to judge yet.",
        "Write your answer in the answer cell, run it, then run the check again.",
    ),
    CouldNotRun: Row(
        "could-not-run",
        "{answer} could not be asked: {said}.",
        "Run the answer cell, mend what it reports, then check again.",
    ),
    Raised: Row(
        "failed",
        "{answer} raised {said}.",
        "Call {answer} yourself with what the card gives, and mend that line.",
    ),
    NotJson: Row(
        "failed",
        "{answer} gave no JSON: {said}.",
        "Give a value made of dict, list, str, int, float, bool, None or bytes.",
    ),
    Ended: Row(
        "failed",
        "{answer} ended the process it was asked in: {said}.",
        "Return a value instead of leaving the program.",
    ),
    TimedOut: Row(
        "timed-out",
        "{answer} gave no answer within {said}.",
        "Look for a loop that never ends, or for something it waits for.",
    ),
    Tampered: Row(
        "tampered",
        "{answer} was not judged: {said}.",
        "Let the answer return its value, and leave how it is asked alone.",
    ),
}

NOT_STARTED = Row(
    "not-attempted",
    "The answer cell is still the starter.",
    "Write your answer in it, run it, then run the check again.",
)
NOTHING_WRITTEN = Row(
    "not-attempted",
    "There is no code in the answer cell.",
    "Write your answer in it, run it, then run the check again; `mcp-lab reset {id}` brings "
    "the starter back.",
)
NO_CELL = Row(
    "not-attempted",
    "There is no answer cell.",
    "`mcp-lab reset {id}` puts it back; write your answer in it, then run the check again.",
)
MISNAMED = Row(
    "not-attempted",
    "There is no {answer} to judge yet: your answer cell makes `{said}`.",
    "Call it {answer}, run the answer cell, then run the check again.",
)
NOBODYS = Row(
    "could-not-run",
    "The notebook has lost the line that says whose data it has, so {answer} can't be held to it.",
    'Put `lesson("{lesson}", variant="…")` back into its first cell of code, with the variant of '
    "your workspace; or judge the notebook there.",
)
NOTHING_CHOSEN = Row(
    "not-attempted",
    "Nothing is chosen yet.",
    "Choose in the lists of the answer cell, or type the answer; then run the check again.",
)
NOT_GIVEN = Row(
    "could-not-run",
    "Your code uses {said}, which this challenge does not give.",
    "Write the answer without it; {gives} may be imported, and ordinary libraries.",
)
NOT_GIVEN_BESIDE = Row(
    "could-not-run",
    "{said}, which this challenge does not give, and your answer takes {needs} from that cell.",
    "Make {needs} without it, in the answer cell; {gives} may be imported, and ordinary libraries.",
)
NO_CODE = Row(
    "could-not-run",
    "The answer cell is no Python: {said}.",
    "Mend that line, run the cell, then run the check again.",
)
UNFIT = Row(
    "failed",
    "The answer does not fit the question: {said}.",
    "Correct that entry, run the answer cell, then run the check again.",
)
UNFINISHED = Row(
    "failed",
    "The answer is not finished: {said}.",
    "Choose an option for each, then run the check again.",
)
FELL = Row("failed", "{said}.", "Compare what is shown here with your answer, then try again.")
FAULT = Row(
    "grader-fault",
    "The check itself failed ({said}), so nothing was judged and no points are lost.",
    "Tell whoever runs the course; your answer is kept as it is.",
)
PASSED = Row("passed", "Every fact holds.", "Go on with what comes next.")


def unreached(challenge: Challenge) -> tuple[Fact, ...]:
    """The challenge's facts before anything was examined."""
    return tuple(Fact(name, None, "", "not reached") for name in challenge.facts)


def by_row(challenge: Challenge, row: Row, said: str = "", **more: Any) -> Verdict:
    """The verdict of one row: its sentences filled in, its points none, or all when passed."""
    if row.verdict == "not-attempted" and challenge.kind == "choice":
        row = NOTHING_CHOSEN  # there is nothing to write
    words = {
        "answer": "your answer" if challenge.kind == "choice" else f"`{challenge.answer}`",
        "said": said.rstrip("."),
        "needs": more.pop("needs", ""),
        "gives": _gives(challenge),
        "id": challenge.id,
        "lesson": challenge.lesson,
    }
    outside = row.verdict in ("grader-fault", "self-marked")
    return Verdict(
        challenge=challenge.id,
        verdict=row.verdict,
        reason=_sentence(row.reason.format(**words)),
        next=more.pop("next", None) or row.next.format(**words),
        facts=more.pop("facts", unreached(challenge)),
        points=challenge.points if row.verdict == "passed" else Decimal(0),
        max_points=Decimal(0) if outside else challenge.points,
        **more,
    )


def by_reply(challenge: Challenge, reply: Reply, where: str = "", **more: Any) -> Verdict:
    """The verdict on a reply that is no value; `where` tells on which data (in brackets)."""
    return by_row(challenge, TABLE[type(reply)], _said(reply) + where, **more)


def exact(points: Decimal) -> str:
    """Points as a plain decimal: `1`, `0.5`, `7.25`; never an exponent."""
    text = format(points, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _said(reply: Reply) -> str:
    match reply:
        case Raised(class_name, text, line):
            return spoken(class_name, text, line)
        case TimedOut(seconds):
            return f"{seconds:g} s"
        case NoAnswer(name):
            return name
        case CouldNotRun(text) | NotJson(text) | Ended(text) | Tampered(text):
            return text
    raise AssertionError(reply)


def _gives(challenge: Challenge) -> str:
    names = [*(f"mcp_lab.{name}" for name in ("wire", *challenge.gives))]
    return " and ".join(dict.fromkeys(names))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
