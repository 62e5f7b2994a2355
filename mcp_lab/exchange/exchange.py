"""An exchange: everything that happened when a scenario was run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from mcp_lab.client import Advice, Asked, Broken, Notified, Response, Unmatched, advise
from mcp_lab.contract import Outcome, outcome_of
from mcp_lab.wire import decode

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from mcp_lab.client import Event
    from mcp_lab.contract import Fact
    from mcp_lab.exchange.report import Report
    from mcp_lab.exchange.scenario import Scenario
    from mcp_lab.exchange.views import View
    from mcp_lab.server import Trace
    from mcp_lab.wire import Decoded
    from mcp_lab.world import Boundary, Effects
    from mcp_lab.world.audience import Audience

Direction: TypeAlias = Literal["client→server", "server→client"]
TO_SERVER: Final[Direction] = "client→server"
TO_CLIENT: Final[Direction] = "server→client"
_BESIDE: Final = ("notification", "request")
_WITH_A_MESSAGE: Final = (Response, Broken, Unmatched, Notified, Asked)


class Frame(NamedTuple):
    """One frame on the wire: which way, its bytes, and when by the world's clock."""

    direction: Direction
    data: bytes
    at: datetime


@dataclass(frozen=True)
class Exchange:
    """What happened, recorded on the wire, in the server, in the client and in the ledger.

    Attributes:
        scenario: what was tried.
        opening: the frames of the handshake before it, in revisions that have one.
        frames: every frame of it, in order.
        traces: the server's own record, one a message.
        events: what the client made of what came back.
        effects: what the ledger, outside both, counted meanwhile.
    """

    scenario: Scenario
    opening: tuple[Frame, ...]
    frames: tuple[Frame, ...]
    traces: tuple[Trace, ...]
    events: tuple[Event, ...]
    effects: Effects

    @property
    def revision(self) -> str:
        """The protocol revision that both sides spoke."""
        return self.scenario.revision

    @cached_property
    def request(self) -> Decoded:
        """What was sent."""
        return _decoded(self.frames[0], [trace.message for trace in self.traces])

    @cached_property
    def response(self) -> Decoded | None:
        """What came back in answer, or None for silence; what a server says beside is no answer."""
        seen = [event.message for event in self.events if isinstance(event, _WITH_A_MESSAGE)]
        back = (frame for frame in self.frames if frame.direction == TO_CLIENT)
        answers = (_decoded(frame, seen) for frame in back)
        return next((each for each in answers if each.kind not in _BESIDE), None)

    @property
    def outcome(self) -> Outcome:
        """What became of it as the caller sees it; an answered batch counts as a success."""
        if self.response is None:
            return Outcome.SILENCE
        return outcome_of(self.response, self.revision) or Outcome.SUCCESS

    @property
    def trace(self) -> Trace:
        """The server's record of the (last) message."""
        return self.traces[-1]

    @property
    def reached(self) -> Boundary:
        """The boundary at which it ended."""
        return self.trace.reached

    @property
    def entered(self) -> bool:
        """Whether a tool's body was entered."""
        return any(trace.entered for trace in self.traces)

    @property
    def side_effect_began(self) -> bool:
        """Whether a side effect began, by the server's own record."""
        return any(trace.side_effect_began for trace in self.traces)

    @property
    def advice(self) -> Advice | None:
        """What the client would do next; None where no call was touched."""
        advice = (advise(event, self.revision) for event in self.events)
        return next((found for found in advice if found is not None), None)

    @cached_property
    def views(self) -> Mapping[Audience, View]:
        """What each of the four audiences was shown."""
        from mcp_lab.exchange.views import views_of

        return views_of(self)

    def facts(self) -> tuple[Fact, ...]:
        """What holds of it: the contract's facts of each response, then the exchange's own."""
        from mcp_lab.exchange.facts import facts_of

        return facts_of(self)

    def report(self) -> Report:
        """The exchange to look at: HTML, plain text, or for a terminal."""
        from mcp_lab.exchange.report import report_of

        return report_of(self)

    def __repr__(self) -> str:
        return f"<Exchange {self.scenario.name}: {words(self.outcome)} at {self.reached}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        report = self.report()
        return {"text/plain": str(report), "text/html": report._repr_html_()}


def words(outcome: Outcome) -> str:
    """An outcome as learners read it: `tool error`."""
    return outcome.value.replace("-", " ")


def _decoded(frame: Frame, messages: list[Decoded]) -> Decoded:
    """The frame, decoded; by whoever decoded it already, unless that was a member of a batch."""
    return next((each for each in messages if each.raw == frame.data), None) or decode(frame.data)
