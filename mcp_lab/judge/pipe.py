"""The pipe port: the answer lives in a process of its own, and is asked in JSON-RPC."""

import contextlib
import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

from mcp_lab.judge.challenge import Challenge, given
from mcp_lab.judge.conversation import Conversation
from mcp_lab.judge.direct import TIMEOUT
from mcp_lab.judge.fresh import FreshProcess, Peer
from mcp_lab.judge.port import CouldNotRun, Ended, Reply, Tampered, Value
from mcp_lab.judge.values import to_json

STARTING = 60.0
"""Seconds in which a new process must show a sign of life."""


class ProcessNotStarted(Exception):  # noqa: N818 - said of the system
    """An answer's process could not be started: a fault of ours, never of the learner's."""


class AnswerProcess:
    """A process that has been told of a lesson, ready to run cells and to be asked."""

    def __init__(
        self,
        challenges: Sequence[Challenge],
        variant: str,
        bundles: Mapping[str, Any] | None = None,
        *,
        peer: Peer | None = None,
    ) -> None:
        """Start it; raises `ProcessNotStarted`. `peer` is a fresh process unless given."""
        told = _told(challenges, variant, bundles or {})
        try:
            self.peer = peer or FreshProcess()
        except OSError as error:
            raise ProcessNotStarted(f"the system gave no new process ({error})") from error
        self.conversation = Conversation(self.peer)
        started = self.conversation.call("start", told, STARTING)
        if not isinstance(started, Value):
            last = self.peer.printed.tail()
            raise ProcessNotStarted(f"a new process gave no sign of life ({started}; {last})")

    def run(self, source: str, role: str, challenge: str | None, timeout: float) -> Reply:
        """Run one cell: a value when it ran, else what it raised or what became of the process."""
        params = {"source": source, "role": role, "challenge": challenge}
        return self.conversation.call("run", params, timeout)

    def close(self) -> None:
        """Let the process go."""
        self.conversation.close()


class PipePort:
    """Asks one challenge's answer in a process. See `Port`."""

    def __init__(
        self,
        process: AnswerProcess,
        challenge: Challenge,
        timeout: float = TIMEOUT,
        until: float = math.inf,
    ) -> None:
        """`timeout`: seconds that one question may take; `until`: when (monotonic) all must end."""
        self._conversation, self._challenge = process.conversation, challenge
        self._timeout, self._until, self._asked = timeout, until, False

    def ask(self, name: str, arguments: Mapping[str, Any] | None) -> Reply:
        """Ask; a process that ended before its first question could not run at all."""
        params = {
            "challenge": self._challenge.id,
            "name": name,
            "arguments": None if arguments is None else to_json(dict(arguments)),
        }
        gone = self._conversation.over
        reply = self._conversation.call("ask", params, self._patience())
        first, self._asked = not self._asked, True
        if isinstance(reply, Ended) and first and gone:
            return CouldNotRun(reply.text)
        return reply

    def settle(self) -> Tampered | None:
        """After the last question: whether anything was written that no question had asked for."""
        if self._conversation.over:
            return None
        reply = self._conversation.call("settle", {}, self._patience())
        return reply if isinstance(reply, Tampered) else None

    def _patience(self) -> float:
        return max(0.0, min(self._timeout, self._until - time.monotonic()))


def _told(
    challenges: Sequence[Challenge], variant: str, bundles: Mapping[str, Any]
) -> dict[str, Any]:
    """What an answer's process is told of its lesson: what the learner sees, and nothing more."""
    told: dict[str, Any] = {}
    for challenge in challenges:
        with contextlib.suppress(Exception):  # a broken given(rng) is the check's to report
            told[challenge.id] = {
                "kind": challenge.kind,
                "answer": challenge.answer,
                "given": to_json(given(challenge, variant)),
            }
            if challenge.id in bundles:
                told[challenge.id]["chosen"] = to_json(bundles[challenge.id])
    gives = dict.fromkeys(name for challenge in challenges for name in challenge.gives)
    return {"gives": [*gives], "challenges": told}
