"""A server of one protocol revision, without input or output of its own: bytes in, bytes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lab.contract import REVISIONS, Outcome, look_up
from mcp_lab.server.answers import answer
from mcp_lab.server.boundaries import owner, walk
from mcp_lab.server.trace import Trace
from mcp_lab.server.visit import Visit
from mcp_lab.wire import decode

if TYPE_CHECKING:
    from mcp_lab.wire import Decoded
    from mcp_lab.world import World


class Server:
    """Serves the world's tools in one revision of the protocol.

    The order of first messages is not enforced. Until 2025-11-25 a client SHOULD NOT send other
    requests before the handshake, and no revision says what a server answers when it does; this
    one serves them, as it serves a second `initialize`. 2026-07-28 has no order.

    Raises ValueError for a revision that there isn't.
    """

    def __init__(self, world: World, revision: str) -> None:
        if revision not in REVISIONS:
            known = ", ".join(REVISIONS)
            raise ValueError(f"{revision!r} is no protocol revision; there are {known}.")
        self.world = world
        self.revision = revision
        self.traces: list[Trace] = []
        batch = look_up(revision, "batch").preferred
        self._takes_batches = batch.channel is Outcome.SUCCESS

    def receive(self, data: bytes) -> tuple[bytes, ...]:
        """Take one frame; the frames that answer it, none or one. Never raises for any bytes."""
        message = decode(data)
        self.traces = []
        if message.members and self._takes_batches:
            answers = [self._serve(member, batched=True) for member in message.members]
            given = [each for each in answers if each is not None]
            return (b"[" + b",".join(given) + b"]",) if given else ()
        given_one = self._serve(message, batched=False)
        return () if given_one is None else (given_one,)

    @property
    def trace(self) -> Trace | None:
        """What became of the last message (the last of a batch); None before the first."""
        return self.traces[-1] if self.traces else None

    def _serve(self, message: Decoded, *, batched: bool) -> bytes | None:
        visit = Visit(self.world, self.revision, message, batched=batched)
        began = self.world.ledger.began
        reached, stop = walk(visit)
        response, safe = (visit.response, None) if stop is None else answer(visit, stop)
        trace = Trace(
            message=message,
            path=tuple(visit.context.path),
            reached=reached,
            decided_by=owner(visit, reached, stop),
            situation=None if stop is None else stop.situation,
            side_effect_began=self.world.ledger.began > began,
            safe=safe,
        )
        self.traces.append(trace)
        return response
