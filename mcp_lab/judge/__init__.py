"""The judge: what a challenge is, how an answer is asked, and what the verdict is.

`check(challenge, port)` is the only judge. It asks the learner's answer through a *port*, which
carries JSON both ways, and turns the facts that `check.py` names into a `Verdict`. Where the answer
lives is the port's affair: `DirectPort` asks an object of this process, `PipePort` a fresh process
that holds no check, key or solution.

Names are imported when they are first used: the answer's own process imports this package too, and
must carry nothing of the judging half.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp_lab.judge.challenge import (
        Challenge,
        ChallengeBroken,
        Mistake,
        draw,
        given,
        load,
        load_lesson,
    )
    from mcp_lab.judge.checking import check
    from mcp_lab.judge.choices import ChoiceTrouble, canonical_choice, merged
    from mcp_lab.judge.direct import DirectPort
    from mcp_lab.judge.exam import Exam, ExamBroken
    from mcp_lab.judge.judging import judge_submission
    from mcp_lab.judge.look import first_look
    from mcp_lab.judge.pipe import AnswerProcess, PipePort, ProcessNotStarted
    from mcp_lab.judge.port import (
        CellRaised,
        CouldNotRun,
        Ended,
        NoAnswer,
        NotJson,
        Port,
        Raised,
        Reply,
        Tampered,
        TimedOut,
        Value,
    )
    from mcp_lab.judge.submission import Submission, SubmittedCell
    from mcp_lab.judge.values import NotJsonValue, from_json, to_json
    from mcp_lab.judge.verdict import Shown, Verdict

_HOME = {
    "Challenge": "challenge",
    "ChallengeBroken": "challenge",
    "Mistake": "challenge",
    "draw": "challenge",
    "given": "challenge",
    "load": "challenge",
    "load_lesson": "challenge",
    "check": "checking",
    "ChoiceTrouble": "choices",
    "canonical_choice": "choices",
    "merged": "choices",
    "DirectPort": "direct",
    "Exam": "exam",
    "ExamBroken": "exam",
    "judge_submission": "judging",
    "first_look": "look",
    "AnswerProcess": "pipe",
    "PipePort": "pipe",
    "ProcessNotStarted": "pipe",
    "CellRaised": "port",
    "CouldNotRun": "port",
    "Ended": "port",
    "NoAnswer": "port",
    "NotJson": "port",
    "Port": "port",
    "Raised": "port",
    "Reply": "port",
    "Tampered": "port",
    "TimedOut": "port",
    "Value": "port",
    "Submission": "submission",
    "SubmittedCell": "submission",
    "NotJsonValue": "values",
    "from_json": "values",
    "to_json": "values",
    "Shown": "verdict",
    "Verdict": "verdict",
}

__all__ = [  # noqa: RUF022 - by module, as above
    "Challenge",
    "ChallengeBroken",
    "Mistake",
    "draw",
    "given",
    "load",
    "load_lesson",
    "check",
    "ChoiceTrouble",
    "canonical_choice",
    "merged",
    "DirectPort",
    "Exam",
    "ExamBroken",
    "judge_submission",
    "first_look",
    "AnswerProcess",
    "PipePort",
    "ProcessNotStarted",
    "CellRaised",
    "CouldNotRun",
    "Ended",
    "NoAnswer",
    "NotJson",
    "Port",
    "Raised",
    "Reply",
    "Tampered",
    "TimedOut",
    "Value",
    "Submission",
    "SubmittedCell",
    "NotJsonValue",
    "from_json",
    "to_json",
    "Shown",
    "Verdict",
]


def __getattr__(name: str) -> Any:
    """Import a public name from the module that defines it."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
