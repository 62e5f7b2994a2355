"""A server of one protocol revision, without input or output of its own: bytes in, bytes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lab.contract import REVISIONS, Outcome, look_up
from mcp_lab.server import asking, notices, running
from mcp_lab.server.answers import answer
from mcp_lab.server.boundaries import owner, walk
from mcp_lab.server.connection import Connection
from mcp_lab.server.flights import Flights
from mcp_lab.server.trace import Trace
from mcp_lab.server.visit import End, Stop, Visit
from mcp_lab.wire import ABSENT, decode

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from mcp_lab.wire import Decoded
    from mcp_lab.world import World


class Server:
    """Serves the world's tools, resources and prompts in one revision of the protocol.

    `receive` takes a frame and gives back those that are due at once. A tool that waits answers
    later: `poll` gives back what is due by the world's clock, `advance` lets time pass and polls at
    every moment at which something is due, `finish` until nothing is. A call that was cancelled is
    never answered, whatever its tool makes of it.

    `opened` is for a connection whose handshake was done elsewhere.

    Raises ValueError for a revision that there isn't.
    """

    def __init__(self, world: World, revision: str, *, opened: bool = False) -> None:
        if revision not in REVISIONS:
            known = ", ".join(REVISIONS)
            raise ValueError(f"{revision!r} is no protocol revision; there are {known}.")
        self.world = world
        self.revision = revision
        self.connection = Connection()
        self.connection.opened = opened
        self._visits: list[Visit] = []
        self._flights = Flights()
        batch = look_up(revision, "batch").preferred
        self._takes_batches = batch.channel is Outcome.SUCCESS

    def receive(self, data: bytes) -> tuple[bytes, ...]:
        """Take one frame; the frames that are due at once. Never raises for any bytes."""
        message = decode(data)
        self._visits = []
        if message.members and self._takes_batches:
            return self._batch(message)
        if self._flights and message.kind != "request":
            return self._about_a_flight(message)
        return self._begin(message)

    def poll(self) -> tuple[bytes, ...]:
        """The frames that are due by now: of every tool whose time has come."""
        frames: tuple[bytes, ...] = ()
        while (visit := self._flights.due(self.world.clock.now)) is not None:
            frames += self._resume(visit, running.go_on)
        return frames

    def advance(self, seconds: float) -> tuple[bytes, ...]:
        """Let so much time pass, and give back what is due on the way, at its own moments."""
        clock = self.world.clock
        end = clock.after(seconds)
        frames: tuple[bytes, ...] = ()
        while (moment := self.due) is not None and moment <= end:
            clock.advance_to(moment)
            frames += self.poll()
        clock.advance_to(end)
        return frames

    def finish(self) -> tuple[bytes, ...]:
        """Let time pass until no tool waits for it any more; those that wait for a person stay."""
        frames: tuple[bytes, ...] = ()
        while (moment := self.due) is not None:
            self.world.clock.advance_to(moment)
            frames += self.poll()
        return frames

    @property
    def due(self) -> datetime | None:
        """The next moment at which `poll` gives something back or lets a tool go on, or None."""
        return self._flights.next_moment()

    @property
    def traces(self) -> list[Trace]:
        """What became of each message since the last frame came in, as far as it is known."""
        return [_trace(visit) for visit in self._visits]

    @property
    def trace(self) -> Trace | None:
        """What became of the last message (the last of a batch); None before the first."""
        return _trace(self._visits[-1]) if self._visits else None

    def _begin(self, message: Decoded) -> tuple[bytes, ...]:
        visit = Visit(self.world, self.revision, message, self.connection, batched=False)
        return self._walk(visit)

    def _batch(self, message: Decoded) -> tuple[bytes, ...]:
        """All answers in one frame, so a batch takes as long as the slowest of its tools."""
        given: list[bytes] = []
        for member in message.members:
            visit = Visit(self.world, self.revision, member, self.connection, batched=True)
            given += self._walk(visit)
            while visit.waiting is not None and visit.waiting.until is not None:
                self.world.clock.advance_to(visit.waiting.until)
                given += self._resume(visit, running.go_on)
        return (b"[" + b",".join(given) + b"]",) if given else ()

    def _about_a_flight(self, message: Decoded) -> tuple[bytes, ...]:
        """While tools wait: a cancellation, or the client's answer to the question of one."""
        if message.defects:
            return self._begin(message)
        if message.method == "notifications/cancelled":
            params = message.params if isinstance(message.params, dict) else {}
            withdrawn = self._flights.of(params.get("requestId", ABSENT))
            if withdrawn is not None:
                self._resume(withdrawn, running.cancel)
        elif (asker := self._flights.asking(message.id)) is not None:
            return self._resume(asker, lambda visit: running.take(visit, message))
        return self._begin(message)

    def _resume(self, visit: Visit, step: Callable[[Visit], Stop | None]) -> tuple[bytes, ...]:
        self._flights.remove(visit)
        return self._walk(visit, step)

    def _walk(
        self, visit: Visit, resume: Callable[[Visit], Stop | None] | None = None
    ) -> tuple[bytes, ...]:
        """Take a visit as far as it goes; what is to be sent now."""
        ledger = self.world.ledger
        began = ledger.began
        if visit not in self._visits:
            self._visits.append(visit)
        end = walk(visit, resume)
        if ledger.began > began:
            visit.effects = True
        if end is None:
            return self._wait(visit)
        if visit.cancelled:
            end = End(end.reached, Stop("cancelled"))
        response, safe = (visit.response, None) if end.stop is None else answer(visit, end.stop)
        if end.stop is not None and safe is not None:
            notices.log(visit, end.stop, safe)
        visit.end, visit.safe = end, safe
        frames = notices.frames(visit) if visit.context.notices else ()
        return frames if response is None else (*frames, response)

    def _wait(self, visit: Visit) -> tuple[bytes, ...]:
        self._flights.add(visit)
        return (*notices.frames(visit), *asking.frames(visit))


def _trace(visit: Visit) -> Trace:
    end = visit.end
    return Trace(
        message=visit.message,
        path=tuple(visit.context.path),
        reached=end.reached,
        decided_by=owner(visit, end),
        situation=None if end.stop is None else end.stop.situation,
        side_effect_began=visit.effects,
        safe=visit.safe,
        waiting=visit.waiting is not None,
    )
