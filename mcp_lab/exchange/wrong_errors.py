"""Servers that make one of the two mistakes with errors: they tell everything, or nothing.

Each is the lab's own server with one outbound adapter that is wrong on purpose; the facts of the
exchange name what it does wrong.

    run(scenario, retold(leaking(HOME)["in the words"]))       falls at no-canary.<kind>
    run(scenario, retold(withholding(HOME)))                   falls at safe-error.<field>
"""

from __future__ import annotations

import base64
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.exchange.adapters import Beside, Change, Failing, Message, Outbound, outbound
from mcp_lab.world.canary import texts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_PART: Final = 7  # letters; shorter than any canary


@lru_cache
def leaking(revision: str) -> Mapping[str, Outbound]:
    """Outbound adapters that send the exception along, by where they put it."""
    right = outbound(revision)
    made = {name: replace(right, changes=(change,)) for name, change in _CHANGES.items()}
    beside = {name: replace(right, beside=(make,)) for name, make in _BESIDE.items()}
    return MappingProxyType(made | beside)


@lru_cache
def withholding(revision: str) -> Outbound:
    """An outbound adapter that says "Error" and no more: safe, and nobody can act on it."""
    return replace(outbound(revision), changes=(_nothing_told,))


def everything(trouble: BaseException | None) -> str:
    """What a careless server has at hand: all the texts of an exception, one a line."""
    return "" if trouble is None else "\n".join(texts_of(trouble))


def _with_words(message: Message, words: list[str]) -> Message:
    """The message with these words in place of its own: blocks of a tool error, one message."""
    if "error" in message:
        return message | {"error": message["error"] | {"message": " ".join(words)}}
    content = [{"type": "text", "text": text} for text in words]
    return message | {"result": message["result"] | {"content": content}}


def _with_data(message: Message, value: Any) -> Message:
    """The message with a value for programs: an error's data, or structured content."""
    if "error" in message:
        data = message["error"]["data"] | {"debug": value}
        return message | {"error": message["error"] | {"data": data}}
    return message | {"result": message["result"] | {"structuredContent": {"debug": value}}}


def _in_the_words(message: Message, failing: Failing) -> Message:
    return _with_words(message, [f"Error: {everything(failing.trouble)}"])


def _spread_over_blocks(message: Message, failing: Failing) -> Message:
    text = everything(failing.trouble)
    parts = [text[start : start + _PART] for start in range(0, len(text), _PART)]
    return _with_words(message, parts or [""])


def _in_the_data(message: Message, failing: Failing) -> Message:
    return _with_data(message, everything(failing.trouble).splitlines())


def _encoded_in_the_data(message: Message, failing: Failing) -> Message:
    return _with_data(message, base64.b64encode(everything(failing.trouble).encode()).decode())


def _in_the_meta(message: Message, failing: Failing) -> Message:
    if "error" in message:
        return _in_the_data(message, failing)
    meta = {**message["result"]["_meta"], "debug": everything(failing.trouble)}
    return message | {"result": message["result"] | {"_meta": meta}}


def _in_a_log_message(failing: Failing) -> Message:
    data = {"trouble": everything(failing.trouble)}
    params = {"level": "error", "logger": "desk", "data": data}
    return {"jsonrpc": "2.0", "method": "notifications/message", "params": params}


def _nothing_told(message: Message, _failing: Failing) -> Message:
    if "error" in message:
        return message | {"error": {"code": message["error"]["code"], "message": "Error"}}
    told = {name: value for name, value in message["result"].items() if name != "_meta"}
    return message | {"result": told | {"content": [{"type": "text", "text": "Error"}]}}


_CHANGES: Final[Mapping[str, Change]] = {
    "in the words": _in_the_words,
    "in the words, spread over blocks": _spread_over_blocks,
    "in the data": _in_the_data,
    "in the data, encoded": _encoded_in_the_data,
    "in _meta": _in_the_meta,
}
_BESIDE: Final[Mapping[str, Beside]] = {"in a log message": _in_a_log_message}
