"""The fast way in: the C parser, for texts in which it loses nothing.

Python's own parser keeps the last of two members with one name, turns 1e400 into infinity, takes
NaN for a number and nests until the stack ends. Its hooks let us see most of that as it happens.
Where there is any doubt, the whole text goes to the scanner, which names what is wrong.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.wire.values import real

if TYPE_CHECKING:
    from mcp_lab.wire.limits import Limits

_SAFE_DIGITS: Final = 15  # any integer of so few characters is below 2^53


class Doubt(Exception):  # noqa: N818 - nothing is wrong yet
    """The fast parser can't be trusted with this text."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Doubt
    return members


def _integer(text: str) -> int:
    if len(text) > _SAFE_DIGITS:
        raise Doubt
    return int(text)


def _constant(_text: str) -> None:
    raise Doubt


_decoder: Any = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=_integer,
    parse_float=real,
    parse_constant=_constant,
)
_scan = _decoder.scan_once  # what its decode() calls, without the search for space around
_write = json.JSONEncoder(ensure_ascii=False, check_circular=False, default=repr).encode


def parse(text: str, limits: Limits) -> Any:
    """Parse a JSON text in which nothing is out of the ordinary.

    Raises:
        Doubt: for every other text; the scanner decides.
    """
    try:
        value, end = _scan(text, 0)
        if end != len(text):
            raise Doubt  # something follows; or space, which is rare between frames
        if "\\ud" in text or "\\uD" in text:
            _write(value).encode()  # half a surrogate pair can't be encoded
    except (ValueError, RecursionError, StopIteration) as error:
        raise Doubt from error
    if len(text) > 2 * limits.depth:  # else it is too short for two brackets a level
        opened = text.count("[") + text.count("{")
        if opened > limits.depth and _depth(value) > limits.depth:
            raise Doubt
    return value


def _depth(value: Any) -> int:
    """Count the levels of arrays and objects, breadth first."""
    depth = -1
    level: list[Any] = [[value]]
    while level:
        depth += 1
        level = [
            inner
            for each in level
            for inner in (each.values() if type(each) is dict else each)
            if type(inner) is dict or type(inner) is list
        ]
    return depth
