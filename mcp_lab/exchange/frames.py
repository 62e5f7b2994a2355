"""Frames side by side, in HTML and as plain text, with the members that matter marked.

    frames_html([("sent", request, ()), ("came back", response, {"error.code": "decides"})])

Each frame is (label, text, marks). The marks are paths (`error.code`, `result.content[0].type`),
alone or mapped to a word that stands beside the line; a path that the frame does not have marks
the nearest member around it. A mark is a pointer, a word and bold type as well as a colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from mcp_lab.exchange import pretty

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

Marks: TypeAlias = Iterable[str] | Mapping[str, str]
Shown: TypeAlias = tuple[str, str | bytes, Marks]

POINTER: Final = "▶"
_HERE: Final = Path(__file__).parent
_DIFFERS: Final = "differs"


class Row(NamedTuple):
    """One line as it is shown: its text, and the word of its mark ("" without one)."""

    text: str
    mark: str


class Panel(NamedTuple):
    """One frame as it is shown."""

    label: str
    rows: tuple[Row, ...]


def panels(frames: Iterable[Shown]) -> tuple[Panel, ...]:
    """The frames laid out, lines marked; what the three forms of display are made from."""
    return tuple(Panel(label, _rows(text, marks)) for label, text, marks in frames)


def frames_html(frames: Iterable[Shown]) -> str:
    """The frames beside each other where there is room, else below each other."""
    return str(render("frames.html", panels=panels(frames)))


def frames_text(frames: Iterable[Shown]) -> str:
    """The same below each other, for a terminal, a log, or text/plain."""
    return "\n".join(line for panel in panels(frames) for line in _text(panel))


def _rows(text: str | bytes, marks: Marks) -> tuple[Row, ...]:
    words = dict(marks) if isinstance(marks, Mapping) else dict.fromkeys(marks, _DIFFERS)
    laid_out = pretty.lines(text, words)
    at: dict[str | None, str] = {}
    for path, word in words.items():
        found = pretty.nearest(path, laid_out)
        at[found] = word if found == path else f"{word}: {path}"
    return tuple(
        Row(line.text, at.get(line.path, "") if line.path is not None else "") for line in laid_out
    )


def _text(panel: Panel) -> list[str]:
    return [panel.label, *(f"  {POINTER if row.mark else ' '} {_noted(row)}" for row in panel.rows)]


def _noted(row: Row) -> str:
    return f"{row.text}   ({row.mark})" if row.mark else row.text


def render(template: str, **values: Any) -> Markup:
    """One of this floor's templates, filled in; every value is escaped, and the style is in it."""
    from markupsafe import Markup

    style = Markup((_HERE / "look.css").read_text("utf-8"))  # noqa: S704 - our own file, no input
    filled = _templates().get_template(template).render(values, style=style, pointer=POINTER)
    return Markup(filled)  # noqa: S704 - the template escaped every value


@cache
def _templates() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
