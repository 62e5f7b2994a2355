"""What the ferry company's tools accept and give back: JSON Schema 2020-12."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp_lab.world.ferry.company import CLASSES, CURRENCY

if TYPE_CHECKING:
    from mcp_lab.world.ferry.company import Company

SAILING = {"type": "string", "pattern": "^S-[0-9]{4}$", "description": "A sailing, like S-1042"}
BOOKING = {"type": "string", "pattern": "^B-[0-9]{5}$", "description": "A booking, like B-48213"}
PASSENGERS = {"type": "integer", "minimum": 1, "maximum": 9, "description": "How many travel"}
CLASS = {"type": "string", "enum": list(CLASSES), "description": "Travel class"}
CENTS = {"type": "integer", "minimum": 0, "description": f"An amount in cents ({CURRENCY})"}


def _closed(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def find_sailings(company: Company) -> dict[str, Any]:
    """From, to and day; the islands are the company's own."""
    island = {"type": "string", "enum": list(company.islands)}
    return _closed(
        {
            "from": island | {"description": "The island to leave from"},
            "to": island | {"description": "The island to go to"},
            "date": {"type": "string", "format": "date", "description": "The day to travel"},
        },
        ["from", "to", "date"],
    )


QUOTE_FARE = _closed(
    {"sailing": SAILING, "passengers": PASSENGERS, "class": CLASS},
    ["sailing", "passengers", "class"],
)

QUOTED_FARE = _closed(
    {
        "sailing": SAILING,
        "passengers": PASSENGERS,
        "class": CLASS,
        "total": CENTS,
        "currency": {"const": CURRENCY},
        "valid_until": {"type": "string", "format": "date-time"},
    },
    ["sailing", "passengers", "class", "total", "currency", "valid_until"],
)

BOOK_PASSAGE = _closed(
    {
        "sailing": SAILING,
        "passengers": PASSENGERS,
        "class": CLASS,
        "idempotency_key": {
            "type": "string",
            "pattern": "^[A-Za-z0-9-]{8,64}$",
            "description": "Your own name for this booking: sent again with it, nothing is doubled",
        },
    },
    ["sailing", "passengers", "class", "idempotency_key"],
)

BOOKING_STATUS = _closed({"booking": BOOKING}, ["booking"])

_CHANGES = {"class": CLASS, "passengers": PASSENGERS, "sailing": SAILING}

CHANGE_BOOKING = _closed(
    {
        "booking": BOOKING,
        "change": {
            "description": "One change, of the kind that `kind` names",
            "oneOf": [
                _closed({"kind": {"const": kind}, kind: schema}, ["kind", kind])
                for kind, schema in _CHANGES.items()
            ],
        },
    },
    ["booking", "change"],
)
