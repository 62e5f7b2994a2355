"""How a client tells a server to stop, and what each revision says of a connection that ends.

Cancellation is a notification, `notifications/cancelled`, in every revision; only over HTTP at
2026-07-28 the client closes the response stream instead, because there a disconnect means the same.
Until then it means nothing of the kind. `initialize` is never cancelled.

`$/cancelRequest` belongs to another protocol, the Language Server Protocol. MCP does not know it:
whoever receives it has an unknown notification, which is ignored, and the work goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mcp_lab.contract import Level
from mcp_lab.contract.tables import span
from mcp_lab.wire import encode

if TYPE_CHECKING:
    from mcp_lab.client.in_flight import Pending

CANCELLED: Final = "notifications/cancelled"


class Transport(StrEnum):
    """What carries the frames, as far as cancelling depends on it."""

    STDIO = "stdio"
    HTTP = "http"


class Way(StrEnum):
    """How a request is cancelled."""

    NOTIFICATION = "send notifications/cancelled"
    CLOSE_STREAM = "close the response stream"
    NONE = "it can't be cancelled"


class Disconnect(NamedTuple):
    """What one revision says of a disconnect: whether it cancels (None: it says nothing)."""

    cancels: bool | None
    level: Level | None
    source: str


@dataclass(frozen=True, slots=True)
class Cancelling:
    """How one request is cancelled: `frame` is to be sent, None where nothing is."""

    way: Way
    frame: bytes | None


# The revisions, the transport, and the way; the first row that fits.
_WAYS: Final[tuple[tuple[str, Transport, Way], ...]] = (
    ("2026-07-28..", Transport.HTTP, Way.CLOSE_STREAM),
    ("all", Transport.HTTP, Way.NOTIFICATION),
    ("all", Transport.STDIO, Way.NOTIFICATION),
)
_NEVER_CANCELLED: Final = frozenset({"initialize"})

_DISCONNECTS: Final[tuple[tuple[str, Transport, Disconnect], ...]] = (
    (
        "2025-03-26..2025-11-25",
        Transport.HTTP,
        Disconnect(
            cancels=False,
            level=Level.SHOULD,
            source="docs/specification/{revision}/basic/transports.mdx"
            "#sending-messages-to-the-server",
        ),
    ),
    (
        "2026-07-28..",
        Transport.HTTP,
        Disconnect(
            cancels=True,
            level=Level.MUST,
            source="docs/specification/{revision}/basic/patterns/cancellation.mdx"
            "#transport-specific-cancellation",
        ),
    ),
)
_SILENT: Final = Disconnect(cancels=None, level=None, source="")


def way_to_cancel(revision: str, transport: Transport, method: str) -> Way:
    """How a request of this method is cancelled."""
    if method in _NEVER_CANCELLED:
        return Way.NONE
    return next(
        way for revisions, over, way in _WAYS if over is transport and revision in span(revisions)
    )


def cancelling(request: Pending, revision: str, transport: Transport, reason: str) -> Cancelling:
    """What cancels this request; `reason` is for people who read logs."""
    way = way_to_cancel(revision, transport, request.method)
    if way is not Way.NOTIFICATION:
        return Cancelling(way, None)
    params: dict[str, Any] = {"requestId": request.id, "reason": reason}
    frame = encode({"jsonrpc": "2.0", "method": CANCELLED, "params": params})
    return Cancelling(way, frame)


def disconnect(revision: str, transport: Transport) -> Disconnect:
    """What the revision says of a connection that ends while a request is in flight."""
    for revisions, over, said in _DISCONNECTS:
        if over is transport and revision in span(revisions):
            return said._replace(source=said.source.format(revision=revision))
    return _SILENT


# The notifications that a server may send, by revision.
_NOTIFICATIONS: Final[tuple[tuple[str, str], ...]] = (
    ("all", CANCELLED),
    ("all", "notifications/progress"),
    ("all", "notifications/message"),
    ("all", "notifications/resources/list_changed"),
    ("all", "notifications/resources/updated"),
    ("all", "notifications/prompts/list_changed"),
    ("all", "notifications/tools/list_changed"),
    ("2025-11-25", "notifications/tasks/status"),
    ("2025-11-25", "notifications/elicitation/complete"),
    ("2026-07-28..", "notifications/subscriptions/acknowledged"),
)


def is_known(method: Any, revision: str) -> bool:
    """Whether the revision has a notification of this name from server to client."""
    return any(method == name and revision in span(revs) for revs, name in _NOTIFICATIONS)
