"""The ferry company's four tools.

Each body shows the same order: its own rules first (domain validation), then the booking office
(provider call), then the words. A rule that says no raises Refusal, whose words may leave.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from mcp_lab.world.boundary import Boundary
from mcp_lab.world.ferry import schemas
from mcp_lab.world.ferry.company import CURRENCY
from mcp_lab.world.ferry.provider import Order
from mcp_lab.world.tool import Refusal, Tool, ToolOutput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.world.context import Context
    from mcp_lab.world.ferry.company import Company, Sailing
    from mcp_lab.world.ferry.provider import Booking

QUOTE_MINUTES = 30


def find_sailings(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    """The departures between two islands on one day."""
    origin, destination = arguments["from"], arguments["to"]
    day = date.fromisoformat(arguments["date"])
    with context.at(Boundary.DOMAIN_VALIDATION):
        _check_route(context.world.company, origin, destination)
        _check_day(context.world.company, day)
    with context.at(Boundary.PROVIDER_CALL):
        found = context.world.provider.sailings(origin, destination, day)
    return ToolOutput("\n".join(_line(sailing) for sailing in found))


def quote_fare(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    """What a passage would cost; binds nobody."""
    world = context.world
    passengers, travel_class = int(arguments["passengers"]), arguments["class"]
    with context.at(Boundary.DOMAIN_VALIDATION):
        sailing = _sailing_with_seats(context, arguments["sailing"], passengers)
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
    return ToolOutput(_booked(booking))


def booking_status(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    """One booking, for the passenger who made it and nobody else."""
    world, reference = context.world, arguments["booking"]
    with context.at(Boundary.DOMAIN_VALIDATION):
        if not world.provider.is_of(reference, world.passenger):
            # The same words for another's booking and for none: which of the two it is, is
            # already something about somebody else.
            raise Refusal(
                "not-yours-to-see",
                "There is no booking of that reference that you may see.",
                "Check the reference, or ask the passenger who booked.",
            )
    with context.at(Boundary.PROVIDER_CALL):
        booking = world.provider.booking(reference)
    return ToolOutput(_booked(booking))


def _check_route(company: Company, origin: str, destination: str) -> None:
    if not company.connects(origin, destination):
        raise Refusal(
            "no-such-route",
            f"No boat runs straight from {origin} to {destination}.",
            f"Every route starts or ends at {company.islands[0]}: travel by way of it.",
        )


def _check_day(company: Company, day: date) -> None:
    if day not in company.days:
        first, last = company.days[0], company.days[-1]
        raise Refusal(
            "outside-timetable",
            "That day is not in the timetable.",
            f"Choose a day from {first} to {last}.",
        )


def _sailing_with_seats(context: Context, sailing_id: str, passengers: int) -> Sailing:
    sailing = context.world.provider.sailing(sailing_id)
    if sailing is None:
        raise Refusal(
            "no-such-sailing",
            "There is no sailing of that number.",
            "Look one up with find_sailings.",
        )
    if sailing.seats < passengers:
        raise Refusal(
            "not-enough-seats",
            f"That sailing has {sailing.seats} seats left.",
            "Choose another sailing, or fewer passengers.",
        )
    return sailing


def _order(
    context: Context, sailing_id: str, passengers: int, travel_class: str, key: str
) -> Order:
    """What is ordered; refused when the key already stands for another order."""
    world = context.world
    earlier = world.provider.booked_under(world.passenger, key)
    if earlier is None:
        sailing = _sailing_with_seats(context, sailing_id, passengers)
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


def _line(sailing: Sailing) -> str:
    return f"{sailing.id} departs {sailing.departs}, {sailing.ship}, {sailing.seats} seats left"


def _booked(booking: Booking) -> str:
    order = booking.order
    return (
        f"Booking {booking.reference} is {booking.status}: sailing {order.sailing}, "
        f"{_people(order.passengers)}, {order.travel_class}, {_money(order.total)} paid"
    )


def _people(count: int) -> str:
    return "1 passenger" if count == 1 else f"{count} passengers"


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d} {CURRENCY}"


def tools(company: Company) -> dict[str, Tool]:
    """The four tools by name, in the order in which tools/list shows them."""
    made = (
        Tool(
            name="find_sailings",
            title="Find sailings",
            description=f"Departures of {company.name} between two islands on one day",
            input_schema=schemas.find_sailings(company),
            body=find_sailings,
            annotations={"readOnlyHint": True, "openWorldHint": False},
        ),
        Tool(
            name="quote_fare",
            title="Quote a fare",
            description="The price of a passage, in cents, held for half an hour",
            input_schema=schemas.QUOTE_FARE,
            output_schema=schemas.QUOTED_FARE,
            body=quote_fare,
            annotations={"readOnlyHint": True, "openWorldHint": False},
        ),
        Tool(
            name="book_passage",
            title="Book a passage",
            description="Book seats and pay for them; with the same key again, nothing is doubled",
            input_schema=schemas.BOOK_PASSAGE,
            body=book_passage,
            annotations={
                "readOnlyHint": False,
                "destructiveHint": False,
                "idempotentHint": True,
                "openWorldHint": False,
            },
        ),
        Tool(
            name="booking_status",
            title="Look up a booking",
            description="The state of one of your own bookings",
            input_schema=schemas.BOOKING_STATUS,
            body=booking_status,
            annotations={"readOnlyHint": True, "openWorldHint": False},
        ),
    )
    return {tool.name: tool for tool in made}
