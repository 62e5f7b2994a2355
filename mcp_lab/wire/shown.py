"""How a value that was found is named in one short sentence."""

from __future__ import annotations

import json
from typing import Any, Final

from mcp_lab.wire.values import DIGITS, Number

WIDTH: Final = 40
"""Characters of a found value that a sentence repeats; the rest is left off, marked."""


class Words(str):
    """Text that is already how it should be read, not a value to quote."""

    __slots__ = ()


def shown(value: Any) -> str:
    """Name a JSON value in a few words, whatever its size, printable anywhere."""
    if isinstance(value, Words):
        return value
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Number):
        return clipped(value.text)
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    if isinstance(value, int) and value.bit_length() > 3 * DIGITS:
        return "an integer of very many digits"
    return clipped(json.dumps(value))


def quoted(text: str) -> str:
    """Put text in double quotes, clipped, half surrogate pairs and control characters escaped."""
    inner = json.dumps(clipped(text), ensure_ascii=False)
    return inner.encode("utf-8", "backslashreplace").decode()


def clipped(text: str) -> str:
    """Cut text to `WIDTH` characters, an ellipsis in place of what is left off."""
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
