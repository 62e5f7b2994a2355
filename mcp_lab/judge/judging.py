"""Judge a submission: one process for the notebook, every challenge asked at its place.

The parent here holds the checks and runs nothing of the learner's; the process runs the learner's
cells and holds no check. When a challenge kills or hangs its process, a new one runs the other
cells again and goes on, so no other challenge is harmed.
"""

import time
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mcp_lab.judge.challenge import Challenge
from mcp_lab.judge.checking import FRESH, check, fault
from mcp_lab.judge.conversation import TROUBLE
from mcp_lab.judge.direct import TIMEOUT
from mcp_lab.judge.look import first_look
from mcp_lab.judge.misnamed import with_its_name
from mcp_lab.judge.pipe import AnswerProcess, PipePort, ProcessNotStarted
from mcp_lab.judge.plan import Ask, Run, plan, sources
from mcp_lab.judge.port import CouldNotRun, Ended, Raised, Reply, Tampered, TimedOut, spoken
from mcp_lab.judge.submission import Submission
from mcp_lab.judge.values import NotJsonValue, to_json
from mcp_lab.judge.verdict import NOBODYS, TABLE, Verdict, by_reply, by_row

TOTAL = 60.0
"""Seconds that one submission may take, unless told otherwise."""


def judge_submission(  # noqa: PLR0913 - two are asked for, each other has its default
    submission: Submission,
    challenges: Sequence[Challenge],
    *,
    timeout: float = TIMEOUT,
    total: float = TOTAL,
    fresh: int | Sequence[str] = FRESH,
    beside: Sequence[Challenge] = (),
) -> tuple[Verdict, ...]:
    """The verdicts of a submission, one a challenge, in the order of `challenges`.

    `timeout`: seconds that a cell or a question may take; `total`: seconds for all; `fresh`: as in
    `check`. `beside` are challenges of the lesson that are not to be judged; their cells run as
    ever, so the verdicts are those of a judgement of all. Nothing is started when a first look
    decides everything.
    """
    asked = {challenge.id for challenge in challenges}
    everything = (*challenges, *beside)
    sitting = _Sitting(submission, everything, timeout, time.monotonic() + total)
    try:
        verdicts = dict(sitting.verdicts(asked, fresh))
    finally:
        sitting.close()
    return tuple(verdicts[challenge.id] for challenge in challenges)


