"""One check of a function challenge, side by side with bare calls of the same function.

`measure()` returns rows of (name, checks a second). Each check asks the same questions: the bare
calls are those alone, without copies, facts or a verdict. The direct port is what a notebook does
at each press; the pipe is what `mcp-lab check` and the grader do, with its process running already,
and with a fresh process for this one check.

    .venv/bin/python bench/run.py check
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from _rounds import interleaved

from mcp_lab.judge import (
    AnswerProcess,
    Challenge,
    DirectPort,
    PipePort,
    Submission,
    SubmittedCell,
    check,
    judge_submission,
    load,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcp_lab.judge import Port, Reply

CHALLENGE = Path(__file__).parents[1] / "challenges" / "01-jsonrpc-basics" / "03-ids"
VARIANT, FRESH = "a-variant", ("one", "two", "three")


def measure() -> list[tuple[str, float]]:
    """Rows of (name, checks a second), the bare calls first."""
    challenge = load(CHALLENGE)
    names: dict[str, Any] = {}
    exec(challenge.solution, names)
    function = names[challenge.answer]
    direct = DirectPort(names.__getitem__)
    questions = _questions(challenge, direct)
    process = AnswerProcess([challenge], VARIANT)
    process.run(challenge.solution, "answer", challenge.id, 10.0)
    group = f"check, {len(questions)} questions"
    try:
        rows: list[tuple[str, float]] = [
            *interleaved(
                {
                    f"{group}: bare calls": lambda: [function(**asked) for asked in questions],
                    f"{group}: direct port": _checked(challenge, lambda: direct),
                    f"{group}: pipe, process running": _checked(
                        challenge, lambda: PipePort(process, challenge)
                    ),
                }
            )
        ]
    finally:
        process.close()
    cold = interleaved({f"{group}: pipe, fresh process": _cold(challenge)}, rounds=5)
    return [*rows, *cold]


def _questions(challenge: Challenge, port: Port) -> list[dict[str, Any]]:
    """The arguments of every question that one check asks."""
    asked: list[dict[str, Any]] = []

    class Recording:
        def ask(self, name: str, arguments: Mapping[str, Any] | None) -> Reply:
            asked.append(dict(arguments or {}))
            return port.ask(name, arguments)

    _checked(challenge, Recording)()
    return asked


def _checked(challenge: Challenge, port: Callable[[], Port]) -> Callable[[], None]:
    def one() -> None:
        verdict = check(challenge, port(), variant=VARIANT, fresh=FRESH)
        assert verdict.passed, verdict

    return one


def _cold(challenge: Challenge) -> Callable[[], None]:
    cells = (
        SubmittedCell(challenge.solution, "answer", challenge.id),
        SubmittedCell("", "check", challenge.id),
    )
    submission = Submission(challenge.lesson, VARIANT, "", cells)

    def one() -> None:
        (verdict,) = judge_submission(submission, [challenge], fresh=FRESH)
        assert verdict.passed, verdict

    return one
