"""From a situation to the bytes that answer it: the channel is the contract's, the words ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp_lab.contract import Outcome, look_up
from mcp_lab.server.revisions import result_members
from mcp_lab.server.visit import IGNORED
from mcp_lab.server.wording import WORDING, Wording
from mcp_lab.wire import ABSENT, encode

if TYPE_CHECKING:
    from mcp_lab.contract import Ruling
    from mcp_lab.server.visit import Stop, Visit


def answer(visit: Visit, stop: Stop) -> tuple[bytes | None, str | None]:
    """The frame that answers, or None where silence does; and the correlation id given with it."""
    if stop.situation == IGNORED:
        return None, None
    ruling = look_up(visit.revision, stop.situation)
    chosen = ruling.preferred
    if chosen.channel is Outcome.SILENCE:
        return None, None
    correlation = visit.world.ids.correlation()
    words = _words(stop)
    if chosen.channel is Outcome.TOOL_ERROR:
        return encode(_tool_error(visit, words, correlation)), correlation
    error = _error(chosen.codes[0], words, stop, correlation)
    return encode({"jsonrpc": "2.0", **_id(visit, ruling), "error": error}), correlation


def _words(stop: Stop) -> Wording:
    usual = WORDING[stop.situation]
    return Wording(
        stop.category or usual.category, stop.says or usual.says, stop.remedy or usual.remedy
    )


def _tool_error(visit: Visit, words: Wording, correlation: str) -> dict[str, Any]:
    """A result whose isError is true: what a model reads and can act on."""
    text = f"{words.says} {words.remedy} [{words.category}, reference {correlation}]"
    result = {"content": [{"type": "text", "text": text}], "isError": True}
    members = result_members(visit.revision, "tools/call")
    return {"jsonrpc": "2.0", "id": visit.id, "result": {**result, **members}}


def _error(code: int, words: Wording, stop: Stop, correlation: str) -> dict[str, Any]:
    """One concise sentence, and in data what a program or a developer can act on."""
    data = {"category": words.category, "remedy": words.remedy, "reference": correlation}
    return {"code": code, "message": words.says.removesuffix("."), "data": {**data, **stop.data}}


def _id(visit: Visit, ruling: Ruling) -> dict[str, Any]:
    """The request's id where it could be read, else the form that the kit prefers without one."""
    if ruling.preferred.id == "same" and visit.id is not ABSENT:
        return {"id": visit.id}
    without = next((each.id for each in ruling.answers if each.id not in ("same", None)), "absent")
    return {"id": None} if without == "null" else {}
