"""The two errors of a call, which can't be mistaken for each other.

`RemoteFailure` is what the peer reported, in its own words. `LocalTrouble` is what this client
found by itself: no answer in time, a lost connection, an answer that can't be used. Some clients
give a timeout of their own the code -32001, or a lost connection -32000; a peer may send both, and
then nobody can tell who said it. So a LocalTrouble has no code, and neither type is the other's.

Inside the client there are events only; they become exceptions here, once, at the edge.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from mcp_lab.client.events import Broken, Lost, Response, TimedOut, Withdrawn
from mcp_lab.contract import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.client.events import Ended


class Trouble(StrEnum):
    """What the client itself found."""

    TIMED_OUT = "nobody answered in time"
    CONNECTION_LOST = "the connection ended before an answer came"
    UNUSABLE_ANSWER = "the answer can't be used"
    WITHDRAWN = "the call was cancelled here"
    UNSETTLED = "an earlier call may have acted, and it isn't settled"
    IN_FLIGHT = "the call can still arrive"
    SETTLED = "what became of the call is known"


class LocalTrouble(Exception):  # noqa: N818 - one of a pair named for whose side it is on
    """This client's own finding about a call. It has no code: no peer said anything.

    `trouble` says what was found, `event` is where, or None when nothing was sent at all.
    """

    def __init__(self, trouble: Trouble, event: Ended | None = None, more: str = "") -> None:
        super().__init__(f"{trouble.value}{f': {more}' if more else ''}")
        self.trouble = trouble
        self.event = event


class RemoteFailure(Exception):  # noqa: N818 - one of a pair named for whose side it is on
    """What the peer reported: an error, a tool's error, or a need for input.

    `code`, `message` and `data` are the error's own (code and data None without one); `result` is
    the tool's or the asking result, or None. Its texts are the peer's, to be shown as such.
    """

    def __init__(self, event: Response) -> None:
        self.event = event
        error: Mapping[str, Any] = event.error if event.outcome is Outcome.PROTOCOL_ERROR else {}
        self.code: int | None = error.get("code")
        self.message = str(error.get("message", f"the peer answers with {event.outcome}"))
        self.data: Any = error.get("data")
        self.result: Any = event.result if not error else None
        super().__init__(self.message if self.code is None else f"{self.message} ({self.code})")


CallFailed: TypeAlias = LocalTrouble | RemoteFailure

_FOUND: Final[dict[type, Trouble]] = {
    Broken: Trouble.UNUSABLE_ANSWER,
    TimedOut: Trouble.TIMED_OUT,
    Lost: Trouble.CONNECTION_LOST,
    Withdrawn: Trouble.WITHDRAWN,
}


def result_of(event: Ended) -> Any:
    """The result of a call that succeeded.

    Raises RemoteFailure where the peer reports that it did not, LocalTrouble where it ended without
    a usable answer.
    """
    if isinstance(event, Response):
        if event.outcome is not Outcome.SUCCESS:
            raise RemoteFailure(event)
        return event.result
    raise LocalTrouble(_FOUND[type(event)], event, _what(event))


def _what(event: Ended) -> str:
    if not isinstance(event, Broken):
        return ""
    return "; ".join(f"{defect.path} {defect.says}" for defect in event.defects[:3])