class _Sitting:
    """One submission being judged. Cells run when a question first needs them."""

    def __init__(
        self, submission: Submission, challenges: Sequence[Challenge], timeout: float, until: float
    ) -> None:
        self._submission, self._timeout, self._until = submission, timeout, until
        self._challenges = {challenge.id: challenge for challenge in challenges}
        self._steps = plan(submission.cells, tuple(self._challenges))
        self._bundles = _fit(submission.bundles)
        self._process: AnswerProcess | None = None
        self._ran = 0  # steps done in this process
        self._left_out: set[int] = set()  # steps that took a process down
        self._decided: dict[str, Reply] = {}  # what befell a challenge before it was asked
        self._notes: dict[int, str] = {}

    def verdicts(
        self, asked: Container[str], fresh: int | Sequence[str]
    ) -> Iterator[tuple[str, Verdict]]:
        """The verdict of each challenge asked, in the notebook's order."""
        for at, step in enumerate(self._steps):
            if isinstance(step, Ask) and step.challenge in asked:
                challenge = self._challenges[step.challenge]
                verdict = self._verdict(challenge, at, fresh)
                yield challenge.id, replace(verdict, notes=self._notes_of(challenge.id))

    def close(self) -> None:
        """Let the process go, if there is one."""
        if self._process:
            self._process.close()

    def _verdict(self, challenge: Challenge, at: int, fresh: int | Sequence[str]) -> Verdict:
        if looked := self._seen_at_once(challenge):
            return looked
        try:
            process = self._ready(at)
        except ProcessNotStarted as error:
            return fault(challenge, error)
        if challenge.id in self._decided:
            return by_reply(challenge, self._decided[challenge.id])
        if process is None:
            return _out_of_time(challenge)
        verdict = self._asked(challenge, process, fresh)
        return with_its_name(challenge, sources(self._steps, challenge.id), verdict)

    def _seen_at_once(self, challenge: Challenge) -> Verdict | None:
        """The verdict that needs no run, if there is one."""
        written = sources(self._steps, challenge.id)
        looked = first_look(challenge, written, challenge.id in self._bundles)
        if looked is None and not self._submission.variant and challenge.kind != "function":
            return by_row(challenge, NOBODYS)
        return looked

    def _asked(
        self, challenge: Challenge, process: AnswerProcess, fresh: int | Sequence[str]
    ) -> Verdict:
        """The verdict on an answer that was asked, and what became of its process."""
        port = PipePort(process, challenge, self._timeout, self._until)
        verdict = check(challenge, port, variant=self._submission.variant, fresh=fresh)
        tampered = port.settle()
        if process.conversation.over:
            self._leave_out_answer(challenge.id)
        if verdict.verdict == "timed-out" and time.monotonic() >= self._until:
            return _out_of_time(challenge)
        return by_reply(challenge, tampered) if tampered else verdict

    def _ready(self, at: int) -> AnswerProcess | None:
        """A process in which every step before `at` has run; None when the time is up."""
        while time.monotonic() < self._until:
            if self._process is None or self._process.conversation.over:
                self._start()
            process = self._process
            assert process is not None
            if all(self._step(process, index) for index in range(self._ran, at)):
                return process
        return None

    def _start(self) -> None:
        self.close()
        challenges = tuple(self._challenges.values())
        self._process = AnswerProcess(challenges, self._submission.variant, self._bundles)
        self._ran = 0

    def _step(self, process: AnswerProcess, index: int) -> bool:
        """Run one step; False when it took the process down."""
        step = self._steps[index]
        if isinstance(step, Run) and index not in self._left_out:
            patience = max(0.0, min(self._timeout, self._until - time.monotonic()))
            reply = process.run(step.source, step.role, step.challenge, patience)
            if isinstance(reply, TROUBLE):
                self._leave_out(index, step, reply)
                return False
            if isinstance(reply, Raised) and step.role == "own":
                said = spoken(reply.class_name, reply.text, reply.line)
                self._notes[index] = f"A cell of your own raised {said}."
        self._ran = index + 1
        return True

    def _leave_out(self, index: int, step: Run, reply: Reply) -> None:
        """Never run this step again; its challenge answers for its answer cell and for forgery."""
        self._left_out.add(index)
        if step.challenge and (step.role == "answer" or isinstance(reply, Tampered)):
            self._decided.setdefault(step.challenge, _before_asked(reply))
        else:
            self._notes[index] = f"A cell of your own was left out: {_why(reply)}."

    def _leave_out_answer(self, challenge: str) -> None:
        for index, step in enumerate(self._steps):
            if isinstance(step, Run) and step.role == "answer" and step.challenge == challenge:
                self._left_out.add(index)

    def _notes_of(self, challenge: str) -> tuple[str, ...]:
        owners = {i: step.challenge for i, step in enumerate(self._steps)}
        return tuple(note for i, note in sorted(self._notes.items()) if owners[i] == challenge)


def _fit(bundles: Mapping[str, Any]) -> dict[str, Any]:
    """The widget answers that can cross; one of a million bytes is no answer of a widget's."""
    fitting: dict[str, Any] = {}
    for id_, answer in bundles.items():
        try:
            to_json(answer)
        except NotJsonValue:
            continue
        fitting[id_] = answer
    return fitting


def _before_asked(reply: Reply) -> Reply:
    """A process that ends before the first question could not run at all."""
    if isinstance(reply, Ended):
        return CouldNotRun(f"the answer cell ended its process ({reply.text})")
    return reply


def _why(reply: Reply) -> str:
    if isinstance(reply, TimedOut):
        return f"it did not finish within {reply.seconds:.3g} s"
    if isinstance(reply, Ended):
        return f"it ended its process ({reply.text})"
    return "it forged a frame"


def _out_of_time(challenge: Challenge) -> Verdict:
    return by_row(challenge, TABLE[TimedOut], "the time that the whole notebook may take")
