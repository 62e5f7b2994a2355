"""Virtual time: it passes when something says so, and never by itself."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta


class Clock:
    """The world's clock. A timeout of thirty seconds takes no time, and is the same every run."""

    __slots__ = ("_now",)

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)

    @property
    def now(self) -> datetime:
        """The moment, in UTC."""
        return self._now

    @property
    def today(self) -> date:
        """The day, in UTC."""
        return self._now.date()

    def advance(self, seconds: float) -> datetime:
        """Let time pass; the new moment. Raises ValueError for time running backwards."""
        if seconds < 0:
            raise ValueError(f"time runs forward, not by {seconds} s")
        self._now += timedelta(seconds=seconds)
        return self._now

    def advance_to(self, moment: datetime) -> datetime:
        """Let time pass until `moment`; a moment that is over changes nothing."""
        self._now = max(self._now, moment)
        return self._now

    def after(self, seconds: float) -> datetime:
        """The moment so many seconds from now."""
        return self._now + timedelta(seconds=seconds)

    def __repr__(self) -> str:
        return f"Clock({self._now.isoformat(timespec='milliseconds')})"
