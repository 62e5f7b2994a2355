"""Notifications that belong to a request: its progress, and its log messages.

Progress goes to whoever gave a progress token, and only ever forward. Log messages go to whoever
asked for them: until 2025-11-25 with logging/setLevel, for the connection; in 2026-07-28 with a
level in the `_meta` of each request. Unasked, this server sends none: before setLevel the older
revisions leave the choice to the server, and 2026-07-28 forbids it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mcp_lab.server.revisions import (
    LOG_LEVEL_KEY,
    PROGRESS_MESSAGE,
    SERVER_NAME,
    STATELESS,
)
from mcp_lab.wire import Unencodable, encode
from mcp_lab.world import Progress

if TYPE_CHECKING:
    from mcp_lab.server.visit import Stop, Visit
    from mcp_lab.world import LogRecord
    from mcp_lab.world.safe_error import SafeError

LEVELS: Final = (
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency",
)  # fmt: skip
"""The levels of RFC 5424, the least severe first."""

_TOKENS: Final = (str, int, float)


def frames(visit: Visit) -> tuple[bytes, ...]:
    """What was told of this request since the last time; nothing of one that was withdrawn."""
    told, visit.context.notices = visit.context.notices, []
    if visit.cancelled:
        return ()
    found = (_frame(visit, notice) for notice in told)
    return tuple(each for each in found if each is not None)


def level(visit: Visit) -> str | None:
    """From which level on the client wants log messages of this request; None for none."""
    if visit.revision in STATELESS:
        found = visit.meta.get(LOG_LEVEL_KEY)
        return found if found in LEVELS else None
    return visit.connection.level


def log(visit: Visit, stop: Stop, safe: SafeError) -> None:
    """Tell of a failure what its answer tells, and nothing more."""
    if level(visit) is None:
        return
    severity = "error" if stop.situation in _OURS else "warning"
    data = {"event": "request-failed", **safe.fields}
    visit.context.log(severity, SERVER_NAME, data)


# What is the server's own fault; all else the client could have done otherwise.
_OURS: Final = frozenset(
    {
        "provider-failure", "tool-crash", "server-error", "resource-crash",
        "unserialisable-result", "output-schema-violated",
    }
)  # fmt: skip


def _frame(visit: Visit, notice: Progress | LogRecord) -> bytes | None:
    if isinstance(notice, Progress):
        return _progress(visit, notice)
    wanted = level(visit)
    if wanted is None or LEVELS.index(notice.level) < LEVELS.index(wanted):
        return None
    return _notification("notifications/message", notice._asdict())


def _progress(visit: Visit, notice: Progress) -> bytes | None:
    token = visit.meta.get("progressToken")
    if not isinstance(token, _TOKENS) or isinstance(token, bool):
        return None
    if visit.progress is not None and notice.done <= visit.progress:
        return None
    visit.progress = notice.done
    says = {"message": notice.says} if visit.revision in PROGRESS_MESSAGE else {}
    params = {"progressToken": token, "progress": notice.done, "total": notice.total, **says}
    return _notification("notifications/progress", params)


def _notification(method: str, params: dict[str, Any]) -> bytes | None:
    """The frame; None for what has no JSON form: a log message must not fail the call."""
    try:
        return encode({"jsonrpc": "2.0", "method": method, "params": params})
    except Unencodable:
        return None
