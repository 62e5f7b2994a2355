"""Values that cross the answer port: JSON, and what JSON alone would lose.

Python value ⇄ JSON tree. Three tags carry what plain JSON has no form for; a tag is an object with
one member whose name starts with `$`:

    {"$bytes": base64}       bytes
    {"$number": "1e400"}     a number whose written form a Python number loses (`wire.Number`)
    {"$object": {…}}         an object that would otherwise look like a tag

A subclass is read as its base (`dict.items`, `str.__str__`): what a learner's class says of itself
is never asked, so a lying `__eq__` or `__iter__` stays on its own side.
"""

import binascii
import json
import math
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

from mcp_lab.wire import Number

MAX_BYTES = 1_000_000
"""The most that one value may take, as JSON text."""
MAX_DEPTH = 200
"""The deepest that one value may nest."""
_MOST_DIGITS = 4300  # what Python itself converts between text and int
_LARGEST = 10**_MOST_DIGITS


class NotJsonValue(ValueError):  # noqa: N818 - named for the value
    """A value that JSON can't carry; the text names it, where it stands, and what to give."""


def to_json(value: Any) -> Any:
    """The JSON tree of a Python value; raises `NotJsonValue`."""
    return _Walk().tree(value, ())


def from_json(tree: Any) -> Any:
    """The Python value of a JSON tree that `to_json` made; raises `NotJsonValue` on a wrong tag."""
    if isinstance(tree, list):
        return [from_json(item) for item in tree]
    if not isinstance(tree, dict):
        return tree
    tag = _tag(tree)
    if tag is None:
        return {key: from_json(item) for key, item in tree.items()}
    if tag not in _READ:
        raise NotJsonValue(f"{tag!r} is no tag of the answer port; the tags are {', '.join(_READ)}")
    return _READ[tag](tree[tag])


def pack(value: Any) -> str:
    """A value as JSON text, compact and ASCII; raises `NotJsonValue`, also when it is too large."""
    text = json.dumps(to_json(value), separators=(",", ":"), allow_nan=False)
    if len(text) > MAX_BYTES:
        raise _too_large()
    return text


def unpack(text: str) -> Any:
    """The value that `pack` made this text of, sharing nothing with it."""
    return from_json(json.loads(text))


def copied(value: Any) -> Any:
    """A value as it looks from the other side of a port; raises `NotJsonValue`."""
    return unpack(pack(value))


