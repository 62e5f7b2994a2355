"""The company's booking office: the system outside the server that its tools call.

Only here do side effects happen, and each is written to the ledger as it begins and as it is done.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from mcp_lab.world.clock import Clock
    from mcp_lab.world.ferry.company import Company, Sailing
    from mcp_lab.world.ids import Ids
    from mcp_lab.world.ledger import Ledger

# How long the booking office takes to answer, in seconds of the world's clock.
READ_SECONDS = 0.020
WRITE_SECONDS = 0.120


@dataclass(frozen=True, slots=True)
class Order:
    """What one booking asks for; two orders are the same when every field is."""

    sailing: str
    passengers: int
    travel_class: str
    passenger: str
    total: int


@dataclass(frozen=True, slots=True)
class Booking:
    """A booking as the office keeps it."""

    reference: str
    order: Order
    status: str = "confirmed"


class Provider:
    """Seats and bookings of one world."""

    def __init__(self, company: Company, clock: Clock, ids: Ids, ledger: Ledger) -> None:
        self._company = company
        self._clock = clock
        self._ids = ids
        self._ledger = ledger
        self._sailings = dict(company.sailings)
        self._bookings: dict[str, Booking] = {}
        self._by_key: dict[tuple[str, str], str] = {}

    def sailings(self, origin: str, destination: str, day: date) -> tuple[Sailing, ...]:
        """The departures from one island to another on one day."""
        self._clock.advance(READ_SECONDS)
        wanted = (origin, destination, day)
        return tuple(
            sailing
            for sailing in self._sailings.values()
            if (sailing.origin, sailing.destination, sailing.date) == wanted
        )

    def departures(self, day: date) -> tuple[Sailing, ...]:
        """Every departure of one day."""
        self._clock.advance(READ_SECONDS)
        return tuple(sailing for sailing in self._sailings.values() if sailing.date == day)

    def sailing(self, sailing_id: str) -> Sailing | None:
        """One departure with the seats that are free now, or None."""
        return self._sailings.get(sailing_id)

    def fare(self, sailing: Sailing, travel_class: str, passengers: int) -> int:
        """What a passage costs, in cents."""
        self._clock.advance(READ_SECONDS)
        return self._company.fare(sailing, travel_class, passengers)

    def is_of(self, reference: str, passenger: str) -> bool:
        """Whether this passenger made a booking of this reference."""
        booking = self._bookings.get(reference)
        return booking is not None and booking.order.passenger == passenger

    def booking(self, reference: str) -> Booking:
        """One booking, whoever made it. Raises KeyError where there is none."""
        self._clock.advance(READ_SECONDS)
        return self._bookings[reference]

    def kept(self, reference: str) -> Booking:
        """One booking as the desk's own records have it. Raises KeyError where there is none."""
        return self._bookings[reference]

    def is_cancelled(self, reference: str) -> bool:
        """Whether the booking of this reference is cancelled."""
        return self._bookings[reference].status == "cancelled"

    def booked_under(self, passenger: str, key: str) -> Booking | None:
        """What this passenger booked with this idempotency key, or None."""
        reference = self._by_key.get((passenger, key))
        return None if reference is None else self._bookings[reference]

    def book(self, order: Order, key: str) -> Booking:
        """Take the seats and charge the passenger, once for each idempotency key.

        The caller has seen that the sailing exists and has seats; KeyError where it does not.
        """
        earlier = self.booked_under(order.passenger, key)
        if earlier is not None:
            self._clock.advance(READ_SECONDS)
            return earlier
        self._ledger.begin()
        self._clock.advance(WRITE_SECONDS)
        booking = self._enter(order)
        self._by_key[order.passenger, key] = booking.reference
        self._ledger.finish("booking", booking.reference, order.total)
        return booking

    def change(self, reference: str, order: Order) -> Booking:
        """Replace what is booked, and charge or pay back the difference."""
        booking = self._bookings[reference]
        if order == booking.order:
            self._clock.advance(READ_SECONDS)
            return booking
        self._ledger.begin()
        self._clock.advance(WRITE_SECONDS)
        self._take(booking.order.sailing, -booking.order.passengers)
        self._take(order.sailing, order.passengers)
        self._bookings[reference] = replace(booking, order=order)
        self._ledger.finish("change", reference, order.total - booking.order.total)
        return self._bookings[reference]

    def cancel(self, reference: str) -> Booking:
        """Give the seats back and pay the fare back."""
        booking = self._bookings[reference]
        self._ledger.begin()
        self._clock.advance(WRITE_SECONDS)
        self._take(booking.order.sailing, -booking.order.passengers)
        self._bookings[reference] = replace(booking, status="cancelled")
        self._ledger.finish("cancellation", reference, -booking.order.total)
        return self._bookings[reference]

    def admit(self, order: Order) -> Booking:
        """Enter a booking made before the world's clock started; the ledger doesn't count it."""
        return self._enter(order)

    def bookings(self, passenger: str) -> tuple[Booking, ...]:
        """Every booking of one passenger, oldest first."""
        return tuple(kept for kept in self._bookings.values() if kept.order.passenger == passenger)

    def _enter(self, order: Order) -> Booking:
        self._take(order.sailing, order.passengers)
        booking = Booking(self._ids.booking(), order)
        self._bookings[booking.reference] = booking
        return booking

    def _take(self, sailing_id: str, seats: int) -> None:
        """So many seats fewer on a sailing; a negative number gives them back."""
        sailing = self._sailings[sailing_id]
        self._sailings[sailing_id] = replace(sailing, seats=sailing.seats - seats)
