"""The ferry company's tools.

Each body shows the same order: its own rules first (domain validation), then the booking office
(provider call), then the words. A rule that says no raises Refusal, whose words may leave.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from mcp_lab.world.boundary import Boundary
from mcp_lab.world.ferry import rules, schemas, words
from mcp_lab.world.ferry.bookings import cancel_booking, change_booking
from mcp_lab.world.ferry.company import CURRENCY
from mcp_lab.world.ferry.connections import find_connections
from mcp_lab.world.ferry.provider import Order
from mcp_lab.world.tool import Refusal, Tool, ToolOutput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.world.context import Context
    from mcp_lab.world.ferry.company import Company

QUOTE_MINUTES = 30

# Hints for a client, worth as much as its trust in this server.
READS = {"readOnlyHint": True, "openWorldHint": False}
BOOKS = {
    "readOnlyHint": False,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": False,
}
ALTERS = BOOKS | {"destructiveHint": True}


def find_sailings(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    """The departures between two islands on one day."""
    origin, destination = arguments["from"], arguments["to"]
    day = date.fromisoformat(arguments["date"])
    with context.at(Boundary.DOMAIN_VALIDATION):
        rules.check_route(context.world.company, origin, destination)
        rules.check_day(context.world.company, day)
    with context.at(Boundary.PROVIDER_CALL):
        found = context.world.provider.sailings(origin, destination, day)
    return ToolOutput("\n".join(words.line(sailing) for sailing in found))


def quote_fare(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    """What a passage would cost; binds nobody."""
    world = context.world
    passengers, travel_class = int(arguments["passengers"]), arguments["class"]
    with context.at(Boundary.DOMAIN_VALIDATION):
        sailing = rules.sailing_with_seats(context, arguments["sailing"], passengers)
    with context.at(Boundary.PROVIDER_CALL):
        total = world.provider.fare(sailing, travel_class, passengers)
    until = world.clock.now + timedelta(minutes=QUOTE_MINUTES)
    quoted = {
        "sailing": sailing.id,
        "passengers": passengers,
        "class": travel_class,
        "total": total,
        "currency": CURRENCY,
        "valid_until": until.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    return ToolOutput(structured=quoted)


def book_passage(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    """Take the seats and charge for them: the one tool here with a side effect."""
    world = context.world
    passengers, key = int(arguments["passengers"]), arguments["idempotency_key"]
    with context.at(Boundary.DOMAIN_VALIDATION):
        order = _order(context, arguments["sailing"], passengers, arguments["class"], key)
    with context.at(Boundary.PROVIDER_CALL):
        booking = world.provider.book(order, key)
    return ToolOutput(words.booked(booking))


def booking_status(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    """One booking, for the passenger who made it and nobody else."""
    world, reference = context.world, arguments["booking"]
    with context.at(Boundary.DOMAIN_VALIDATION):
        rules.own_booking(world, reference)
    with context.at(Boundary.PROVIDER_CALL):
        booking = world.provider.booking(reference)
    return ToolOutput(words.booked(booking))


def _order(
    context: Context, sailing_id: str, passengers: int, travel_class: str, key: str
) -> Order:
    """What is ordered; refused when the key already stands for another order."""
    world = context.world
    earlier = world.provider.booked_under(world.passenger, key)
    if earlier is None:
        sailing = rules.sailing_with_seats(context, sailing_id, passengers)
        total = world.company.fare(sailing, travel_class, passengers)
        return Order(sailing_id, passengers, travel_class, world.passenger, total)
    same = earlier.order
    if (same.sailing, same.passengers, same.travel_class) != (sailing_id, passengers, travel_class):
        raise Refusal(
            "key-used-for-another-booking",
            "That idempotency key already stands for another booking.",
            "Send the first booking's arguments again, or choose a new key for a new booking.",
        )
    return same


def tools(company: Company) -> dict[str, Tool]:
    """The tools by name, in the order in which tools/list shows them."""
    made = (
        Tool(
            name="find_sailings",
            title="Find sailings",
            description=f"Departures of {company.name} between two islands on one day",
            input_schema=schemas.find_sailings(company),
            body=find_sailings,
            annotations=READS,
        ),
        Tool(
            name="quote_fare",
            title="Quote a fare",
            description="The price of a passage, in cents, held for half an hour",
            input_schema=schemas.QUOTE_FARE,
            output_schema=schemas.QUOTED_FARE,
            body=quote_fare,
            annotations=READS,
        ),
        Tool(
            name="book_passage",
            title="Book a passage",
            description="Book seats and pay for them; with the same key again, nothing is doubled",
            input_schema=schemas.BOOK_PASSAGE,
            body=book_passage,
            annotations=BOOKS,
        ),
        Tool(
            name="booking_status",
            title="Look up a booking",
            description="The state of one of your own bookings",
            input_schema=schemas.BOOKING_STATUS,
            body=booking_status,
            annotations=READS,
        ),
        Tool(
            name="change_booking",
            title="Change a booking",
            description="Change one thing about one of your own bookings: class, party or sailing",
            input_schema=schemas.CHANGE_BOOKING,
            body=change_booking,
            annotations=ALTERS,
        ),
        Tool(
            name="cancel_booking",
            title="Cancel a booking",
            description="Cancel one of your own bookings, once the passenger has confirmed it",
            input_schema=schemas.BOOKING_STATUS,
            body=cancel_booking,
            annotations=ALTERS,
        ),
        Tool(
            name="find_connections",
            title="Find connections",
            description="Journeys of two sailings between two islands on one day; takes a while",
            input_schema=schemas.find_sailings(company),
            body=find_connections,
            annotations=READS,
        ),
    )
    return {tool.name: tool for tool in made}