class _Walk:
    """One walk over one value; `room` shrinks, so that a huge value stops early."""

    def __init__(self) -> None:
        self.room = MAX_BYTES

    def tree(self, value: Any, path: tuple[str | int, ...]) -> Any:
        self._take(1)
        if value is None or value is True or value is False:
            return value
        for base, read in _WRITE:
            # type(), not isinstance(): an object may lie about its __class__.
            if issubclass(type(value), base):
                return read(self, value, path)
        raise NotJsonValue(f"{_at(path)} {_kind(value)}; {_instead(value)}")

    def text(self, value: str, _path: tuple[str | int, ...]) -> str:
        self._take(len(value))
        return str.__str__(value)

    def integer(self, value: int, path: tuple[str | int, ...]) -> int:
        whole = int.__int__(value)
        if abs(whole) >= _LARGEST:
            raise NotJsonValue(
                f"{_at(path)} an integer of more than {_MOST_DIGITS} digits; "
                "give it as a string, or a smaller number"
            )
        return whole

    def real(self, value: float, path: tuple[str | int, ...]) -> float:
        plain = float.__float__(value)
        if not math.isfinite(plain):
            raise NotJsonValue(
                f"{_at(path)} {plain}, which is no JSON number; give None, a string or a number"
            )
        return plain

    def octets(self, value: bytes | bytearray, _path: tuple[str | int, ...]) -> dict[str, str]:
        self._take(len(value))
        return {"$bytes": b64encode(value).decode("ascii")}

    def number(self, value: Number, _path: tuple[str | int, ...]) -> dict[str, str]:
        self._take(len(value.text))
        return {"$number": value.text}

    def array(self, value: Any, path: tuple[str | int, ...]) -> list[Any]:
        self._deeper(path)
        base = list if issubclass(type(value), list) else tuple
        return [self.tree(item, (*path, i)) for i, item in enumerate(base.__iter__(value))]

    def object(self, value: dict[Any, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
        self._deeper(path)
        members: dict[str, Any] = {}
        for key, item in dict.items(value):
            if not issubclass(type(key), str):
                raise NotJsonValue(
                    f"{_at(path)} a dict with a key that is {_kind(key)}; JSON keys are strings"
                )
            name = self.text(key, path)
            members[name] = self.tree(item, (*path, name))
        return members if _tag(members) is None else {"$object": members}

    def _take(self, size: int) -> None:
        self.room -= size
        if self.room < 0:
            raise _too_large()

    def _deeper(self, path: tuple[str | int, ...]) -> None:
        if len(path) >= MAX_DEPTH:
            raise NotJsonValue(
                f"the value nests deeper than {MAX_DEPTH} levels, or contains itself; "
                "give a flatter one"
            )


# Base type → how it is written; the first that fits. bool is handled before: it is an int.
_WRITE: tuple[tuple[type, Callable[[_Walk, Any, tuple[str | int, ...]], Any]], ...] = (
    (str, _Walk.text),
    (dict, _Walk.object),
    (list, _Walk.array),
    (int, _Walk.integer),
    (float, _Walk.real),
    (tuple, _Walk.array),
    (bytes, _Walk.octets),
    (bytearray, _Walk.octets),
    (Number, _Walk.number),
)


def _tag(members: dict[str, Any]) -> str | None:
    """The tag that an object carries, if it looks like one."""
    if len(members) != 1:
        return None
    (name,) = members
    return name if name.startswith("$") else None


def _read_bytes(content: Any) -> bytes:
    try:
        return b64decode(content, validate=True)
    except (binascii.Error, TypeError, ValueError) as error:
        raise NotJsonValue("the content of $bytes is not base64") from error


def _read_number(content: Any) -> Number:
    if not isinstance(content, str):
        raise NotJsonValue("the content of $number is not a string")
    return Number(content)


def _read_object(content: Any) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise NotJsonValue("the content of $object is not an object")
    return {key: from_json(item) for key, item in content.items()}


_READ: dict[str, Callable[[Any], Any]] = {
    "$bytes": _read_bytes,
    "$number": _read_number,
    "$object": _read_object,
}

# What to give instead, by the name of a type that learners return by accident.
_INSTEAD = {
    "set": "give a list, such as sorted(…)",
    "frozenset": "give a list, such as sorted(…)",
    "generator": "give a list, such as list(…)",
    "map": "give a list, such as list(…)",
    "filter": "give a list, such as list(…)",
    "zip": "give a list, such as list(…)",
    "dict_keys": "give a list, such as list(…)",
    "dict_values": "give a list, such as list(…)",
    "Decimal": "give an int, a float or a string",
    "Fraction": "give an int, a float or a string",
    "complex": "give a float or a string",
    "datetime": "give a string, such as ….isoformat()",
    "date": "give a string, such as ….isoformat()",
    "ellipsis": "put a value in place of the dots",
    "function": "give what it returns: call it",
    "method": "give what it returns: call it",
    "builtin_function_or_method": "give what it returns: call it",
    "type": "give a value, not a class",
    "coroutine": "await it",
}


def _instead(value: Any) -> str:
    return _INSTEAD.get(
        type(value).__name__,
        "give JSON: dict, list, str, int, float, bool, None, or bytes",
    )


def _kind(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _at(path: tuple[str | int, ...]) -> str:
    """Where in the value, as Python writes it: `at ['items'][2] there is`."""
    steps = "".join(f"[{step!r}]" for step in path[:6])
    return f"at {steps}{'…' if len(path) > 6 else ''} there is" if path else "the value is"


def _too_large() -> NotJsonValue:
    return NotJsonValue(f"the value takes more than {MAX_BYTES:,} bytes as JSON; give less")
