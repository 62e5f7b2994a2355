"""A client of one protocol revision, without input or output of its own: bytes and events."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from mcp_lab.client import results
from mcp_lab.client.cancelling import Transport, cancelling, is_known
from mcp_lab.client.catalogue import Catalogue
from mcp_lab.client.events import (
    Asked,
    Broken,
    Event,
    Lost,
    Notified,
    Response,
    TimedOut,
    Unmatched,
    Why,
    Withdrawn,
)
from mcp_lab.client.in_flight import DEFAULT_TIMEOUT, InFlight, Pending
from mcp_lab.contract import CURRENT, REVISIONS, Outcome, look_up, outcome_of
from mcp_lab.wire import ABSENT, decode, encode

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mcp_lab.client.cancelling import Cancelling
    from mcp_lab.wire import Decoded, Defect
    from mcp_lab.world import World

CLIENT_INFO: Final = {"name": "error-lab", "version": "1.0.0"}

# What each request carries in params._meta, by revision.
_META: Final[dict[str, dict[str, object]]] = {
    CURRENT: {
        "io.modelcontextprotocol/protocolVersion": CURRENT,
        "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
}


class Client:
    """Builds requests, and makes events of whatever comes back.

    A response is matched to its request by the exact form of the id. A broken response ends at
    most the request that it names, and never as a success; every other request stays in flight.
    A request that nobody answers within `timeout` seconds of the world's clock ends as TimedOut.

    Raises ValueError for a revision that there isn't, and for a timeout that is no bound.
    """

    def __init__(
        self,
        world: World,
        revision: str,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        transport: Transport = Transport.STDIO,
    ) -> None:
        if revision not in REVISIONS:
            known = ", ".join(REVISIONS)
            raise ValueError(f"{revision!r} is no protocol revision; there are {known}.")
        self.world = world
        self.revision = revision
        self._bound = _bounded(timeout)
        self.transport = transport
        self.in_flight = InFlight()
        self.catalogue = Catalogue(revision)
        self._takes_batches = look_up(revision, "batch").preferred.channel is Outcome.SUCCESS

    @property
    def timeout(self) -> float:
        """How long an answer may take, in seconds of the world's clock."""
        return self._bound.total_seconds()

    def request(
        self, method: str, params: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> bytes:
        """The frame of one request, with the next id; it is in flight from now on.

        `timeout` in seconds, where this one request has another bound than the client's.
        """
        message = {"jsonrpc": "2.0", "id": self.world.ids.request(), "method": method}
        carried = self._params(params)
        if carried is not None:
            message["params"] = carried
        data = encode(message)
        tool = (params or {}).get("name") if method == "tools/call" else None
        bound = self._bound if timeout is None else _bounded(timeout)
        now = self.world.clock.now
        self.in_flight.add(Pending(message["id"], method, tool, now, data, now + bound))
        return data

    def call(
        self,
        tool: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The frame of one tools/call; None leaves the arguments out.

        `more` are further params, such as the `inputResponses` of 2026-07-28.
        """
        params = {"name": tool} if arguments is None else {"name": tool, "arguments": arguments}
        return self.request("tools/call", {**params, **more} if more else params, timeout=timeout)

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> bytes:
        """The frame of one notification; nothing answers it."""
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        return encode(message if params is None else message | {"params": params})

    def initialize(self) -> bytes:
        """The first request of the revisions that have a handshake."""
        return self.request(
            "initialize",
            {"protocolVersion": self.revision, "capabilities": {}, "clientInfo": CLIENT_INFO},
        )

    def send(self, data: bytes) -> bytes:
        """Any bytes, as they are. Whatever carries an id that can be answered is in flight now."""
        message = decode(data)
        for each in message.members or (message,):
            if each.kind in ("request", "malformed") and isinstance(each.id, str | int | float):
                self.in_flight.add(self._adopted(each))
        return data

    def receive(self, data: bytes) -> tuple[Event, ...]:
        """One frame from the server; an event for each message in it. Never raises.

        Requests whose time is up by now end first, so that their answers are late.
        """
        over = self.expire()
        message = decode(data)
        if message.members and self._takes_batches:
            return over + tuple(self._event(member) for member in message.members)
        return (*over, self._event(message))

    def expire(self) -> tuple[Event, ...]:
        """End every request whose time is up by the world's clock; an event for each."""
        overdue = self.in_flight.overdue(self.world.clock.now)
        if not overdue:
            return ()
        return tuple(
            TimedOut(self._ended(each, Why.TIMED_OUT), self._cancelling(each, "no answer in time"))
            for each in overdue
        )

    def disconnected(self) -> tuple[Event, ...]:
        """The connection ended, or the server died: everything in flight is lost with it."""
        return tuple(Lost(self._ended(each, Why.LOST)) for each in self.in_flight)

    def cancel(self, id_: Any, reason: str = "not wanted any more") -> Withdrawn | None:
        """Withdraw a request of one's own; None when no request of that id is in flight.

        `initialize` can't be cancelled: it is not waited for any longer, and nothing is sent.
        """
        request = self.in_flight.find(id_)
        if request is None:
            return None
        return Withdrawn(self._ended(request, Why.WITHDRAWN), self._cancelling(request, reason))

    def reply(self, asked: Asked) -> bytes | None:
        """What a request of the server's is owed: `ping` an empty result, all else an error.

        This client declares no capability. None where clients send no responses (2026-07-28).
        """
        if self.revision == CURRENT:
            return None
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": asked.message.id}
        if asked.message.method == "ping":
            return encode(answer | {"result": {}})
        return encode(answer | {"error": {"code": -32601, "message": "Method not found"}})

    def _params(self, params: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        meta = _META.get(self.revision)
        return params if meta is None else {**(params or {}), "_meta": meta}

    def _adopted(self, message: Decoded) -> Pending:
        params = message.params if isinstance(message.params, dict) else {}
        tool = params.get("name") if message.method == "tools/call" else None
        return Pending(
            id=message.id,
            method=message.method if isinstance(message.method, str) else "",
            tool=tool if isinstance(tool, str) else None,
            sent_at=self.world.clock.now,
            data=message.raw,
            deadline=self.world.clock.now + self._bound,
        )

    def _ended(self, request: Pending, why: Why) -> Pending:
        self.in_flight.settle(request, why)
        return request

    def _cancelling(self, request: Pending, reason: str) -> Cancelling:
        return cancelling(request, self.revision, self.transport, reason)

    def _event(self, message: Decoded) -> Event:
        if message.kind not in ("result", "error") and message.method is not ABSENT:
            return self._from_server(message)
        if message.kind == "error" and _names_no_request(message):
            return Unmatched(Why.NO_ID, message)
        id_ = message.id
        request = self.in_flight.find(id_)
        if message.defects:
            return self._broken(request, message, message.defects)
        if request is None:
            return Unmatched(self.in_flight.why_not(id_), message)
        return self._answer(request, message)

    def _answer(self, request: Pending, message: Decoded) -> Event:
        outcome = outcome_of(message, self.revision)
        defects = results.defects(message, request, self.revision)
        if not defects and outcome is Outcome.SUCCESS:
            defects = self.catalogue.misfits(request, message.result)
        if outcome is None or defects:
            return self._broken(request, message, defects)
        self.in_flight.settle(request)
        if request.method == "tools/list":
            self.catalogue.learn(message.result)
        return Response(request, outcome, message)

    def _broken(
        self, request: Pending | None, message: Decoded, defects: tuple[Defect, ...]
    ) -> Broken:
        if request is not None:
            self.in_flight.settle(request)
        return Broken(request, defects, message)

    def _from_server(self, message: Decoded) -> Event:
        if message.defects:
            return Broken(None, message.defects, message)
        if message.kind != "notification":
            return Asked(message)
        return Notified(message, known=is_known(message.method, self.revision))


def _bounded(timeout: float) -> timedelta:
    """A timeout that ends some day: more than nothing, and no more than a day."""
    if not 0 < timeout <= 86_400:
        raise ValueError(f"A timeout is more than 0 s and at most a day, not {timeout} s.")
    return timedelta(seconds=timeout)


def _names_no_request(message: Decoded) -> bool:
    """Whether this is a good error but for its id, which the server could not read.

    JSON-RPC has null there, MCP from 2025-11-25 on leaves it out; a client takes either.
    """
    only_the_id = all(defect.name == "id-missing" for defect in message.defects)
    return message.id in (ABSENT, None) and only_the_id
