"""The requests that wait for an answer, found again by the exact form of their id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mcp_lab.client.events import Why
from mcp_lab.wire import same_id

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

DEFAULT_TIMEOUT: Final = 30.0
"""Seconds of the world's clock. Every request has a bound: one without can wait for ever."""


class Pending(NamedTuple):
    """One request sent: its id as it went out, its method, its tool if it calls one.

    `deadline` is the moment of the world's clock from which an answer is late.
    """

    id: Any
    method: str
    tool: str | None
    sent_at: datetime
    data: bytes
    deadline: datetime


class InFlight:
    """Requests by id. `"3"` and `3` are two ids; `3` and `3.0` are one."""

    __slots__ = ("_ended", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[Pending] = []
        self._ended: list[tuple[Any, Why]] = []

    def __iter__(self) -> Iterator[Pending]:
        return iter(tuple(self._waiting))

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, request: Pending) -> None:
        """A request was sent."""
        self._waiting.append(request)

    def find(self, id_: Any) -> Pending | None:
        """The oldest request in flight of exactly this id, or None."""
        for each in self._waiting:
            if same_id(each.id, id_):
                return each
        return None

    def overdue(self, now: datetime) -> tuple[Pending, ...]:
        """The requests whose time is up."""
        return tuple([each for each in self._waiting if each.deadline <= now])

    def settle(self, request: Pending, why: Why = Why.ANSWERED) -> None:
        """A request has ended; `why` is what is said of an answer that still comes for it."""
        self._waiting.remove(request)
        self._ended.append((request.id, why))

    def why_not(self, wanted: Any) -> Why:
        """Why a response of this id matches nothing in flight."""
        ended = [why for id_, why in self._ended if same_id(wanted, id_)]
        if ended:
            return ended[-1]
        if any(str(each.id) == str(wanted) for each in self._waiting):
            return Why.OTHER_FORM
        return Why.NEVER_SENT
