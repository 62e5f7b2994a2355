"""The calls whose tools wait, found by their id, by what they wait for, and by when they go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp_lab.wire import same_id

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from mcp_lab.server.visit import Visit, Waiting


class Flights:
    """Calls in flight, in the order in which they began to wait."""

    __slots__ = ("_visits",)

    def __init__(self) -> None:
        self._visits: list[Visit] = []

    def __bool__(self) -> bool:
        """Whether any call waits."""
        return bool(self._visits)

    def add(self, visit: Visit) -> None:
        """A call waits from now on."""
        self._visits.append(visit)

    def remove(self, visit: Visit) -> None:
        """A call goes on, or is over."""
        if visit in self._visits:
            self._visits.remove(visit)

    def of(self, id_: Any) -> Visit | None:
        """The call in flight of exactly this request id, unless it is withdrawn already."""
        found = (visit for visit in self._visits if same_id(visit.id, id_))
        return next((visit for visit in found if not visit.cancelled), None)

    def asking(self, id_: Any) -> Visit | None:
        """The call that waits for the response of this id."""
        return next((visit for visit, waits in self._waiting() if same_id(waits.asked, id_)), None)

    def next_moment(self) -> datetime | None:
        """The next moment at which a call goes on, or None."""
        return min((waits.until for _, waits in self._waiting() if waits.until), default=None)

    def due(self, now: datetime) -> Visit | None:
        """The call that has been due longest, or None."""
        moment = self.next_moment()
        if moment is None or moment > now:
            return None
        return next(visit for visit, waits in self._waiting() if waits.until == moment)

    def _waiting(self) -> Iterator[tuple[Visit, Waiting]]:
        return ((visit, visit.waiting) for visit in self._visits if visit.waiting is not None)
