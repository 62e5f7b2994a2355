"""From a situation to the bytes that answer it: the channel is the contract's, the words ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp_lab.contract import Outcome, look_up
from mcp_lab.server.revisions import result_members
from mcp_lab.server.visit import IGNORED
from mcp_lab.server.wording import WORDING
from mcp_lab.wire import ABSENT, encode
from mcp_lab.world.safe_error import MEMBER, SafeError

if TYPE_CHECKING:
    from mcp_lab.contract import Ruling
    from mcp_lab.server.visit import Stop, Visit


def answer(visit: Visit, stop: Stop) -> tuple[bytes | None, SafeError | None]:
    """The frame that answers, or None where silence does; and the error that it is made of."""
    if stop.situation == IGNORED:
        return None, None
    ruling = look_up(visit.revision, stop.situation)
    chosen = ruling.preferred
    if chosen.channel is Outcome.SILENCE:
        return None, None
    safe = safe_error(stop, visit.world.ids.correlation())
    if chosen.channel is Outcome.TOOL_ERROR:
        return encode(_tool_error(visit, safe)), safe
    error = _error(chosen.codes[0], safe, stop)
    return encode({"jsonrpc": "2.0", **_id(visit, ruling), "error": error}), safe


def safe_error(stop: Stop, reference: str) -> SafeError:
    """What may be said of this case: its situation's words, or those that the stop has instead.

    No exception comes in here, so nothing of one can go out.
    """
    usual = WORDING[stop.situation]
    return SafeError(
        category=stop.category or usual.category,
        says=stop.says or usual.says,
        remedy=stop.remedy or usual.remedy,
        retry=usual.retry,
        reference=reference,
    )


def _tool_error(visit: Visit, safe: SafeError) -> dict[str, Any]:
    """A result whose isError is true: words for the model, and the same as fields in `_meta`."""
    members = result_members(visit.revision, "tools/call")
    meta = {**members.get("_meta", {}), MEMBER: safe.fields}
    content = [{"type": "text", "text": safe.text}]
    result = {"content": content, "isError": True, **members, "_meta": meta}
    return {"jsonrpc": "2.0", "id": visit.id, "result": result}


def _error(code: int, safe: SafeError, stop: Stop) -> dict[str, Any]:
    """One concise sentence, and in data what a program or a developer can act on."""
    return {"code": code, "message": safe.message, "data": {**safe.fields, **stop.data}}


def _id(visit: Visit, ruling: Ruling) -> dict[str, Any]:
    """The request's id where it could be read, else the form that the kit prefers without one."""
    if ruling.preferred.id == "same" and visit.id is not ABSENT:
        return {"id": visit.id}
    without = next((each.id for each in ruling.answers if each.id not in ("same", None)), "absent")
    return {"id": None} if without == "null" else {}
