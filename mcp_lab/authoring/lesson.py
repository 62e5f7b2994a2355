"""`lesson.md`: the lesson's prose, its code, and where each challenge stands.

    # Title
    Prose, with clause marks: the response carries the same id {response.same-id}.
    ```python
    Lab().call("find_sailings")        a given cell: ours, executed
    ```
    <!-- challenge: 01-anatomy -->     that challenge's four cells stand here

Jupytext reads the Markdown between two challenges: Python in a fence is a code cell, two blank
lines end a cell of prose.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp_lab.authoring.marks import linked
from mcp_lab.authoring.problem import Problem, SourcesBroken
from mcp_lab.judge import Challenge

PLACE = re.compile(r"^<!-- challenge: (\S+) -->[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Prose:
    """A cell of Markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A given cell of the lesson's own."""

    source: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a challenge stands."""

    challenge: Challenge


Part = Prose | Code | Place


def read_lesson(folder: Path, challenges: tuple[Challenge, ...]) -> tuple[Part, ...]:
    """The lesson's parts in order.

    Raises:
        SourcesBroken: a mark names no clause, or the challenges' places do not fit the folders.
    """
    file = folder / "lesson.md"
    text, problems = linked(file.read_text("utf-8"), file)
    problems += tuple(_misplaced(text, file, challenges))
    if problems:
        raise SourcesBroken(problems)
    known = {challenge.slug: challenge for challenge in challenges}
    prose, *rest = PLACE.split(text)
    parts: list[Part] = [*_prose(prose)]
    for slug, after in zip(rest[::2], rest[1::2], strict=True):
        parts += [Place(known[slug]), *_prose(after)]
    return tuple(parts)


def _prose(text: str) -> Iterator[Part]:
    """What stands between two challenges, cell by cell."""
    if not text.strip():
        return
    import jupytext  # a second, for authors alone

    notebook: Any = jupytext.reads(text, fmt="md")
    for cell in notebook.cells:
        if cell.source.strip():
            source = cell.source.strip()
            yield Code(source) if cell.cell_type == "code" else Prose(source)


def _misplaced(text: str, file: Path, challenges: tuple[Challenge, ...]) -> Iterator[Problem]:
    placed = [(found[1], text.count("\n", 0, found.start()) + 1) for found in PLACE.finditer(text)]
    slugs = [challenge.slug for challenge in challenges]
    for slug, line in placed:
        if slug not in slugs:
            says = f"There is no challenge folder {slug!r} in this lesson."
            yield Problem(file, line, "challenge-placed", says, f"There are {', '.join(slugs)}.")
    for slug in slugs:
        times = sum(slug == one for one, _ in placed)
        if times != 1:
            says = f"Challenge {slug} is placed {times} times."
            todo = f"Put the line <!-- challenge: {slug} --> exactly once where it belongs."
            yield Problem(file, 0, "challenge-placed", says, todo)
