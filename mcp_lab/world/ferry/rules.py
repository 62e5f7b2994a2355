"""The rules of the business: each refuses in its own words, or lets the call go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lab.world.tool import Refusal

if TYPE_CHECKING:
    from datetime import date

    from mcp_lab.world.context import Context
    from mcp_lab.world.ferry.company import Company, Sailing
    from mcp_lab.world.world import World


def check_route(company: Company, origin: str, destination: str) -> None:
    """Boats run straight between these two."""
    if not company.connects(origin, destination):
        raise Refusal(
            "no-such-route",
            f"No boat runs straight from {origin} to {destination}.",
            f"Every route starts or ends at {company.islands[0]}: travel by way of it.",
        )


def check_day(company: Company, day: date) -> None:
    """The day is in the timetable."""
    if day not in company.days:
        first, last = company.days[0], company.days[-1]
        raise Refusal(
            "outside-timetable",
            "That day is not in the timetable.",
            f"Choose a day from {first} to {last}.",
        )


def sailing_with_seats(context: Context, sailing_id: str, passengers: int) -> Sailing:
    """The sailing, which exists and has room for the party."""
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


def own_booking(world: World, reference: str) -> None:
    """The booking is of the passenger who is signed in."""
    if not world.provider.is_of(reference, world.passenger):
        # The same words for another's booking and for none: which of the two it is, is
        # already something about somebody else.
        raise Refusal(
            "not-yours-to-see",
            "There is no booking of that reference that you may see.",
            "Check the reference, or ask the passenger who booked.",
        )


def confirmed_booking(world: World, reference: str) -> None:
    """The booking is the passenger's own and still stands."""
    own_booking(world, reference)
    if world.provider.is_cancelled(reference):
        raise Refusal(
            "already-cancelled",
            "That booking is cancelled, and a cancelled booking stays as it is.",
            "Book again if a passage is wanted after all.",
        )
