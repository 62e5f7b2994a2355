"""Broken servers: each answers one call in its own way, and a careful client survives them all.

    BROKEN["result-and-error"].says
    play = play_broken("result-and-error", "2025-11-25")
    play.ends, play.events, play.neighbours, play.decision

A broken answer ends its own call at most, and never as a success; the two calls in flight beside it
are answered as ever, and so is one that is made afterwards. `broken.toml` holds the servers.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.client import (
    Broken,
    Client,
    Lost,
    Response,
    TimedOut,
    context_of,
    default_policy,
)
from mcp_lab.contract import CURRENT, HOME, REVISIONS
from mcp_lab.contract.tables import span
from mcp_lab.exchange.exchange import TO_CLIENT, TO_SERVER, Direction, Frame
from mcp_lab.exchange.telling import mimebundle
from mcp_lab.server import Server
from mcp_lab.wire import decode, encode
from mcp_lab.world import DEFAULT_VARIANT, World, samples

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mcp_lab.client import Decision, Event
    from mcp_lab.wire import Decoded

UNUSABLE: Final = "unusable"
"""How a call ends whose answer came and can't be used: no outcome can be read off it."""

_TOOL: Final = "book_passage"
_GOOD: Final[dict[str, Any]] = {"content": [{"type": "text", "text": "Done."}]}
_TYPE: Final = "complete"  # what 2026-07-28 wants a finished result to be


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected at one revision: the clauses that are broken, the call's end, the events."""

    clauses: tuple[str, ...]
    ends: str
    events: tuple[str, ...]


@dataclass(frozen=True)
class BrokenServer:
    """One server.

    Attributes:
        name: its name, for `play_broken` and on the command line.
        says: what it does and why that is broken, or why it only seems to be.
        sends: its frames, with places for the call at hand; `answer` fills them in.
        then: "" when that is all, "dies", or "late" when the frames come too late.
        tool: the tool that the client calls.
        listed: whether it is one of the thirty-six that clients are compared by.
        expected: by revision, what a careful client makes of it; a revision without is left out.
    """

    name: str
    says: str
    sends: tuple[str, ...]
    then: str
    tool: str
    listed: bool
    expected: Mapping[str, Expected]

    def answer(self, request: Decoded, revision: str) -> tuple[bytes, ...]:
        """The frames with which it answers this request."""
        typed = {"resultType": _TYPE} if revision == CURRENT else {}
        places = {
            "$OTHER_ID": encode(_another(request.id)).decode(),
            "$TEXT_ID": encode(str(request.id)).decode(),
            "$FLOAT_ID": f"{encode(request.id).decode()}.0",
            "$ID": encode(request.id).decode(),
            "$OK": encode(_GOOD | typed).decode(),
            "$TYPED": f',"resultType":"{_TYPE}"' if typed else "",
        }
        return tuple(_filled(frame, places).encode() for frame in self.sends)


@dataclass(frozen=True)
class Play:
    """What happened when a client called a broken server.

    Attributes:
        server: the server.
        revision: the protocol revision.
        frames: every frame, in order; notifications/cancelled is among them where it was sent.
        events: what the client made of the call: what came for it, and how it ended.
        ended: the event that ended the call.
        neighbours: how the calls ended that were in flight beside it.
        afterwards: how a call ended that was made when all was over.
        decision: what the client's policy says to do; None after a success.
    """

    server: BrokenServer
    revision: str
    frames: tuple[Frame, ...]
    events: tuple[Event, ...]
    ended: Response | Broken | TimedOut | Lost
    neighbours: tuple[Event, ...]
    afterwards: Event
    decision: Decision | None

    @property
    def ends(self) -> str:
        """The outcome of the call, or "unusable"."""
        return UNUSABLE if isinstance(self.ended, Broken) else str(self.ended.outcome)

    @property
    def answers(self) -> tuple[bytes, ...]:
        """What the server sent for the call."""
        request = self.ended.request
        assert request is not None
        return self.server.answer(decode(request.data), self.revision)

    def __repr__(self) -> str:
        return f"<Play {self.server.name} at {self.revision}: {self.ends}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        next_ = self.decision and f"Next: {self.decision.action}. {self.decision.because}"
        events = ", ".join(type(event).__name__ for event in self.events)
        lines = [self.server.says, f"The client made of it: {events}.", next_ or "Nothing to do."]
        return mimebundle(f"{self.server.name} ({self.revision}): {self.ends}", lines, self.frames)


def play_broken(name: str, revision: str = HOME, variant: str = DEFAULT_VARIANT) -> Play:
    """Let a client call a broken server, with two more calls in flight.

    Raises KeyError for a name there isn't, ValueError where it makes no sense at the revision.
    """
    server = _find(name)
    if revision not in server.expected:
        senses = ", ".join(server.expected)
        raise ValueError(f"{name!r} makes no sense at {revision}; it does at {senses}.")
    return _Stage(server, revision, variant).play()


