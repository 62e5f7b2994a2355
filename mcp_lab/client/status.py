"""What a status tool says of an earlier call: found, nothing, or nothing that counts as an answer.

A status tool of the lab answers `{"found": true}` or `{"found": false}`, as structured content or,
where the revision has none, as the JSON text of its first block. Anything else settles nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.client.events import Response
from mcp_lab.contract import Outcome

if TYPE_CHECKING:
    from mcp_lab.client.events import Ended

MEMBER: Final = "found"


class Trace(StrEnum):
    """What the status tool knows of a call."""

    FOUND = "found"
    NOTHING = "nothing"
    UNCLEAR = "unclear"


def status_of(event: Ended) -> Trace:
    """What an answer of the status tool says."""
    if not isinstance(event, Response) or event.outcome is not Outcome.SUCCESS:
        return Trace.UNCLEAR
    found = _said(event.result).get(MEMBER)
    if not isinstance(found, bool):
        return Trace.UNCLEAR
    return Trace.FOUND if found else Trace.NOTHING


def _said(result: Mapping[str, Any]) -> Mapping[str, Any]:
    if "structuredContent" in result:
        return _object(result["structuredContent"])
    first = result["content"][0] if result["content"] else {}
    try:
        return _object(json.loads(first.get("text", "null")))
    except ValueError:
        return {}


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
