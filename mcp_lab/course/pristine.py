"""The lesson's own notebook, as generated: the skeleton that a learner's cells are laid against."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

from mcp_lab.course.cells import Cell, NotebookFile, read_cells
from mcp_lab.course.files import CourseFiles
from mcp_lab.course.trouble import NotebookUnreadable

Role = Literal["answer", "check", "given", "prose"]
ROLES: tuple[Role, ...] = ("answer", "check", "given", "prose")

# The seed of the learner's data stands in the first given cell: lesson("ID", variant="…").
_LESSON_CALL = re.compile(
    r"""\blesson\(\s*(['"])(?P<lesson>[^'"\n]*)\1\s*,\s*variant\s*=\s*(['"])(?P<variant>[^'"\n]*)\3"""
)


@dataclass(frozen=True, slots=True)
class KitCell:
    """A cell that the kit owns; `challenge` is the lesson's id where it belongs to none."""

    role: Role
    challenge: str
    cell: Cell

    @property
    def source(self) -> str:
        """The cell's text."""
        return self.cell.source


@dataclass(frozen=True)
class Pristine:
    """A lesson's generated notebook, cell by cell."""

    lesson: str
    cells: tuple[KitCell, ...]
    metadata: Mapping[str, Any]

    @cached_property
    def challenges(self) -> tuple[str, ...]:
        """The ids of the challenges that stand in it, in order."""
        return tuple(kit.challenge for kit in self.cells if kit.role == "answer")

    @cached_property
    def starters(self) -> Mapping[str, str]:
        """Challenge id to the text of its answer cell as it is handed out."""
        return {kit.challenge: kit.source for kit in self.cells if kit.role == "answer"}

    def judged_at(self, index: int) -> str | None:
        """The challenge whose check comes next after the cell at `index`; None after the last."""
        after = (kit.challenge for kit in self.cells[index + 1 :] if kit.role == "check")
        return next(after, None)


def read_pristine(course: CourseFiles, lesson: str) -> Pristine:
    """Read the lesson's generated notebook.

    Raises:
        NotebookUnreadable: the course was not built, or the file is damaged.
    """
    try:
        notebook = read_cells(course.notebook(lesson))
    except NotebookUnreadable as error:
        raise NotebookUnreadable(error.path, error.cause, course.mend) from None
    return pristine_of(lesson, notebook)


def pristine_of(lesson: str, notebook: NotebookFile) -> Pristine:
    """The kit's cells of a generated notebook."""
    kits = [
        KitCell(cell.role, cell.challenge or lesson, cell)
        for cell in notebook.cells
        if cell.role in ROLES
    ]
    return Pristine(lesson, tuple(kits), notebook.metadata)


def is_handed_out(course: CourseFiles, source: str) -> bool:
    """Whether a cell's text is code that the kit itself hands out in some lesson, answers aside."""
    return plain(source) in _handed_out(course)


@cache
def _handed_out(course: CourseFiles) -> frozenset[str]:
    texts: set[str] = set()
    for lesson in course.lessons():
        try:
            cells = read_pristine(course, lesson).cells
        except NotebookUnreadable:
            continue  # a lesson that was not built yet hands nothing out
        texts |= {plain(kit.source) for kit in cells if kit.role in ("given", "check")}
    return frozenset(texts)


def plain(source: str) -> str:
    """A text without its variant and its layout at line ends."""
    return "\n".join(line.rstrip() for line in with_variant(source, "").strip().splitlines())


def variant_in(source: str) -> str | None:
    """The variant in a `lesson("…", variant="…")` call, None where the text has none."""
    found = _LESSON_CALL.search(source)
    return found["variant"] if found else None


def variant_of(cells: Sequence[Cell]) -> str | None:
    """The variant that a notebook's cells name, the kit's own cells first; None where none does."""
    code = sorted((cell for cell in cells if cell.kind == "code"), key=lambda c: c.role != "given")
    return next((variant for cell in code if (variant := variant_in(cell.source))), None)


def lesson_in(source: str) -> str | None:
    """The lesson in a `lesson("…", variant="…")` call, None where the text has none."""
    found = _LESSON_CALL.search(source)
    return found["lesson"] if found else None


def with_variant(source: str, variant: str) -> str:
    """The text with the variant of its `lesson(…)` call replaced."""
    found = _LESSON_CALL.search(source)
    if not found:
        return source
    start, end = found.span("variant")
    return source[:start] + variant + source[end:]
