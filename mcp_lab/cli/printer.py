"""Prints indented, wrapped text, quickly: a log has many lines, and each becomes several.

Colour, boldness and links are there on a terminal that has them and nobody has turned them off
(NO_COLOR, FORCE_COLOR); they only repeat what words say. The width is the terminal's, or COLUMNS.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

import click

_WIDTH: Final = 100  # where there is neither a terminal nor COLUMNS
_NARROWEST: Final = 20
_PER_LEVEL: Final = 2  # spaces of indentation


class Piece(NamedTuple):
    """A stretch of a line with its looks; `link` is an address, or empty."""

    text: str
    colour: str | None = None
    bold: bool = False
    dim: bool = False
    link: str = ""


class Printer:
    """Collects lines, and writes them together at `flush`."""

    def __init__(self) -> None:
        size = shutil.get_terminal_size(fallback=(_WIDTH, 24))
        self._width = max(size.columns, _NARROWEST)
        self._painted = _paints()
        self._lines: list[str] = []

    def print(self, level: int, *pieces: Piece | str) -> None:
        """Add a line, wrapped, at a level of indentation, with no space after its last word."""
        indent = " " * _PER_LEVEL * level
        parts = [Piece(each) if isinstance(each, str) else each for each in pieces]
        text = "".join(part.text for part in parts)
        for start, end in _wrapped(text, max(self._width - len(indent), _NARROWEST)):
            shown = self._paint(parts, start, end) if self._painted else text[start:end]
            self._lines.append(f"{indent}{shown}\n" if shown else "\n")

    def space(self) -> None:
        """Add an empty line."""
        self._lines.append("\n")

    def flush(self) -> None:
        """Write what was collected."""
        click.echo("".join(self._lines), nl=False, color=self._painted)
        self._lines.clear()

    def _paint(self, parts: list[Piece], start: int, end: int) -> str:
        """The text from start to end, each part in its looks."""
        shown, at = "", 0
        for part in parts:
            inside = part.text[max(start - at, 0) : max(end - at, 0)]
            at += len(part.text)
            if inside:
                shown += _looking(part, inside)
        return shown


def _looking(part: Piece, text: str) -> str:
    if part == Piece(part.text):
        return text
    looks = click.style(text, fg=part.colour, bold=part.bold or None, dim=part.dim or None)
    return f"\x1b]8;;{part.link}\x1b\\{looks}\x1b]8;;\x1b\\" if part.link else looks


def _paints() -> bool:
    """Whether looks are wanted, and the terminal has them."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") not in {"dumb", "unknown"}


def _wrapped(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) of each line of a text, broken at spaces where that is possible."""
    start = 0
    while (fits := _fitting(text, start, width)) < len(text):
        space = text.rfind(" ", start + 1, fits + 1)
        end = space if space > start else fits
        yield start, len(text[:end].rstrip(" "))
        start = end + (space > start)
    yield start, len(text.rstrip(" "))


def _fitting(text: str, start: int, width: int) -> int:
    """Where a line that begins at start is full; a wide character takes two columns."""
    if text.isascii():
        return start + width
    from rich.cells import get_character_cell_size

    end, left = start, width
    while end < len(text):
        left -= get_character_cell_size(text[end])
        if left < 0:
            break
        end += 1
    return max(end, start + 1) if end < len(text) else len(text)
