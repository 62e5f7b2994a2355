"""A line between a caller and a server, on which frames get lost, late, doubled, cut or swapped.

    line = Line(caller)
    line.send(caller.call("book_passage", {...}))
    line.carry(line.to_server)        # the server has it; its answer waits in line.to_client
    line.drop(line.to_client)         # and is lost

Frames wait in two queues until whoever holds the line decides what becomes of them: carried in any
order, dropped, doubled, cut short, or left where they are, which is a delay. Nothing is decided by
chance here. A line that is closed loses what is on it; the next frame goes over a new connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lab.client import TimedOut
from mcp_lab.exchange.exchange import TO_CLIENT, TO_SERVER, Direction, Frame
from mcp_lab.server import Server

if TYPE_CHECKING:
    from mcp_lab.client import Caller, Event

# How long a frame is on its way, in seconds of the world's clock.
_ON_THE_WAY = 0.001


class Line:
    """Two queues of frames.

    Attributes:
        to_server: frames that the client sent and the server has not, oldest first.
        to_client: the other way.
        frames: every frame that arrived, in order.
        events: what the client made of them, and of what never came.
    """

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.world = caller.client.world
        self.to_server: list[bytes] = []
        self.to_client: list[bytes] = []
        self.frames: list[Frame] = []
        self.events: list[Event] = []
        self._server = self._connect()

    def send(self, frame: bytes) -> None:
        """The client sends; the frame waits to be carried."""
        self.to_server.append(frame)

    def carry(self, queue: list[bytes], at: int = 0) -> None:
        """Let the frame at a place of a queue arrive; what it calls forth is queued."""
        frame = queue.pop(at)
        if queue is self.to_server:
            self._record(TO_SERVER, frame)
            self.to_client += self._server.receive(frame)
            self.to_client += self._server.finish()
            return
        self._record(TO_CLIENT, frame)
        self.events += self.caller.receive(frame)

    def drop(self, queue: list[bytes], at: int = 0) -> None:
        """A frame never arrives."""
        del queue[at]

    def double(self, queue: list[bytes], at: int = 0) -> None:
        """A frame will arrive twice, the second time behind all others."""
        queue.append(queue[at])

    def cut(self, queue: list[bytes], at: int = 0, keep: int = 0) -> None:
        """Only the first `keep` bytes of a frame will arrive."""
        queue[at] = queue[at][:keep]

    def settle(self) -> None:
        """Let everything arrive, in order, until both sides are quiet."""
        while self.to_server or self.to_client:
            self.carry(self.to_server or self.to_client)

    def wait(self, seconds: float) -> None:
        """Let time pass; requests whose time is up end, and are cancelled on the line."""
        self.world.clock.advance(seconds)
        over = self.caller.expire()
        self.events += over
        for event in over:
            if isinstance(event, TimedOut) and event.cancelling.frame is not None:
                self.send(event.cancelling.frame)

    def close(self) -> None:
        """The connection ends, and everything on it is lost."""
        self.to_server.clear()
        self.to_client.clear()
        self.events += self.caller.disconnected()
        self._server = self._connect()

    def _connect(self) -> Server:
        return Server(self.world, self.caller.client.revision, opened=True)

    def _record(self, direction: Direction, frame: bytes) -> None:
        self.frames.append(Frame(direction, frame, self.world.clock.advance(_ON_THE_WAY)))
