"""The tools that alter a booking: one takes a change of several kinds, one asks a person first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.world.boundary import Boundary
from mcp_lab.world.ferry import rules, words
from mcp_lab.world.tool import Refusal, ToolOutput
from mcp_lab.world.waiting import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcp_lab.world.context import Context
    from mcp_lab.world.ferry.provider import Booking, Order


def change_booking(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    """Change one thing about a booking; the same change again changes nothing."""
    provider = context.world.provider
    change = arguments["change"]
    with context.at(Boundary.DOMAIN_VALIDATION):
        rules.confirmed_booking(context.world, arguments["booking"])
        order = _CHANGES[change["kind"]](context, provider.kept(arguments["booking"]).order, change)
    with context.at(Boundary.PROVIDER_CALL):
        booking = provider.change(arguments["booking"], order)
    return ToolOutput(words.booked(booking))


async def cancel_booking(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    """Cancel a booking and pay the fare back, if the person at the client confirms it."""
    world, reference = context.world, arguments["booking"]
    with context.at(Boundary.DOMAIN_VALIDATION):
        rules.confirmed_booking(world, reference)
    answer = await _confirmation(world.provider.kept(reference))
    with context.at(Boundary.DOMAIN_VALIDATION):
        if not (answer.accepted and answer.content["confirm"]):
            raise Refusal(
                "not-confirmed",
                f"The passenger did not confirm, so booking {reference} stands.",
                "Leave it as it is, unless the passenger asks again.",
            )
    with context.at(Boundary.PROVIDER_CALL):
        booking = world.provider.cancel(reference)
    return ToolOutput(f"Booking {reference} is {booking.status}, and what was paid is paid back")


def _confirmation(booking: Booking) -> Question:
    total = words.money(booking.order.total)
    return Question(
        key="confirm",
        message=f"Cancel booking {booking.reference}? {total} will be paid back.",
        schema={
            "type": "object",
            "properties": {"confirm": {"type": "boolean", "title": "Cancel the booking"}},
            "required": ["confirm"],
        },
        unasked="Let the passenger cancel it with the ferry company.",
    )


def _class(context: Context, order: Order, change: Mapping[str, Any]) -> Order:
    return _priced(context, replace(order, travel_class=change["class"]))


def _party(context: Context, order: Order, change: Mapping[str, Any]) -> Order:
    passengers = int(change["passengers"])
    more = passengers - order.passengers
    if more > 0:
        rules.sailing_with_seats(context, order.sailing, more)
    return _priced(context, replace(order, passengers=passengers))


def _sailing(context: Context, order: Order, change: Mapping[str, Any]) -> Order:
    if change["sailing"] == order.sailing:
        return order
    sailing = rules.sailing_with_seats(context, change["sailing"], order.passengers)
    before = context.world.provider.sailing(order.sailing)
    assert before is not None
    if (sailing.origin, sailing.destination) != (before.origin, before.destination):
        raise Refusal(
            "another-route",
            "That sailing goes another way than the one that is booked.",
            "Choose a sailing of the same route, or cancel and book again.",
        )
    return _priced(context, replace(order, sailing=sailing.id))


def _priced(context: Context, order: Order) -> Order:
    sailing = context.world.provider.sailing(order.sailing)
    assert sailing is not None
    fare = context.world.company.fare(sailing, order.travel_class, order.passengers)
    return replace(order, total=fare)


# By the kind of change, which is the discriminator in the input schema.
_CHANGES: Final[Mapping[str, Callable[[Context, Order, Mapping[str, Any]], Order]]] = {
    "class": _class,
    "passengers": _party,
    "sailing": _sailing,
}
