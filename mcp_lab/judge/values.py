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
import math
import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from json.encoder import encode_basestring_ascii
from typing import Any

from mcp_lab.judge.said import name_of
from mcp_lab.wire import Number

MAX_BYTES = 1_000_000
"""The most that one value may take, as JSON text in ASCII."""
MAX_DEPTH = 200
"""The deepest that one value may nest."""
_MOST_DIGITS = 4300  # what Python itself converts between text and int
_LARGEST = 10**_MOST_DIGITS
_HALF = re.compile("[\ud800-\udfff]")


class NotJsonValue(ValueError):  # noqa: N818 - named for the value
    """A value that JSON can't carry; the text names it, where it stands, and what to give."""

    def __init__(self, why: str) -> None:
        """`why` goes on after `the value` or `at ['items'][2]`."""
        super().__init__(why)
        self._why, self._steps = why, list[str | int]()

    def within(self, step: str | int) -> "NotJsonValue":
        """The same, seen from the container that holds it under `step`."""
        self._steps.insert(0, step)
        return self

    def __str__(self) -> str:
        if not self._steps:
            return f"the value {self._why}"
        steps = "".join(f"[{step!r}]" for step in self._steps[:6])
        return f"at {steps}{'…' if len(self._steps) > 6 else ''}, the value {self._why}"


def to_json(value: Any) -> Any:
    """The JSON tree of a Python value; raises `NotJsonValue`."""
    return _Walk(tags=True).value(value, 0)


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
        raise NotJsonValue(f"has no tag of the answer port, but {tag}")
    return _READ[tag](tree[tag])


def copied(value: Any) -> Any:
    """A value as it looks from the other side of a port; raises `NotJsonValue`.

    The same as through `to_json`, its text and `from_json`, in one walk.
    """
    return _Walk(tags=False).value(value, 0)


def same_json(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON, where Python's `==` takes True for 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_json(one[k], other[k]) for k in one)
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


class _Walk:
    """One walk over one value: a copy of plain types, tags written where they are wanted.

    `room` shrinks by at least what the text would take, so that a huge value stops early.
    """

    def __init__(self, *, tags: bool) -> None:
        self.tags, self.room = tags, MAX_BYTES

    def value(self, value: Any, depth: int) -> Any:
        kind = type(value)  # not isinstance(): an object may lie about its __class__
        read = _WRITE.get(kind) or _by_base(kind)
        if read is None:
            raise NotJsonValue(f"is {_kind(value)}; {_instead(value)}")
        return read(self, value, depth)

    def literal(self, value: bool | None, _depth: int) -> bool | None:  # noqa: FBT001 - a value
        self._take(6)
        return value

    def text(self, value: str, _depth: int) -> str:
        plain = _paired(str.__str__(value))
        self._take(len(encode_basestring_ascii(plain)) + 2)
        return plain

    def integer(self, value: int, _depth: int) -> int:
        whole = int.__int__(value)
        self._take(whole.bit_length() // 3 + 3)
        if abs(whole) >= _LARGEST:
            raise NotJsonValue(
                f"is an integer of more than {_MOST_DIGITS} digits; "
                "give it as a string, or a smaller number"
            )
        return whole

    def real(self, value: float, _depth: int) -> float:
        self._take(26)
        plain = float.__float__(value)
        if not math.isfinite(plain):
            raise NotJsonValue(
                f"is {plain}, which is no JSON number; give None, a string or a number"
            )
        return plain

    def octets(self, value: bytes | bytearray, _depth: int) -> bytes | dict[str, str]:
        self._take(len(value) * 4 // 3 + 20)
        return {"$bytes": b64encode(value).decode("ascii")} if self.tags else bytes(value)

    def number(self, value: Number, _depth: int) -> Number | dict[str, str]:
        self._take(len(value.text) + 20)
        return {"$number": value.text} if self.tags else value

    def array(self, value: list[Any] | tuple[Any, ...], depth: int) -> list[Any]:
        self._deeper(depth)
        base: Any = list if issubclass(type(value), list) else tuple
        made: list[Any] = []
        for item in base.__iter__(value):
            try:
                made.append(self.value(item, depth + 1))
            except NotJsonValue as error:
                raise error.within(len(made)) from None
        return made

    def object(self, value: dict[Any, Any], depth: int) -> dict[str, Any]:
        self._deeper(depth)
        made: dict[str, Any] = {}
        for key, item in dict.items(value):
            if not issubclass(type(key), str):
                raise NotJsonValue(f"has a key that is {_kind(key)}; JSON keys are strings")
            name = self.text(key, depth)
            try:
                made[name] = self.value(item, depth + 1)
            except NotJsonValue as error:
                raise error.within(name) from None
        return {"$object": made} if self.tags and _tag(made) else made

    def _take(self, size: int) -> None:
        self.room -= size
        if self.room < 0:
            raise NotJsonValue(f"takes more than {MAX_BYTES:,} bytes as JSON; give less")

    def _deeper(self, depth: int) -> None:
        self._take(14)
        if depth >= MAX_DEPTH:
            raise NotJsonValue(
                f"nests deeper than {MAX_DEPTH} levels, or contains itself; give a flatter one"
            )


_Write = Callable[[_Walk, Any, int], Any]

# Type → how it is written; a subclass is written as the first base that stands here.
_WRITE: dict[type, _Write] = {
    str: _Walk.text,
    bool: _Walk.literal,
    type(None): _Walk.literal,
    dict: _Walk.object,
    list: _Walk.array,
    int: _Walk.integer,
    float: _Walk.real,
    tuple: _Walk.array,
    bytes: _Walk.octets,
    bytearray: _Walk.octets,
    Number: _Walk.number,
}


def _paired(text: str) -> str:
    """A text as JSON carries it, where the two halves of a pair, side by side, are one character.

    A half alone stays one: JSON can write it.
    """
    if _HALF.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _by_base(kind: type) -> _Write | None:
    return next((write for base, write in _WRITE.items() if issubclass(kind, base)), None)


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
        raise NotJsonValue("has a $bytes tag whose content is not base64") from error


def _read_number(content: Any) -> Number:
    if not isinstance(content, str):
        raise NotJsonValue("has a $number tag whose content is no string")
    try:
        return Number(content)
    except ValueError as error:
        raise NotJsonValue("has a $number tag whose content is no number") from error


def _read_object(content: Any) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise NotJsonValue("has an $object tag whose content is no object")
    return {key: from_json(item) for key, item in content.items()}


_READ: dict[str, Callable[[Any], Any]] = {
    "$bytes": _read_bytes,
    "$number": _read_number,
    "$object": _read_object,
}

# What to give instead, by the name of a type that learners return by accident.
_INSTEAD = {
    "set": "give a list, such as list(…)",
    "frozenset": "give a list, such as list(…)",
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
        name_of(type(value)),
        "give JSON: dict, list, str, int, float, bool, None, or bytes",
    )


def _kind(value: Any) -> str:
    name = name_of(type(value))
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
