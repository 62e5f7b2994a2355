"""A frame laid out over lines for reading, each line knowing which member it belongs to.

Only the white space between tokens changes. To parse and print again would lose what a frame is
looked at for: a member that stands twice, `5.0` where `5` was meant, an escape. What is no JSON
text is shown as it came, line by line.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from mcp_lab.wire import NOT_JSON, decode
from mcp_lab.wire.paths import path_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from mcp_lab.wire.paths import Part

WIDTH: Final = 76
MOST: Final = 300  # lines that are shown of one frame

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_CLOSING: Final = {"{": "}", "[": "]"}


class Line(NamedTuple):
    """One line: its text, indented, and the path of the value that begins on it (or None)."""

    text: str
    path: str | None = None


def lines(frame: str | bytes, marked: Collection[str] = ()) -> list[Line]:
    """The frame over lines; a value whose path is in `marked` begins a line of its own.

    Of a very long frame the first lines, and then one that says how many more there are.
    """
    text = frame if isinstance(frame, str) else frame.decode("utf-8", "backslashreplace")
    if _readable(text):
        found = list(_Layout(_TOKEN.findall(text), marked).value())
    else:
        found = [Line(_printable(each)) for each in text.splitlines() or [""]]
    found = [Line(_printable(line.text), line.path) for line in found]
    more = len(found) - MOST
    return found if more <= 0 else [*found[:MOST], Line(f"… and {more} more lines")]


def nearest(path: str, frame_lines: Collection[Line]) -> str | None:
    """The path itself where a line has it, else the nearest around it; None without any."""
    known = {line.path for line in frame_lines}
    while path and path not in known:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return path if path in known else None


def _readable(text: str) -> bool:
    return not any(defect.name in NOT_JSON for defect in decode(text).defects)


def _printable(text: str) -> str:
    """Characters that would not show, or would reorder what is shown, as their escapes."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else _escape(each) for each in text)


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))


class _Layout:
    """Walks the tokens of one JSON text, which is known to be one."""

    def __init__(self, tokens: list[str], marked: Collection[str]) -> None:
        self._tokens = tokens
        self._marked = marked
        self._at = 0

    def value(self, parts: tuple[Part, ...] = (), prefix: str = "") -> Iterator[Line]:
        """The lines of the value that begins here, and of the comma behind it."""
        start, path, indent = self._at, path_of(parts), "  " * len(parts)
        self._skip()
        whole = _one_line(self._tokens[start : self._at])
        opening = self._tokens[start]
        fits = len(indent) + len(prefix) + len(whole) <= WIDTH and not self._marked_inside(path)
        if opening not in _CLOSING or fits:
            yield Line(f"{indent}{prefix}{whole}{self._comma()}", path)
            return
        end, self._at = self._at, start + 1
        yield Line(f"{indent}{prefix}{opening}", path)
        yield from self._members(parts, opening, end - 1)
        self._at = end
        yield Line(f"{indent}{_CLOSING[opening]}{self._comma()}")

    def _members(self, parts: tuple[Part, ...], opening: str, end: int) -> Iterator[Line]:
        index = 0
        while self._at < end:
            name = self._name() if opening == "{" else ""
            part: Part = json.loads(name) if name else index
            yield from self.value((*parts, part), f"{name}: " if name else "")
            index += 1

    def _name(self) -> str:
        name = self._tokens[self._at]
        self._at += 2  # the name and its colon
        return name

    def _comma(self) -> str:
        """The comma behind the value just passed, passed as well."""
        if self._at < len(self._tokens) and self._tokens[self._at] == ",":
            self._at += 1
            return ","
        return ""

    def _skip(self) -> None:
        """Pass the value that begins here."""
        depth = 0
        while True:
            token = self._tokens[self._at]
            self._at += 1
            depth += (token in _CLOSING) - (token in _CLOSING.values())
            if depth == 0:
                return

    def _marked_inside(self, path: str) -> bool:
        """Whether a value inside this one is marked, and so needs a line of its own."""
        inside = (f"{path}.", f"{path}[") if path else ("",)
        return any(each != path and each.startswith(inside) for each in self._marked)


def _one_line(tokens: list[str]) -> str:
    return "".join({",": ", ", ":": ": "}.get(token, token) for token in tokens)
