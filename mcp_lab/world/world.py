"""The world of one lab: everything that time, chance or the outside decides."""

from __future__ import annotations

from contextlib import contextmanager
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from mcp_lab.world.chance import draw
from mcp_lab.world.clock import Clock
from mcp_lab.world.ferry import papers
from mcp_lab.world.ferry.company import Company, company
from mcp_lab.world.ferry.provider import Order, Provider
from mcp_lab.world.ferry.tools import tools
from mcp_lab.world.ids import Ids
from mcp_lab.world.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mcp_lab.world.boundary import Boundary
    from mcp_lab.world.fault import Fault
    from mcp_lab.world.offer import Prompt, Resource, ResourceTemplate
    from mcp_lab.world.tool import Tool

DEFAULT_VARIANT = "harbour"


class World:
    """One ferry company, its booking office, its clock and its ledger, drawn from `variant`.

    Two worlds of one variant are equal in every name and number. `passenger` is who is signed in;
    the others' bookings are in the office too. `faults` are planted for every call.
    """

    def __init__(self, variant: str = DEFAULT_VARIANT, faults: Iterable[Fault] = ()) -> None:
        self.variant = variant
        self.faults: tuple[Fault, ...] = tuple(faults)
        self.company: Company = company(variant)
        self.clock = Clock(self.company.opens)
        self.ids = Ids(variant)
        self.ledger = Ledger(self.clock)
        self.provider = Provider(self.company, self.clock, self.ids, self.ledger)
        self.tools: Mapping[str, Tool] = _tools(variant)
        self.prompts: Mapping[str, Prompt] = papers.prompts()
        self.resource_templates: tuple[ResourceTemplate, ...] = papers.TEMPLATES
        self.signing_key = draw(variant, "signing key").randbytes(32)
        self.passenger = self.company.people[0]
        self._book_ahead()

    @property
    def resources(self) -> Mapping[str, Resource]:
        """What can be read now, by URI; a booking made is one more."""
        return papers.resources(self)

    def fault_at(self, boundary: Boundary, *, after: bool = False) -> Fault | None:
        """The first fault planted at `boundary`, before the work there or after it; or None."""
        found = (each for each in self.faults if each.boundary is boundary)
        return next((fault for fault in found if fault.after == after), None)

    @contextmanager
    def planted(self, *faults: Fault) -> Iterator[None]:
        """More faults, for the length of a with block."""
        before = self.faults
        self.faults = (*faults, *before)
        try:
            yield
        finally:
            self.faults = before

    def _book_ahead(self) -> None:
        """One booking of each passenger, made before the clock started."""
        chance = draw(self.variant, "bookings made ahead")
        open_sailings = [sailing for sailing in self.company.sailings.values() if sailing.seats]
        for passenger in self.company.people:
            sailing = chance.choice(open_sailings)
            party = chance.randrange(1, 5)
            total = self.company.fare(sailing, "deck", party)
            self.provider.admit(Order(sailing.id, party, "deck", passenger, total))

    def __repr__(self) -> str:
        return f"World(variant={self.variant!r}: {self.company.name}, {self.passenger} signed in)"


@lru_cache(maxsize=256)
def _tools(variant: str) -> Mapping[str, Tool]:
    """The tools hold no state, so worlds of one variant share them and their compiled schemas."""
    return MappingProxyType(tools(company(variant)))
