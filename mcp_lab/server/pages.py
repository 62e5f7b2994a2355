"""Lists in pages. A cursor is opaque to the client, and any that was not given is refused."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.server.visit import Stop

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mcp_lab.server.visit import Visit

# How many items a page of each list has; a list without a row stands on one page.
SIZES: Final[Mapping[str, int]] = {"resources": 4}


def page(visit: Visit, name: str, items: Iterable[Any]) -> Mapping[str, Any] | Stop:
    """The page of a list that the request asks for, with the cursor of the next one."""
    everything = list(items)
    size = SIZES.get(name, len(everything) or 1)
    starts = range(0, len(everything) or 1, size)
    cursors = {_cursor(name, start): start for start in starts[1:]}
    asked = visit.params.get("cursor")
    if asked is not None and asked not in cursors:
        return Stop("invalid-cursor")
    start = cursors.get(asked, 0)
    following = _cursor(name, start + size)
    more = {"nextCursor": following} if following in cursors else {}
    return {name: everything[start : start + size], **more}


def _cursor(name: str, start: int) -> str:
    """Self-contained, since from 2026-07-28 on no connection remembers where a client is."""
    return urlsafe_b64encode(f"{name}:{start}".encode()).decode()
