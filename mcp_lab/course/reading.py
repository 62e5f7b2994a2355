"""A notebook file as a submission: what the judge runs, in the lesson's own order.

The kit's cells are the course's own again, whatever the file says; the learner's stand where they
stood. Every oddity is a note, and only a file that holds no notebook of this course is refused.
"""

from collections.abc import Iterator
from pathlib import Path

from mcp_lab.course.arrange import TOP, Arrangement, arrange
from mcp_lab.course.cells import NotebookFile, read_cells
from mcp_lab.course.files import CourseFiles, locate
from mcp_lab.course.lesson import lesson_of
from mcp_lab.course.pristine import KitCell, read_pristine, variant_of, with_variant
from mcp_lab.course.recognise import Piece, first_mark, unmarked
from mcp_lab.course.trouble import WorkspaceTrouble
from mcp_lab.course.workspace import Workspace
from mcp_lab.judge import Submission, SubmittedCell


def read_notebook(path: Path, course: CourseFiles | None = None) -> Submission:
    """Read a learner's notebook.

    Raises:
        NotebookUnreadable: it is no notebook, or of no lesson of this course.
    """
    course = course or locate()
    notebook = read_cells(path)
    lesson, lesson_notes = lesson_of(notebook, course)
    arranged = arrange(notebook, read_pristine(course, lesson), course)
    variant, variant_notes = _variant(notebook)
    version = notebook.mark.get("course_version")
    return Submission(
        lesson=lesson,
        variant=variant,
        course_version=version if isinstance(version, str) else "",
        cells=tuple(_submitted(arranged, variant)),
        bundles=dict(arranged.bundles),
        notes=(*lesson_notes, *arranged.notes, *variant_notes),
    )


def _variant(notebook: NotebookFile) -> tuple[str, list[str]]:
    """The seed of the learner's data: the notebook's, else its workspace's, else none."""
    if variant := variant_of(notebook.cells):
        return variant, []
    try:
        space = Workspace.find(notebook.path.parent)
    except WorkspaceTrouble:
        space = None
    if space:
        return space.variant, ["it had lost its variant; its workspace's was taken"]
    return "", ["it had lost its variant, so nothing tells whose data it has"]


def _submitted(arranged: Arrangement, variant: str) -> Iterator[SubmittedCell]:
    """The cells to run: each challenge's answer together with the learner's own since the check."""
    yield from _own(arranged, TOP)
    for index, kit in enumerate(arranged.pristine.cells):
        if kit.role in ("given", "check"):
            yield SubmittedCell(with_variant(kit.source, variant), kit.role, _owner(arranged, kit))
        elif kit.role == "answer" and kit.challenge in arranged.answers:
            text = _opened(arranged.answers[kit.challenge])
            yield SubmittedCell(text, "answer", kit.challenge)
        yield from _own(arranged, index)


def _own(arranged: Arrangement, index: int) -> Iterator[SubmittedCell]:
    challenge = arranged.pristine.judged_at(index)
    for piece in arranged.own.get(index, ()):
        if piece.cell.kind == "code" and piece.source.strip():
            yield SubmittedCell(unmarked(piece.source), "own", challenge)


def _owner(arranged: Arrangement, kit: KitCell) -> str | None:
    return kit.challenge if kit.challenge in arranged.pristine.starters else None


def _opened(piece: Piece) -> str:
    """The answer's text under its challenge's line, which may be gone or name an older id."""
    opening, _, rest = piece.source.lstrip().partition("\n")
    return f"# answer: {piece.challenge}\n{rest if first_mark(opening) else piece.source}"
