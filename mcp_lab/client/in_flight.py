"""The requests that wait for an answer, found again by the exact form of their id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcp_lab.client.events import Why
from mcp_lab.wire import same_id

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime


class Pending(NamedTuple):
    """One request sent: its id as it went out, its method, its tool if it calls one."""

    id: Any
    method: str
    tool: str | None
    sent_at: datetime
    data: bytes


class InFlight:
    """Requests by id. `"3"` and `3` are two ids; `3` and `3.0` are one."""

    __slots__ = ("_answered", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[Pending] = []
        self._answered: list[Any] = []

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

    def settle(self, request: Pending) -> None:
        """A request is answered, or will never be."""
        self._waiting.remove(request)
        self._answered.append(request.id)

    def why_not(self, id_: Any) -> Why:
        """Why a response of this id matches nothing in flight."""
        if any(same_id(id_, each) for each in self._answered):
            return Why.ANSWERED
        if any(str(each.id) == str(id_) for each in self._waiting):
            return Why.OTHER_FORM
        return Why.NEVER_SENT
