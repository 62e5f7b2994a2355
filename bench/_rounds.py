"""Rounds for the benches: peers take turns, and the median of each counts.

A busy machine slows whole seconds at a time. Peers that run in turns share the slow ones, so their
ratio stays true where each alone would not; figures of two runs are never divided by each other.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROUNDS = 9
SECONDS = 0.05  # that one round of one peer takes, about


class Row(NamedTuple):
    """One line of a bench: what was done, and how often a second.

    A name `group: peer` is compared with the first peer of its group.
    """

    name: str
    ops_per_second: float


def interleaved(
    peers: Mapping[str, Callable[[], Any]], *, rounds: int = ROUNDS, seconds: float = SECONDS
) -> list[Row]:
    """A row for each peer: the median of its rounds, which take turns."""
    calls = {name: _calls(peer, seconds) for name, peer in peers.items()}
    speeds: dict[str, list[float]] = {name: [] for name in peers}
    for _ in range(rounds):
        for name, peer in peers.items():
            speeds[name].append(_speed(peer, calls[name]))
    return [Row(name, median(found)) for name, found in speeds.items()]


def _calls(peer: Callable[[], Any], seconds: float) -> int:
    """How many calls fill a round; the first call, which may import and compile, is not counted."""
    peer()
    calls = 1
    while calls / _speed(peer, calls) < seconds / 4:
        calls *= 4
    return max(1, int(seconds * _speed(peer, calls)))


def _speed(peer: Callable[[], Any], calls: int) -> float:
    """Operations a second of so many calls in a row."""
    start = perf_counter()
    for _ in range(calls):
        peer()
    return calls / max(perf_counter() - start, 1e-9)