class _Stage:
    """One performance: a client, a world, and everything that passes between them."""

    def __init__(self, server: BrokenServer, revision: str, variant: str) -> None:
        self.server = server
        self.revision = revision
        self.world = World(variant)
        self.client = Client(self.world, revision)
        self.frames: list[Frame] = []
        calls = samples.succeeding(self.world)
        self.arguments = calls[server.tool if server.tool in calls else _TOOL].arguments

    def play(self) -> Play:
        """The two neighbours are sent around the call, and answered after the server's frames."""
        self._list_tools()
        before = self._send(self.client.call("booking_status", {"booking": "B-10001"}))
        call = self._send(self.client.call(self.server.tool, self.arguments))
        after = self._send(self.client.call("booking_status", {"booking": "B-10002"}))
        answers = self.server.answer(call, self.revision)
        events = [] if self.server.then == "late" else self._take(answers)
        neighbours: list[Event] = []
        if self.server.then == "dies":
            lost = self.client.disconnected()
            events += [event for event in lost if _ends(call.id)(event)]
            neighbours += [event for event in lost if not _ends(call.id)(event)]
        else:
            neighbours += self._take([_good(each.id, self.revision) for each in (before, after)])
            events += self._wait()
        if self.server.then == "late":
            events += self._take(answers)
        return self._told(call, events, neighbours)

    def _told(self, call: Decoded, events: list[Event], neighbours: list[Event]) -> Play:
        ended = next(filter(_ends(call.id), events))
        assert isinstance(ended, Response | Broken | TimedOut | Lost)
        policy = default_policy()
        failure = context_of(ended, self.revision, policy.semantics(self.server.tool))
        last = self._send(self.client.call("booking_status", {"booking": "B-10003"}))
        (afterwards,) = self._take([_good(last.id, self.revision)])
        return Play(
            server=self.server,
            revision=self.revision,
            frames=tuple(self.frames),
            events=tuple(events),
            ended=ended,
            neighbours=tuple(neighbours),
            afterwards=afterwards,
            decision=None if failure is None else policy.decide(failure),
        )

    def _list_tools(self) -> None:
        """The client knows the tools, and what their results promise, before it calls one."""
        frame = self.client.request("tools/list")
        self._take(Server(self.world, self.revision, opened=True).receive(frame))
        self.frames.clear()

    def _wait(self) -> list[Event]:
        """Let the client's patience run out, where the call is still in flight."""
        self.world.clock.advance(self.client.timeout)
        over = self.client.expire()
        for event in over:
            if isinstance(event, TimedOut) and event.cancelling.frame is not None:
                self._send(event.cancelling.frame)
        return list(over)

    def _send(self, data: bytes) -> Decoded:
        self._record(TO_SERVER, data)
        return decode(data)

    def _take(self, frames: Sequence[bytes]) -> list[Event]:
        events: list[Event] = []
        for data in frames:
            self._record(TO_CLIENT, data)
            events += self.client.receive(data)
        return events

    def _record(self, direction: Direction, data: bytes) -> None:
        self.frames.append(Frame(direction, data, self.world.clock.advance(0.001)))


def _ends(id_: Any) -> Callable[[Event], bool]:
    def ends(event: Event) -> bool:
        request = getattr(event, "request", None)
        return request is not None and bool(request.id == id_)

    return ends


def _good(id_: Any, revision: str) -> bytes:
    typed = {"resultType": _TYPE} if revision == CURRENT else {}
    return encode({"jsonrpc": "2.0", "id": id_, "result": _GOOD | typed})


def _another(id_: Any) -> Any:
    return id_ + 1000 if isinstance(id_, int) else f"{id_}-other"


def _filled(frame: str, places: Mapping[str, str]) -> str:
    for place, text in places.items():
        frame = frame.replace(place, text)
    return frame


def _find(name: str) -> BrokenServer:
    from difflib import get_close_matches

    if name not in BROKEN:
        near = get_close_matches(name, BROKEN, n=1, cutoff=0.0)[0]
        raise KeyError(f"no broken server is called {name!r}; the nearest is {near!r}")
    return BROKEN[name]


def _load() -> Mapping[str, BrokenServer]:
    text = files("mcp_lab.exchange").joinpath("broken.toml").read_text(encoding="utf-8")
    return MappingProxyType({row["name"]: _server(row) for row in tomllib.loads(text)["server"]})


def _server(row: Mapping[str, Any]) -> BrokenServer:
    expected = {revision: _expected(row) for revision in span(row.get("revisions", "all"))}
    for other in row.get("at", ()):
        expected |= {revision: _expected(other) for revision in span(other["revisions"])}
    return BrokenServer(
        name=row["name"],
        says=row["says"],
        sends=tuple(row["sends"]),
        then=row.get("then", ""),
        tool=row.get("tool", _TOOL),
        listed=row.get("listed", True),
        expected=MappingProxyType({each: expected[each] for each in REVISIONS if each in expected}),
    )


def _expected(row: Mapping[str, Any]) -> Expected:
    return Expected(tuple(row["clauses"]), row["ends"], tuple(row["events"]))


BROKEN: Final[Mapping[str, BrokenServer]] = _load()
"""Every broken server by name: the thirty-six that clients are compared by, then a few more."""
