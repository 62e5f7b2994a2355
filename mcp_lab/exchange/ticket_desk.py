"""Tools for trying what happens when an answer is lost: one that charges, two that look it up.

`buy_ticket` charges at each call. It takes the caller's own name for the order and does not look
whether that was used before: a name is no idempotency key. `order_status` finds what was bought
under the name. `find_booking` finds a booking of book_passage by its idempotency key;
`booking_status` can't, because it wants the reference, and that was in the lost answer.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.client import Semantics
from mcp_lab.world import Boundary, Tool, ToolOutput
from mcp_lab.world.ferry import schemas
from mcp_lab.world.ferry.provider import Order

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.world import Context

_NAME: Final = {"type": "string", "pattern": "^[A-Za-z0-9-]{1,64}$"}
_FOUND: Final = {"type": "object", "properties": {"found": {"type": "boolean"}}}

SEMANTICS: Final[Mapping[str, Semantics]] = {
    "key": Semantics(acts=True, key="idempotency_key"),
    "status": Semantics(acts=True, status="order_status", name="order"),
    "lookup": Semantics(
        acts=True, key="idempotency_key", status="find_booking", name="idempotency_key"
    ),
    "none": Semantics(acts=True),
}
"""What a host can know of a tool that acts: how to reconcile it."""


class TicketDesk:
    """The tools of one world, and what was bought at them.

    `sold` counts the tickets under each name; given one, whoever gave it can look on.
    """

    def __init__(self, sold: Counter[str] | None = None) -> None:
        self._sold: Counter[str] = Counter() if sold is None else sold

    @property
    def tools(self) -> dict[str, Tool]:
        """The three tools by name."""
        passage = schemas.QUOTE_FARE["properties"]
        return {
            "buy_ticket": Tool(
                name="buy_ticket",
                description="Buy a ticket; each call buys one more",
                input_schema=_closed({**passage, "order": _NAME}),
                body=self._buy,
            ),
            "order_status": Tool(
                name="order_status",
                description="Whether anything was bought under a name",
                input_schema=_closed({"order": _NAME}),
                output_schema=_FOUND,
                body=self._status,
            ),
            "find_booking": Tool(
                name="find_booking",
                description="Whether a passage was booked under an idempotency key",
                input_schema=_closed({"idempotency_key": _NAME}),
                output_schema=_FOUND,
                body=_find_booking,
            ),
        }

    def _buy(self, context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
        world, count = context.world, int(arguments["passengers"])
        with context.at(Boundary.PROVIDER_CALL):
            sailing = world.company.sailings[arguments["sailing"]]
            total = world.company.fare(sailing, arguments["class"], count)
            order = Order(sailing.id, count, arguments["class"], world.passenger, total)
            self._sold[arguments["order"]] += 1
            booking = world.provider.book(order, world.ids.correlation())
        return ToolOutput(f"Ticket {booking.reference} is bought.")

    def _status(self, context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
        with context.at(Boundary.PROVIDER_CALL):
            found = self._sold[arguments["order"]] > 0
        return ToolOutput(structured={"found": found})


def _find_booking(context: Context, arguments: Mapping[str, Any]) -> ToolOutput:
    world = context.world
    with context.at(Boundary.PROVIDER_CALL):
        booking = world.provider.booked_under(world.passenger, arguments["idempotency_key"])
    return ToolOutput(structured={"found": booking is not None})


def _closed(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }
