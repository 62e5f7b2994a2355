"""How the ferry company words what it found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lab.world.ferry.company import CURRENCY

if TYPE_CHECKING:
    from mcp_lab.world.ferry.company import Sailing
    from mcp_lab.world.ferry.provider import Booking


def line(sailing: Sailing) -> str:
    """One departure, on one line."""
    return f"{sailing.id} departs {sailing.departs}, {sailing.ship}, {sailing.seats} seats left"


def booked(booking: Booking) -> str:
    """A booking in one sentence."""
    order = booking.order
    return (
        f"Booking {booking.reference} is {booking.status}: sailing {order.sailing}, "
        f"{people(order.passengers)}, {order.travel_class}, {money(order.total)} paid"
    )


def people(count: int) -> str:
    """How many travel."""
    return "1 passenger" if count == 1 else f"{count} passengers"


def money(cents: int) -> str:
    """An amount of cents."""
    return f"{cents // 100}.{cents % 100:02d} {CURRENCY}"
