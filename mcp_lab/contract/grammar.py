"""The small grammar in which `shapes.toml` writes types, and what its words stand for.

A type becomes a form: a function that is given a JSON value and its path, and tells every place in
it that does not fit. Strict: nothing is turned into what it is not ("true" is no boolean, true is
no number), and 5.0 is an integer, as JSON Schema has it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from mcp_lab.wire import Number


class Misfit(NamedTuple):
    """A place where a value is not of its type: its path, and what was found there.

    `found` is ABSENT for a member that is missing.
    """

    path: str
    found: Any


Misfits = tuple[Misfit, ...]
Form = Callable[[Any, str], Misfits]

_FITS: Misfits = ()
_TOKEN = re.compile(r"'[^']*'|[A-Za-z]+|[\d.]+|[\[\]{}|]")
_NAMEABLE = re.compile(r"[A-Za-z_$][\w$]*")
_CLOSING = {"[": "]", "{": "}"}
_TELLING = ("type", "mode", "method")  # members whose value tells the branches of a union apart


def parse(text: str, named: Callable[[str], Form]) -> Form:
    """The form of a type; `named` gives the forms of other names.

    Raises ValueError on a text that is no type.
    """
    parser = _Parser(text, named)
    form = parser.union()
    parser.end()
    return form


def member_path(path: str, member: str) -> str:
    """The path of a member: `a.b`, or `a["x/y"]` where the name cannot stand behind a dot."""
    return f"{path}.{member}" if _NAMEABLE.fullmatch(member) else f'{path}["{member}"]'


class _Parser:
    """Reads one type from left to right."""

    def __init__(self, text: str, named: Callable[[str], Form]) -> None:
        self._text, self._named = text, named
        self._tokens = _TOKEN.findall(text)
        if "".join(self._tokens) != text.replace(" ", ""):
            raise ValueError(f"{text!r} is no type")

    def union(self) -> Form:
        branches = [self._one()]
        while self._next("|"):
            branches.append(self._one())
        return branches[0] if len(branches) == 1 else _one_of(tuple(branches))

    def end(self) -> None:
        if self._tokens:
            raise ValueError(f"{self._text!r} is no type: {self._tokens[0]!r} is out of place")

    def _one(self) -> Form:
        word = self._tokens.pop(0) if self._tokens else ""
        if word in _CLOSING:
            inner = self.union()
            if not self._next(_CLOSING[word]):
                raise ValueError(f"{self._text!r} is no type: {word!r} is not closed")
            return _list_of(inner) if word == "[" else _map_of(inner)
        if word.startswith("'"):
            return _literal(word.strip("'"))
        if word not in _WORDS:
            return self._named(word)
        bounded = self._tokens and ".." in self._tokens[0]
        return _within(_WORDS[word], self._tokens.pop(0)) if bounded else _word(_WORDS[word])

    def _next(self, token: str) -> bool:
        if self._tokens[:1] != [token]:
            return False
        self._tokens.pop(0)
        return True


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Number) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    if isinstance(value, float):
        return value.is_integer()
    return value.integral if isinstance(value, Number) else _is_number(value)


_WORDS: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": _is_integer,
    "number": _is_number,
    "boolean": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
    "any": lambda _: True,
}


def _word(fits: Callable[[Any], bool]) -> Form:
    return lambda value, path: _FITS if fits(value) else (Misfit(path, value),)


def _literal(text: str) -> Form:
    return lambda value, path: _FITS if value == text else (Misfit(path, value),)


def _within(fits: Callable[[Any], bool], bounds: str) -> Form:
    low, _, high = bounds.partition("..")
    least, most = float(low or "-inf"), float(high or "inf")

    def form(value: Any, path: str) -> Misfits:
        if not fits(value):
            return (Misfit(path, value),)
        size = float(value.text) if isinstance(value, Number) else value
        return _FITS if least <= size <= most else (Misfit(path, value),)

    return form


def _list_of(inner: Form) -> Form:
    def form(value: Any, path: str) -> Misfits:
        if not isinstance(value, list):
            return (Misfit(path, value),)
        return tuple(
            misfit for at, each in enumerate(value) for misfit in inner(each, f"{path}[{at}]")
        )

    return form


def _map_of(inner: Form) -> Form:
    def form(value: Any, path: str) -> Misfits:
        if not isinstance(value, dict):
            return (Misfit(path, value),)
        return tuple(
            misfit
            for member, each in value.items()
            for misfit in inner(each, member_path(path, member))
        )

    return form


def _one_of(branches: tuple[Form, ...]) -> Form:
    def form(value: Any, path: str) -> Misfits:
        found = []
        for branch in branches:
            misfits = branch(value, path)
            if not misfits:
                return _FITS
            found.append(misfits)
        told = {misfit.path: misfit for misfit in _of_the_meant(found, path)}
        return tuple(told.values()) or (Misfit(path, value),)

    return form


def _of_the_meant(found: list[Misfits], path: str) -> Iterator[Misfit]:
    """What is wrong by the branches that were meant: those whose telling member is right.

    Where none is, the telling members are what is wrong; a value that is not even of the kind of
    any branch is wrong as a whole.
    """
    telling = {f"{path}.{member}" for member in _TELLING}
    inside = [each for each in found if all(misfit.path != path for misfit in each)]
    meant = [each for each in inside if all(misfit.path not in telling for misfit in each)]
    for each in meant or inside:
        yield from (misfit for misfit in each if meant or misfit.path in telling)
