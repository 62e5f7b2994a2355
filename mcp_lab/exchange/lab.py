"""The lab as a notebook has it: a client and a server in one world, ready to be called."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from mcp_lab.contract import HOME
from mcp_lab.exchange.frames import render
from mcp_lab.exchange.run import Session
from mcp_lab.exchange.scenario import Call, Scenario, Send
from mcp_lab.wire import encode
from mcp_lab.world import DEFAULT_VARIANT, Boundary, Fault, World, samples
from mcp_lab.world.samples import Sample

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.exchange.exchange import Exchange
    from mcp_lab.world import Ledger, Tool


class Lab:
    """One ferry company to try things on.

        lab = Lab()                                   # shows what there is to call
        lab.call("find_sailings", {"from": …})        # an Exchange: both frames, who decided, facts
        lab.call("book_passage", {…}, fault="provider-call")
        lab.send('{"jsonrpc": "2.0", "id": 1}')       # any frame, good or bad

    The world remembers: a passage booked in one call is there in the next. `examples` holds calls
    that succeed and calls that are refused, by name.

    Raises ValueError for a revision that there isn't.
    """

    def __init__(
        self, revision: str = HOME, variant: str = DEFAULT_VARIANT, *, world: World | None = None
    ) -> None:
        self.world = World(variant) if world is None else world
        self.revision = revision
        self._session = Session(revision, self.world)

    @property
    def tools(self) -> Mapping[str, Tool]:
        """The tools by name, each with its schemas."""
        return self.world.tools

    @property
    def ledger(self) -> Ledger:
        """What really happened, counted outside both peers."""
        return self.world.ledger

    @property
    def examples(self) -> dict[str, Sample]:
        """Calls to try: by tool the ones that succeed, by reason the ones that are refused."""
        world = self.world
        good = samples.succeeding(world) | samples.altering(world)
        return good | samples.refused(world) | samples.malformed(world)

    def call(
        self,
        tool: str | Sample,
        arguments: Mapping[str, Any] | None = None,
        fault: Fault | Boundary | str | None = None,
    ) -> Exchange:
        """Call a tool and record everything. Arguments of None are left out of the request.

        `tool` may be one of `examples`. `fault` names a boundary at which an exception is raised
        in this one call. Raises ValueError for a boundary that there isn't.
        """
        if isinstance(tool, Sample):
            call = Call(tool.tool, tool.arguments if arguments is None else arguments)
        else:
            call = Call(tool, arguments)
        return self._run(call.tool, call, fault)

    def send(
        self, frame: bytes | str | Mapping[str, Any], fault: Fault | Boundary | str | None = None
    ) -> Exchange:
        """Send any frame to the server: bytes or text as they are, a dict as JSON.

        Raises Unencodable for a dict that has no JSON form.
        """
        data = frame if isinstance(frame, bytes) else _bytes(frame)
        return self._run("a frame of one's own", data, fault)

    def _run(self, name: str, send: Send, fault: Fault | Boundary | str | None) -> Exchange:
        faults = () if fault is None else (_fault(fault),)
        scenario = Scenario(name, send, self.revision, faults, self.world.variant)
        return self._session.run(scenario)

    def __repr__(self) -> str:
        return f"<Lab {self.world.company.name}, revision {self.revision}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        calls = [
            (sample.tool, f"lab.call({sample.tool!r}, {sample.arguments!r})")
            for sample in (samples.succeeding(self.world) | samples.altering(self.world)).values()
        ]
        html = render("lab.html", lab=self, calls=calls, boundaries=[*Boundary])
        return {"text/plain": self._told(calls), "text/html": str(html)}

    def _told(self, calls: list[tuple[str, str]]) -> str:
        company = self.world.company
        lines = [
            f"{company.name} ({', '.join(company.islands)}), protocol revision {self.revision}.",
            f"{self.world.passenger} is signed in.",
            "Calls to try:",
            *(f"  {call}" for _, call in calls),
        ]
        return "\n".join(lines)


def _bytes(frame: str | Mapping[str, Any]) -> bytes:
    return frame.encode("utf-8", "surrogatepass") if isinstance(frame, str) else encode(frame)


def _fault(fault: Fault | Boundary | str) -> Fault:
    if isinstance(fault, Fault):
        return fault
    try:
        boundary = Boundary(fault)
    except ValueError:
        near = get_close_matches(str(fault), map(str, Boundary), n=1, cutoff=0.0)[0]
        raise ValueError(
            f"There is no boundary {str(fault)!r}; the nearest is {near!r}, "
            f"and all are: {', '.join(Boundary)}."
        ) from None
    return Fault(boundary, ValueError(f"planted at {boundary}"))
