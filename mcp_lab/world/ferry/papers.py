"""What lies on the ferry company's counter: the timetable, the terms, one's bookings, two forms."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from mcp_lab.world.boundary import Boundary
from mcp_lab.world.ferry import words
from mcp_lab.world.offer import Argument, Prompt, Resource, ResourceTemplate

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from mcp_lab.world.context import Context
    from mcp_lab.world.world import World

SCHEME: Final = "ferry"


def resources(world: World) -> dict[str, Resource]:
    """What the passenger who is signed in may read now, by URI: terms, timetable, own bookings."""
    own = [booking.reference for booking in world.provider.bookings(world.passenger)]
    papers = [
        Resource(
            f"{SCHEME}://terms", "terms", "Terms of carriage", "What a booking binds to", _terms
        ),
        *(_timetable(day) for day in world.company.days),
        *(_booking(reference) for reference in own),
    ]
    return {paper.uri: paper for paper in papers}


TEMPLATES: Final = (
    ResourceTemplate(
        f"{SCHEME}://timetable/{{date}}", "timetable", "Timetable", "All departures of one day"
    ),
    ResourceTemplate(
        f"{SCHEME}://bookings/{{booking}}", "booking", "Booking", "One of your own bookings"
    ),
)


def _timetable(day: date) -> Resource:
    return Resource(
        f"{SCHEME}://timetable/{day}",
        f"timetable-{day}",
        f"Timetable of {day}",
        "All departures of that day",
        partial(_departures, day),
    )


def _booking(reference: str) -> Resource:
    return Resource(
        f"{SCHEME}://bookings/{reference}",
        f"booking-{reference}",
        f"Booking {reference}",
        "One of your own bookings",
        partial(_kept, reference),
    )


def _terms(context: Context) -> str:
    return (
        f"{context.world.company.name}: seats are paid when they are booked; a booking can be "
        "changed or cancelled until the boat leaves."
    )


def _departures(day: date, context: Context) -> str:
    with context.at(Boundary.PROVIDER_CALL):
        found = context.world.provider.departures(day)
    return "\n".join(
        f"{sailing.origin} to {sailing.destination}: {words.line(sailing)}" for sailing in found
    )


def _kept(reference: str, context: Context) -> str:
    with context.at(Boundary.PROVIDER_CALL):
        return words.booked(context.world.provider.booking(reference))


def prompts() -> dict[str, Prompt]:
    """The forms by name."""
    made = (
        Prompt(
            "plan_a_trip",
            "Plan a trip",
            "Find a sailing, quote it, and book it once the passenger agrees",
            (
                Argument("from", "The island to leave from"),
                Argument("to", "The island to go to"),
                Argument("date", "The day to travel", required=False),
            ),
            _trip,
        ),
        Prompt(
            "explain_a_refusal",
            "Explain a refusal",
            "Say to a passenger what was refused and what to do instead",
            (Argument("refusal", "The text of the refusal"),),
            _refusal,
        ),
    )
    return {prompt.name: prompt for prompt in made}


def _trip(arguments: Mapping[str, str]) -> str:
    day = arguments.get("date", "a day that suits the passenger")
    return (
        f"Plan a trip from {arguments['from']} to {arguments['to']} on {day}. Quote the fare, "
        "ask whether to book, and book only when told so."
    )


def _refusal(arguments: Mapping[str, str]) -> str:
    return f"Explain to a passenger, in two sentences, this refusal: {arguments['refusal']}"
