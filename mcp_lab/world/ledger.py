"""What really happened, written down outside both peers.

A client may believe a booking failed and a server may answer that it did; the ledger counts the
side effects that the provider began and those that it finished. It is never asked by either peer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from mcp_lab.world.clock import Clock


@dataclass(frozen=True, slots=True)
class Entry:
    """One finished side effect: when, what kind, its reference, and the amount in cents."""

    at: datetime
    kind: str
    reference: str
    amount: int


@dataclass(frozen=True, slots=True)
class Effects:
    """What happened between two moments: side effects begun, and those that were finished."""

    began: int
    finished: tuple[Entry, ...]


class Ledger:
    """Counts side effects begun and finished, and keeps the finished ones in order."""

    __slots__ = ("_began", "_clock", "_entries")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = 0
        self._entries: list[Entry] = []

    def begin(self) -> None:
        """A side effect is under way; from here on it can't be said that nothing happened."""
        self._began += 1

    def finish(self, kind: str, reference: str, amount: int) -> None:
        """The side effect begun last has happened."""
        self._entries.append(Entry(self._clock.now, kind, reference, amount))

    @property
    def began(self) -> int:
        """How many side effects were begun."""
        return self._began

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The side effects that happened, oldest first."""
        return tuple(self._entries)

    def since(self, began: int, finished: int) -> Effects:
        """What happened since `began` were begun and `finished` were finished."""
        return Effects(self._began - began, tuple(self._entries[finished:]))

    def __len__(self) -> int:
        """How many side effects happened."""
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Ledger(began={self._began}, happened={len(self._entries)})"
