"""A challenge's own answers, asked: the starter, the solution, right/ and wrong/.

Directly, in a scratch namespace, which is fast; and over the pipe, from a process of their own, as
`check` and the grader ask. Both must say the same.
"""

import ast
import asyncio
import inspect
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import zip_longest
from typing import Any

from mcp_lab import judge
from mcp_lab.judge import CellRaised, Challenge, DirectPort, Submission, SubmittedCell, Verdict
from mcp_lab.judge.asking import raised_in_cell
from mcp_lab.judge.standin import Handle

SECONDS = 20.0
FRESH = ("lint-fresh-1", "lint-fresh-2")  # named, so that both ports draw the same


@dataclass(frozen=True, slots=True)
class Fixture:
    """One answer cell of a challenge's folder; `name` is its file below the folder."""

    name: str
    source: str


def fixtures(challenge: Challenge) -> Iterator[Fixture]:
    """All of a challenge's answers, the starter first."""
    yield Fixture("starter.py", challenge.starter)
    yield Fixture("solution.py", challenge.solution)
    for name, source in challenge.right.items():
        yield Fixture(f"right/{name}.py", source)
    for name, mistake in challenge.mistakes.items():
        yield Fixture(f"wrong/{name}.py", mistake.source)


def asked_here(challenge: Challenge, source: str, variant: str, *, look: bool = True) -> Verdict:
    """The verdict on an answer cell, run and asked in this process.

    `look`: with the first look that takes the starter for no attempt.
    """
    looked = judge.first_look(challenge, [source]) if look else None
    if looked:
        return looked
    with redirect_stdout(StringIO()):  # what an answer prints is no part of a report
        port = DirectPort(_Scratch(challenge, source, variant).look_up, SECONDS)
        return judge.check(challenge, port, variant=variant, fresh=FRESH)


def asked_over_the_pipe(
    challenges: Sequence[Challenge], variant: str
) -> Iterator[tuple[Challenge, Fixture, Verdict]]:
    """Every fixture of a lesson's challenges with its verdict over the pipe.

    One process asks one fixture of each challenge, so there are as many as the longest list.
    """
    for column in zip_longest(*(fixtures(challenge) for challenge in challenges)):
        present = [pair for pair in zip(challenges, column, strict=True) if pair[1] is not None]
        submission = _submission(present, variant)
        asked = [challenge for challenge, _ in present]
        verdicts = judge.judge_submission(
            submission, asked, timeout=SECONDS, total=SECONDS * len(asked), fresh=FRESH
        )
        for (challenge, fixture), verdict in zip(present, verdicts, strict=True):
            yield challenge, fixture, verdict


def _submission(present: Sequence[tuple[Challenge, Fixture]], variant: str) -> Submission:
    lesson = present[0][0].lesson
    opening = f'from mcp_lab import Lab, challenge, lesson\nlesson("{lesson}", variant="{variant}")'
    cells = [SubmittedCell(opening, "given")]
    for challenge, fixture in present:
        id_ = challenge.id
        cells += [
            SubmittedCell(f'q = challenge("{id_}")', "given", id_),
            SubmittedCell(fixture.source, "answer", id_),
            SubmittedCell(f'challenge("{id_}").check()', "check", id_),
        ]
    return Submission(lesson, variant, "", tuple(cells))


class _Scratch:
    """A namespace in which one answer cell has run."""

    def __init__(self, challenge: Challenge, source: str, variant: str) -> None:
        given = judge.given(challenge, variant)
        self._challenge = challenge
        self._handle = Handle(challenge.id, challenge.kind, challenge.answer, given, None)
        self._names: dict[str, Any] = {
            "q": self._handle,
            "challenge": lambda _id: self._handle,
            "lesson": lambda *_, **__: None,
        }
        self._raised = _run(source, self._names)

    def look_up(self, name: str) -> Any:
        """The answer as its cell made it; LookupError or CellRaised where there is none."""
        if self._raised:
            raise self._raised
        if self._challenge.kind == "choice":
            return self._handle.answer.chosen()
        return self._names[name]


def _run(source: str, names: dict[str, Any]) -> CellRaised | None:
    """Run a cell, `await` at its top included; what it raised, if it did."""
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        code = compile(source, "<answer cell>", "exec", flags=flags, dont_inherit=True)
        waiting = eval(code, names)  # noqa: S307 - the course's own answer cells
        if inspect.iscoroutine(waiting):
            asyncio.run(waiting)
    except Exception as error:  # noqa: BLE001 - whatever the cell raises is the answer's
        return raised_in_cell(error, names)
    return None
