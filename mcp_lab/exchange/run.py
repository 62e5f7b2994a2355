"""Running: a client and a server in one world, with every frame between them recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mcp_lab.client import Client
from mcp_lab.exchange.exchange import TO_CLIENT, TO_SERVER, Direction, Exchange, Frame
from mcp_lab.exchange.scenario import Call
from mcp_lab.server import Server
from mcp_lab.server.revisions import HANDSHAKE
from mcp_lab.world import World

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp_lab.client import Event
    from mcp_lab.exchange.scenario import Scenario, Send

# How long a frame is on its way, in seconds of the world's clock.
ON_THE_WAY: Final = 0.001


class Session:
    """One client, one server, one world; calls made in it share what the world remembers.

    `serve` makes the server: the lab's own, or one that is wrong on purpose.

    Raises ValueError for a revision that there isn't.
    """

    def __init__(
        self, revision: str, world: World, serve: Callable[[World, str], Server] = Server
    ) -> None:
        self.world = world
        self.revision = revision
        self.client = Client(world, revision)
        self.server = serve(world, revision)
        self.opening = self._open()

    def run(self, scenario: Scenario) -> Exchange:
        """Send what the scenario sends and record everything until both sides are quiet."""
        ledger = self.world.ledger
        before = ledger.began, len(ledger)
        with self.world.planted(*scenario.faults):
            frames, events = self._pass(self._data(scenario.send))
        return Exchange(
            scenario=scenario,
            opening=self.opening,
            frames=frames,
            traces=tuple(self.server.traces),
            events=events,
            effects=ledger.since(*before),
        )

    def _open(self) -> tuple[Frame, ...]:
        """The handshake, where the revision has one."""
        if self.revision not in HANDSHAKE:
            return ()
        opened, _ = self._pass(self.client.initialize())
        confirmed, _ = self._pass(self.client.notify("notifications/initialized"))
        return opened + confirmed

    def _data(self, send: Send) -> bytes:
        if isinstance(send, Call):
            return self.client.call(send.tool, send.arguments)
        return self.client.send(send)

    def _pass(self, data: bytes) -> tuple[tuple[Frame, ...], tuple[Event, ...]]:
        """One frame to the server, and whatever comes back."""
        frames = [self._frame(TO_SERVER, data)]
        events: list[Event] = []
        for answer in self._answers(data):
            frames.append(self._frame(TO_CLIENT, answer))
            events += self.client.receive(answer)
        return tuple(frames), tuple(events)

    def _answers(self, data: bytes) -> Iterator[bytes]:
        """What the server sends, at once and as time passes, until nothing more is due."""
        yield from self.server.receive(data)
        while (moment := self.server.due) is not None:
            self.world.clock.advance_to(moment)
            yield from self.server.poll()

    def _frame(self, direction: Direction, data: bytes) -> Frame:
        return Frame(direction, data, self.world.clock.advance(ON_THE_WAY))


def run(scenario: Scenario, serve: Callable[[World, str], Server] = Server) -> Exchange:
    """Run a scenario in a fresh world of its variant, against the server that `serve` makes.

    Raises ValueError for a revision that there isn't.
    """
    return Session(scenario.revision, World(scenario.variant), serve).run(scenario)
