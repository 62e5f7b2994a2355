"""What JSON holds and Python's own values lose: a member that isn't there, and a number's form."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, Final

DIGITS: Final = 4300
"""The longest integer, in characters, that Python turns into an `int` unasked (its own limit)."""

LARGEST_EXACT: Final = 2**53 - 1
"""The largest integer of which a double, and so JavaScript, is sure (RFC 8259 section 6)."""

_NUMBER = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?", re.ASCII)


_SIGNIFICANT = re.compile(r"-?[0.]*[1-9]")


class Absent(Enum):
    """The type of `ABSENT`: a member that isn't there, where `None` is JSON's null."""

    ABSENT = "absent"

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return self.value

    __str__ = __repr__


ABSENT: Final = Absent.ABSENT


class Number:
    """A JSON number that no Python number holds: `1e400`, or an integer of 4300 digits and more.

    `text` is the number as it was written. Two are equal when they have the same value.
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        if _NUMBER.fullmatch(text) is None:
            raise ValueError("a Number is made of the text of one JSON number, such as 1e400")
        self.text = text

    def __repr__(self) -> str:
        return f"Number({self.text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Number):
            return NotImplemented
        return _scientific(self.text) == _scientific(other.text)

    def __hash__(self) -> int:
        return hash(_scientific(self.text))

    @property
    def integral(self) -> bool:
        """Whether the value is a whole number, however it is written."""
        _, digits, exponent = _scientific(self.text)
        return not digits or not exponent.startswith("-")


def real(text: str) -> float | Number:
    """Read a JSON number with a fraction or an exponent; a `Number` where a float loses it all."""
    value = float(text)
    if value - value != 0 or (value == 0 and _SIGNIFICANT.match(text)):
        return Number(text)  # it became infinity, or nought
    return value


PLAIN_IDS: Final = frozenset({int, str})
"""The types of nearly every id."""


def same_id(a: Any, b: Any) -> bool:
    """Whether two ids are the same id: `"3"` is not `3`, `True` is not `1`, `5.0` equals `5`.

    Objects and arrays are no ids, so they are never the same; nor is an absent id. The type is
    part of a string's identity, the spelling is no part of a number's (JSON-RPC 2.0 section 5).
    """
    if type(a) is type(b) and type(a) in PLAIN_IDS:
        return bool(a == b)
    if isinstance(a, str) and isinstance(b, str):
        return a == b
    if _is_number(a) and _is_number(b):
        if isinstance(a, Number) or isinstance(b, Number):
            return bool(_as_number(a) == _as_number(b))
        return bool(a == b)
    return a is b and (a is None or isinstance(a, bool))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Number) and not isinstance(value, bool)


def _as_number(value: Any) -> Any:
    """Turn a number into a `Number`; one that Python will not spell out stays what it is."""
    try:
        return value if isinstance(value, Number) else Number(repr(value))
    except ValueError:
        return value


def _scientific(text: str) -> tuple[str, str, str]:
    """Split a number into sign, significant digits and exponent of ten, the same for equal values.

    The exponent is text, because it too may have more digits than Python will read.
    """
    match = _NUMBER.fullmatch(text)
    assert match is not None
    sign, whole, fraction, exponent = match[1], match[2], match[3] or "", match[4] or "0"
    written = (whole + fraction).lstrip("0")
    digits = written.rstrip("0")
    if not digits:
        return "", "", "0"
    if len(exponent) > DIGITS:
        return sign, digits, exponent.lstrip("+")
    return sign, digits, str(int(exponent) - len(fraction) + len(written) - len(digits))
