"""The ferry company of one variant: its islands, ships, timetable and fares."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from mcp_lab.world.chance import draw
from mcp_lab.world.ferry import names

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

CURRENCY = "EUR"
DAYS = 7
CLASSES = ("deck", "lounge")


@dataclass(frozen=True, slots=True)
class Sailing:
    """One departure: `seats` still free as the clock starts, `fare` for deck class in cents."""

    id: str
    origin: str
    destination: str
    date: date
    departs: str
    ship: str
    seats: int
    fare: int


@dataclass(frozen=True, slots=True)
class Company:
    """A small ferry line: boats run between its home island and each of the others.

    `islands[0]` is home. `opens` is the moment the world's clock starts; the timetable covers the
    seven days after it. `lounge` is what lounge class adds to a fare, in cents.
    """

    name: str
    islands: tuple[str, ...]
    ships: tuple[str, ...]
    people: tuple[str, ...]
    opens: datetime
    lounge: int
    sailings: Mapping[str, Sailing]

    def fare(self, sailing: Sailing, travel_class: str, passengers: int) -> int:
        """The price in cents for so many passengers."""
        extra = self.lounge if travel_class == "lounge" else 0
        return (sailing.fare + extra) * passengers

    def connects(self, origin: str, destination: str) -> bool:
        """Whether boats run straight from one island to the other."""
        return origin != destination and self.islands[0] in (origin, destination)

    @property
    def days(self) -> tuple[date, ...]:
        """The days of the timetable."""
        return tuple(self.opens.date() + timedelta(days=day + 1) for day in range(DAYS))


@lru_cache(maxsize=256)
def company(variant: str) -> Company:
    """The company of `variant`: the same variant always gets the same one."""
    chance = draw(variant, "ferry company")
    islands = tuple(chance.sample(names.ISLANDS, 5))
    ships = tuple(chance.sample(names.SHIPS, 3))
    opens = datetime(2031, 1, 1, 8, tzinfo=UTC) + timedelta(days=chance.randrange(350))
    return Company(
        name=f"{chance.choice(names.LINES)} Ferries",
        islands=islands,
        ships=ships,
        people=tuple(chance.sample(names.PEOPLE, 4)),
        opens=opens,
        lounge=chance.randrange(400, 1000, 50),
        sailings=MappingProxyType(_timetable(draw(variant, "timetable"), islands, ships, opens)),
    )


def _timetable(
    chance: random.Random, islands: tuple[str, ...], ships: tuple[str, ...], opens: datetime
) -> dict[str, Sailing]:
    """Two boats a day each way on each route. The first sailing of the list has no seat left."""
    home, *others = islands
    fares = {island: chance.randrange(900, 2900, 50) for island in others}
    routes = [pair for other in others for pair in ((home, other), (other, home))]
    days = [opens.date() + timedelta(days=day + 1) for day in range(DAYS)]
    departures = [(route, day, hour) for route in routes for day in days for hour in (8, 16)]
    numbers = chance.sample(range(1000, 10_000), len(departures))
    sailings = {}
    for position, ((origin, destination), day, hour) in enumerate(departures):
        number = f"S-{numbers[position]}"
        sailings[number] = Sailing(
            id=number,
            origin=origin,
            destination=destination,
            date=day,
            departs=f"{hour + chance.randrange(3):02d}:{chance.randrange(0, 60, 5):02d}",
            ship=chance.choice(ships),
            seats=0 if position == 0 else chance.randrange(12, 90),
            fare=fares[destination if origin == home else origin],
        )
    return sailings
