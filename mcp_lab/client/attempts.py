"""Attempts: which request repeats which, how long to wait between them, and when it is a loop.

Each attempt has a request id of its own and names the one before it. A call that is sent again as
it was is a retry; a call with other arguments is revised. The same call denied twice is no
recovery, however it is worded: that is a loop, also where only its idempotency key has changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from mcp_lab.wire import encode

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping


class Relation(StrEnum):
    """How an attempt stands to the one before it."""

    FIRST = "first"
    RETRY = "retry"
    REVISED = "revised"
    WITH_INPUT = "with-input"
    RECONCILE = "reconcile"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request of a call: its id, its place among the attempts, the id of the one before."""

    id: Any
    number: int
    relation: Relation
    tool: str
    arguments: Mapping[str, Any]
    before: Any = None


@dataclass(frozen=True, slots=True)
class Backoff:
    """Pauses that grow: `base` seconds, each next `factor` times longer, up to `longest`.

    `jitter` is the share of a pause that is left to chance, from 0 to 1, so that many clients do
    not come back at the same moment. `attempts` counts the first one.

    Raises ValueError for numbers that bound nothing.
    """

    attempts: int = 3
    base: float = 0.5
    factor: float = 2.0
    longest: float = 20.0
    jitter: float = 0.5

    def __post_init__(self) -> None:
        sound = self.attempts >= 1 and 0 <= self.base <= self.longest and self.factor >= 1
        if not sound or not 0 <= self.jitter <= 1:
            raise ValueError("a backoff needs attempts >= 1, base <= longest, jitter from 0 to 1")

    def pause(self, attempt: int, chance: random.Random) -> float:
        """Seconds to wait after attempt number `attempt` (the first is 1)."""
        # Past so many doublings the bound decides anyway, and a float would overflow.
        full = min(self.longest, self.base * self.factor ** min(attempt - 1, 64))
        return full * (1 - self.jitter * chance.random())


class Denials:
    """Counts how often each identical call was denied."""

    __slots__ = ("_counted",)

    def __init__(self) -> None:
        self._counted: Counter[bytes] = Counter()

    def note(self, tool: str, arguments: Mapping[str, Any], key: str | None) -> None:
        """This call was denied. `key` names the argument that makes no difference."""
        self._counted[identity(tool, arguments, key)] += 1

    def times(self, tool: str, arguments: Mapping[str, Any], key: str | None) -> int:
        """How often the identical call was denied."""
        return self._counted[identity(tool, arguments, key)]


def identity(tool: str, arguments: Mapping[str, Any], key: str | None = None) -> bytes:
    """What makes two calls the same one: tool and arguments, in any order, without the key."""
    kept = {name: arguments[name] for name in sorted(arguments) if name != key}
    return encode([tool, _ordered(kept)])


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _ordered(value[name]) for name in sorted(value)}
    return [_ordered(each) for each in value] if isinstance(value, list) else value
