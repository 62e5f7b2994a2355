"""Identifiers, drawn from the variant: different for each learner, the same every run."""

from __future__ import annotations

from mcp_lab.world.chance import draw


class Ids:
    """Hands out identifiers; none twice in one world."""

    __slots__ = ("_chance", "_given", "_request")

    def __init__(self, variant: str) -> None:
        self._request = draw(variant, "request ids").randrange(11, 90)
        self._chance = draw(variant, "references")
        self._given: set[int] = set()

    def request(self) -> int:
        """The next JSON-RPC request id: an integer, one more than the last."""
        self._request += 1
        return self._request

    def booking(self) -> str:
        """A booking reference, like B-48213."""
        return f"B-{self._fresh(10_000, 100_000)}"

    def correlation(self) -> str:
        """What ties a safe error to the record kept of it, like c-4f09a1."""
        return f"c-{self._fresh(0x100000, 0x1000000):06x}"

    def _fresh(self, start: int, stop: int) -> int:
        while (number := self._chance.randrange(start, stop)) in self._given:
            pass
        self._given.add(number)
        return number
