"""notebooks/ and solutions/ from challenges/; and whether what stands there is stale.

Whether it is stale is told without running anything: notebooks/ must be what would be written now,
letter for letter; solutions/ the same but for outputs, and made from these very sources.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mcp_lab.authoring.assemble import assemble, digest, metadata
from mcp_lab.authoring.execute import executed
from mcp_lab.authoring.lesson import Part, read_lesson
from mcp_lab.authoring.problem import Problem
from mcp_lab.course import CourseFiles, NotebookUnreadable
from mcp_lab.course.cells import read_cells
from mcp_lab.course.rebuild import RawCell, notebook_text
from mcp_lab.course.storage import write

_STALE = "Run `mcp-lab build`."


@dataclass(frozen=True, slots=True)
class Built:
    """One lesson's two notebooks, not yet executed."""

    lesson: str
    cells: list[RawCell]
    solved: list[RawCell]
    notebook_metadata: dict[str, object]
    solution_metadata: dict[str, object]

    @property
    def notebook(self) -> str:
        """The text of the notebook that is handed out."""
        return notebook_text(self.cells, self.notebook_metadata)

    @property
    def solution(self) -> str:
        """The text of the solved notebook, before it is executed."""
        return notebook_text(self.solved, self.solution_metadata)


def solutions_of(course: CourseFiles) -> Path:
    """Where a checkout keeps the solved notebooks: beside challenges/."""
    return course.challenges.parent / "solutions"


def build(course: CourseFiles) -> tuple[Path, ...]:
    """Write every lesson's two notebooks, the solved one executed; gives the files written.

    Raises:
        SourcesBroken: the prose or a challenge does not hold together, or a solution does not run.
        ChallengeBroken: a challenge's folder does not hold what it must.
        WorkspaceTrouble: a file can't be written.
    """
    written: list[Path] = []
    for lesson in course.lessons():
        built = built_lesson(course, lesson)
        notebook, solution = course.notebook(lesson), solutions_of(course) / f"{lesson}.ipynb"
        write(notebook, built.notebook)
        write(solution, executed(built.solution, course.challenges.parent, solution))
        written += [notebook, solution]
    return tuple(written)


def built_lesson(course: CourseFiles, lesson: str) -> Built:
    """Put one lesson together; the errors are those of `build`."""
    challenges = course.lesson_challenges(lesson)
    parts: tuple[Part, ...] = read_lesson(course.challenges / lesson, challenges)
    cells = assemble(lesson, parts, lambda challenge: challenge.starter)
    solved = assemble(lesson, parts, lambda challenge: challenge.solution)
    return Built(
        lesson,
        cells,
        solved,
        metadata(lesson, course.version, digest(cells)),
        metadata(lesson, course.version, sources_digest(course.challenges / lesson)),
    )


def sources_digest(folder: Path) -> str:
    """What every file of a lesson's folder is, in sixteen letters."""
    whole = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if _is_source(path)):
        data = file.read_bytes().replace(b"\r\n", b"\n")
        whole.update(f"{file.relative_to(folder).as_posix()}\n{len(data)}\n".encode() + data)
    return whole.hexdigest()[:16]


def stale(course: CourseFiles) -> Iterator[Problem]:
    """A problem for each notebook that `build` would write otherwise, or that has no lesson.

    Raises as `build` does.
    """
    for lesson in course.lessons():
        yield from stale_lesson(course, lesson)
    for folder in (course.notebooks, solutions_of(course)):
        for file in sorted(folder.glob("*.ipynb")):
            if file.stem not in course.lessons():
                yield Problem(file, 0, "built", "No lesson makes it.", "Delete it.")


def stale_lesson(course: CourseFiles, lesson: str) -> Iterator[Problem]:
    """The same for one lesson."""
    built = built_lesson(course, lesson)
    notebook, solution = course.notebook(lesson), solutions_of(course) / f"{lesson}.ipynb"
    if not _is_text(notebook, built.notebook):
        yield Problem(notebook, 0, "built", "It is not what its sources make.", _STALE)
    if not _is_solved(solution, built):
        yield Problem(solution, 0, "built", "It was not made from these sources.", _STALE)


def _is_source(path: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.parts[-3:])
    return path.is_file() and not hidden and "__pycache__" not in path.parts


def _is_text(file: Path, text: str) -> bool:
    try:
        return file.read_text("utf-8") == text
    except (OSError, UnicodeDecodeError):
        return False


def _is_solved(file: Path, built: Built) -> bool:
    """The same cells, and made from the same sources; outputs are what nbval looks at."""
    try:
        found = read_cells(file)
    except NotebookUnreadable:
        return False
    told = [(cell.id, cell.role, cell.challenge, cell.source) for cell in found.cells]
    wanted = [
        (cell["id"], mark["role"], mark["id"], "".join(cell["source"]))
        for cell in built.solved
        for mark in [cell["metadata"]["mcp_lab"]]
    ]
    return told == wanted and dict(found.metadata) == built.solution_metadata
