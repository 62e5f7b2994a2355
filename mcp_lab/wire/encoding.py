"""Message to bytes: compact, one line, and nothing on the wire that isn't JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from mcp_lab.wire.paths import Part, path_of
from mcp_lab.wire.shown import quoted
from mcp_lab.wire.values import Number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_Container: TypeAlias = dict[Any, Any] | list[Any] | tuple[Any, ...]
_CONTAINERS: Final = (dict, list, tuple)
_SCALARS: Final = frozenset({str, int, float, bool, type(None)})


class Unencodable(ValueError):  # noqa: N818 - says what the value is
    """A value that has no JSON form.

    Attributes:
        path: where in the value, such as `result.content[0].text`; empty for the whole.
        why: what is wrong, in a few words.
    """

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path or 'the value'}: {why}")
        self.path = path
        self.why = why


# A value that holds itself ends this encoder's recursion; the writer then says where.
_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":")
)
_compact = _encoder.encode


def _made_once() -> Callable[[Any, int], Iterable[str]]:
    """The C encoder itself: JSONEncoder makes a new one for every call."""
    make = json.encoder.c_make_encoder  # type: ignore[attr-defined] # typeshed leaves it out
    if make is None:  # a Python without the C accelerator
        return lambda value, _level: _encoder.iterencode(value)
    made: Callable[[Any, int], Iterable[str]] = make(
        markers=None,
        default=_encoder.default,
        encoder=json.encoder.encode_basestring,
        indent=None,
        key_separator=":",
        item_separator=",",
        sort_keys=False,
        skipkeys=False,
        allow_nan=False,
    )
    return made


_pieces: Final = _made_once()


def encode(value: Any) -> bytes:
    """Encode a JSON value as compact UTF-8, without a line break.

    Takes what `decode` gives: dicts with string keys, lists (and tuples), strings, numbers,
    `Number`, booleans, None. Half a surrogate pair, which UTF-8 can't hold, is written as its
    escape. Nesting may be of any depth.

    Raises:
        Unencodable: for NaN and infinities, keys that are no strings, a value that holds itself,
            and every other type.
    """
    try:
        text = "".join(_pieces(value, 0))
        plain = _string_keys(value)  # Python's encoder turns the key 1 into "1"
    except (TypeError, ValueError, RecursionError):
        plain = False
    if not plain:
        text = "".join(_Writer().pieces(value))
    return text.encode("utf-8", "backslashreplace")


def _string_keys(value: Any) -> bool:
    """Whether every key is a string, in a value that is known not to hold itself.

    False as well where that takes a closer look: at types that are made from the plain ones.
    """
    kind = type(value)
    if kind is dict:
        for key, inner in value.items():
            if type(key) is not str or (type(inner) not in _SCALARS and not _string_keys(inner)):
                return False
        return True
    if kind is list or kind is tuple:
        for inner in value:  # noqa: SIM110 - all() over a generator costs more than its few rounds
            if type(inner) not in _SCALARS and not _string_keys(inner):
                return False
        return True
    return kind in _SCALARS


class _Level(NamedTuple):
    """A container being written."""

    container: _Container
    parts: Iterator[Part]
    closing: str


class _Writer:
    """Writes without recursion and knows where it is: slower, for what the C encoder refuses."""

    def __init__(self) -> None:
        self._levels: list[_Level] = []
        self._path: list[Part] = []
        self._inside: set[int] = set()  # identities of the containers being written

    def pieces(self, value: Any) -> Iterator[str]:
        """Yield the text piece by piece."""
        yield self._begin(value)
        fresh = True  # no comma before a container's first part
        while self._levels:
            level = self._levels[-1]
            depth = len(self._levels)
            part = next(level.parts, None)
            if part is None:
                yield self._end()
                fresh = False
                continue
            self._path[-1] = part
            piece = self._begin(level.container[part])  # type: ignore[index] # its own key or index
            name = f"{_compact(part)}:" if isinstance(part, str) else ""
            yield f"{'' if fresh else ','}{name}{piece}"
            fresh = len(self._levels) > depth

    def _begin(self, value: Any) -> str:
        """Write a scalar, or open a container."""
        if not isinstance(value, _CONTAINERS):
            return self._scalar(value)
        if id(value) in self._inside:
            raise self._refusal("holds itself")
        if isinstance(value, dict):
            self._check_keys(value)
            level = _Level(value, iter(value), "}")
        else:
            level = _Level(value, iter(range(len(value))), "]")
        self._inside.add(id(value))
        self._levels.append(level)
        self._path.append("")
        return "{" if level.closing == "}" else "["

    def _end(self) -> str:
        level = self._levels.pop()
        self._path.pop()
        self._inside.discard(id(level.container))
        return level.closing

    def _scalar(self, value: Any) -> str:
        if isinstance(value, Number):
            return value.text
        try:
            return _compact(value)
        except TypeError:
            raise self._refusal(f"the type {type(value).__name__} has no JSON form") from None
        except ValueError:
            raise self._refusal(_why_no_number(value)) from None

    def _check_keys(self, value: dict[Any, Any]) -> None:
        for key in value:
            if not isinstance(key, str):
                raise self._refusal(
                    f"the key {quoted(str(key))} is of type {type(key).__name__}, not a string"
                )

    def _refusal(self, why: str) -> Unencodable:
        return Unencodable(path_of(self._path), why)


def _why_no_number(value: Any) -> str:
    if isinstance(value, int):
        return "an integer of more digits than Python will write"
    return f"{quoted(str(value))} is no JSON number"
