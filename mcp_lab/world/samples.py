"""Calls to try in a world: one that succeeds for each tool, and one for each way to be refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp_lab.world.ferry.company import Sailing
    from mcp_lab.world.world import World


@dataclass(frozen=True, slots=True)
class Sample:
    """One call: the tool, its arguments, and in a few words what is special about it."""

    tool: str
    arguments: dict[str, Any]
    about: str


def succeeding(world: World) -> dict[str, Sample]:
    """By tool name, arguments that succeed in this world."""
    sailing = _open_sailing(world)
    passage = {"sailing": sailing.id, "passengers": 2, "class": "deck"}
    route = {"from": sailing.origin, "to": sailing.destination, "date": str(sailing.date)}
    own = world.provider.bookings(world.passenger)[0]
    key = f"trip-{sailing.id[2:]}-{world.company.opens:%m%d}"
    return {
        "find_sailings": Sample("find_sailings", route, "a day of the timetable"),
        "quote_fare": Sample("quote_fare", passage, "a sailing with seats"),
        "book_passage": Sample("book_passage", passage | {"idempotency_key": key}, "a new booking"),
        "booking_status": Sample("booking_status", {"booking": own.reference}, "one's own booking"),
    }


def altering(world: World) -> dict[str, Sample]:
    """By tool name, calls that alter a booking or take a while; the second asks a person first."""
    own = world.provider.bookings(world.passenger)[0].reference
    change = {"kind": "class", "class": "lounge"}
    _, first, second, *_ = world.company.islands
    route = {"from": first, "to": second, "date": str(world.company.days[1])}
    return {
        "change_booking": Sample(
            "change_booking", {"booking": own, "change": change}, "one's own booking"
        ),
        "cancel_booking": Sample("cancel_booking", {"booking": own}, "if a person confirms it"),
        "find_connections": Sample("find_connections", route, "a day of the timetable"),
    }


def refused(world: World) -> dict[str, Sample]:
    """By category, well-formed arguments that a rule of the company refuses."""
    sailing = _open_sailing(world)
    full = next(sailing for sailing in world.company.sailings.values() if not sailing.seats)
    home, first, second, *_ = world.company.islands
    day = str(sailing.date)
    others = world.provider.bookings(world.company.people[1])[0]
    return {
        "no-such-route": Sample(
            "find_sailings", {"from": first, "to": second, "date": day}, f"not by way of {home}"
        ),
        "outside-timetable": Sample(
            "find_sailings", {"from": home, "to": first, "date": "2030-12-24"}, "a day long gone"
        ),
        "not-enough-seats": Sample(
            "quote_fare", {"sailing": full.id, "passengers": 1, "class": "deck"}, "a full boat"
        ),
        "not-yours-to-see": Sample(
            "booking_status", {"booking": others.reference}, "another passenger's booking"
        ),
    }


def malformed(world: World) -> dict[str, Sample]:
    """By JSON Schema keyword, arguments that break that rule of the tool's input schema."""
    passage = succeeding(world)["quote_fare"].arguments
    route = succeeding(world)["find_sailings"].arguments
    without = {name: value for name, value in passage.items() if name != "class"}
    return {
        "required": Sample("quote_fare", without, "class is missing"),
        "type": Sample("quote_fare", passage | {"passengers": "2"}, "a string for a number"),
        "maximum": Sample("quote_fare", passage | {"passengers": 12}, "more than nine"),
        "pattern": Sample("quote_fare", passage | {"sailing": "1042"}, "no S- before the number"),
        "enum": Sample("quote_fare", passage | {"class": "first"}, "a class there isn't"),
        "format": Sample("find_sailings", route | {"date": "tomorrow"}, "a word for a date"),
        "additionalProperties": Sample(
            "quote_fare", passage | {"discount": True}, "a member nobody asked for"
        ),
    }


def _open_sailing(world: World) -> Sailing:
    """A sailing with seats left, the same one every time it is asked in one variant."""
    return next(sailing for sailing in world.company.sailings.values() if sailing.seats)
