"""Handing notebooks out, renewing them on a newer course, and putting one challenge back.

no file            the lesson is written, with the workspace's own seed in it
same course        the file is left as it is, byte for byte
another course     it is made again with the answers moved over; the old file goes to backups/
its marks lost     the same, where its cells tell that it is this lesson
newer than ours    left alone, and said
not ours           left alone, and said, with what to do: nothing can be checked in it
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mcp_lab.course import storage
from mcp_lab.course.arrange import Arrangement, arrange
from mcp_lab.course.cells import FRESH_ONE, NotebookFile, read_cells
from mcp_lab.course.lesson import lesson_by_cells
from mcp_lab.course.pristine import Pristine, read_pristine, variant_of
from mcp_lab.course.rebuild import RawCell, handed_out, identified, lines, notebook_text, rebuilt
from mcp_lab.course.recognise import same_text
from mcp_lab.course.settings import digest
from mcp_lab.course.trouble import NotebookUnreadable, WorkspaceTrouble

if TYPE_CHECKING:
    from mcp_lab.course.workspace import Workspace

# The notebook's metadata that says which sources it was built from (see authoring).
SOURCES = "mcp_lab_sources"

What = Literal["made", "kept", "renewed", "left", "unusable"]


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one lesson's notebook; `says` tells more where there is more to tell."""

    lesson: str
    path: Path
    what: What
    says: str = ""


@dataclass(frozen=True, slots=True)
class Reset:
    """A challenge that went back to its starter.

    Attributes:
        challenge: its id.
        notebook: where it stands.
        kept: where the old answer is.
        beside: how many code cells of the learner's own were left between answer and check.
    """

    challenge: str
    notebook: Path
    kept: tuple[Path, ...]
    beside: int


def refresh(space: "Workspace") -> tuple[Change, ...]:
    """Bring every lesson of the course into the workspace.

    Raises:
        WorkspaceTrouble: a file can't be written; what was done until then stands.
        NotebookUnreadable: the course's own notebooks are missing or damaged.
    """
    with space.locked():
        changes, starters = [], dict(space.settings.starters)
        for lesson in space.course.lessons():
            pristine = read_pristine(space.course, lesson)
            change = _one(space, pristine)
            if change.what in ("made", "renewed"):
                starters.update({key: digest(text) for key, text in pristine.starters.items()})
            changes.append(change)
        settings = replace(space.settings, course_version=space.course.version, starters=starters)
        if settings != space.settings:
            space.save_settings(settings)
    return tuple(changes)


def _one(space: "Workspace", pristine: Pristine) -> Change:
    lesson, path = pristine.lesson, space.notebook(pristine.lesson)
    if not path.exists():
        empty = arrange(NotebookFile(path, (), {}), pristine, space.course)
        storage.write(path, handed_out(empty, space.variant))
        return Change(lesson, path, "made")
    try:
        notebook = _read(space, lesson)
    except NotebookUnreadable as error:
        return Change(lesson, path, "unusable", str(error))
    if _made_of(notebook.metadata) == _made_of(pristine.metadata):
        return Change(lesson, path, "kept")
    version = str(notebook.mark.get("course_version", ""))
    if _ordered(version) > _ordered(space.course.version):
        says = f"{path.name} is of course {version}, newer than the {space.course.version} here."
        return Change(lesson, path, "left", says)
    return _renew(space, notebook, pristine)


def _read(space: "Workspace", lesson: str) -> NotebookFile:
    """A lesson's notebook; raises NotebookUnreadable where it is none of the course."""
    path = space.notebook(lesson)
    notebook = read_cells(path)
    if not notebook.mark and lesson_by_cells(notebook, space.course) != lesson:
        raise NotebookUnreadable(path, "it does not say that it is of this course", FRESH_ONE)
    return notebook


def unusable(space: "Workspace") -> Iterator[NotebookUnreadable]:
    """What is the matter with each file that stands in the place of a lesson's notebook."""
    for lesson in space.course.lessons():
        if space.notebook(lesson).exists():
            try:
                _read(space, lesson)
            except NotebookUnreadable as error:
                yield error


def _renew(space: "Workspace", notebook: NotebookFile, pristine: Pristine) -> Change:
    arranged = arrange(notebook, pristine, space.course)
    starters = space.settings.starters
    old = space.course.renamed()

    def untouched(challenge: str, text: str) -> bool:
        names = [challenge, *(name for name in old if space.course.current(name) == challenge)]
        seen = {starters[name] for name in names if name in starters}
        return digest(text) in seen

    with storage.said_plainly(notebook.path, "read"):
        old_file = notebook.path.read_bytes()
    kept = space.back_up(notebook.path.name, old_file)
    variant = variant_of(notebook.cells) or space.variant  # the data they have worked on
    storage.write(notebook.path, rebuilt(arranged, variant, untouched))
    says = f"made again for course {space.course.version}; the old one is {kept}"
    return Change(pristine.lesson, notebook.path, "renewed", says)


def reset(space: "Workspace", challenge: str) -> Reset:
    """Put one challenge back to its starter, in its notebook and in the workspace.

    The old answer goes to `backups/`: the cell's text, and the widget answer where there is one.

    Raises:
        UnknownChallenge: there is none of this id.
        NotebookUnreadable: its lesson's notebook is missing or damaged.
        WorkspaceTrouble: a file can't be written.
    """
    found = space.course.challenge(challenge)
    path = space.notebook(found.lesson)
    if not path.exists():
        raise WorkspaceTrouble(
            f"{path} is not there, so nothing can be put back. "
            f"`mcp-lab start {space.folder}` hands it out."
        )
    with space.locked():
        notebook = read_cells(path)
        arranged = arrange(notebook, read_pristine(space.course, found.lesson), space.course)
        kept = _keep_old(space, arranged, found.id)  # first: a disk that is full changes nothing
        cells = list(identified(_put_back(notebook, arranged, found.id)))
        storage.write(path, notebook_text(cells, notebook.metadata))
        clicked = space.drop_answer(found.id)
    space.restart(found.id)
    everything = (*kept, clicked) if clicked else kept
    return Reset(found.id, path, everything, arranged.code_beside(found.id))


def _keep_old(space: "Workspace", arranged: Arrangement, challenge: str) -> tuple[Path, ...]:
    name = challenge.replace("/", "--")
    starter = arranged.pristine.starters[challenge]
    stood = [
        piece.source.strip()
        for piece in arranged.stood.get(challenge, ())
        if not same_text(piece.source, starter)
    ]
    kept = [space.back_up(f"{name}.py", "\n\n".join(stood) + "\n")] if stood else []
    if challenge in arranged.bundles and not space.stored_answer(challenge):
        bundle = {"id": challenge, "answer": arranged.bundles[challenge]}
        kept.append(space.back_up(f"{name}.json", storage.json_text(bundle)))
    return tuple(kept)


def _put_back(notebook: NotebookFile, arranged: Arrangement, challenge: str) -> list[RawCell]:
    """The notebook's cells with one answer cell, as handed out, and the answer's outputs gone."""
    stood = arranged.stood.get(challenge, ())
    home = arranged.answers[challenge].cell if stood else None
    starter = arranged.pristine.starters[challenge]
    held_by = arranged.checks.get(challenge)  # the cell whose outputs carry the clicked answer
    cells: list[RawCell] = []
    for cell in notebook.cells:
        pieces = [piece.source for piece in stood if piece.cell is cell]
        raw = dict(cell.raw)
        if pieces:
            text = _replaced(cell.source, pieces, starter if cell is home else "")
            raw = _cleared(raw) | {"cell_type": "code", "source": lines(text)}
        elif cell is held_by or (cell.role, cell.challenge) == ("check", challenge):
            raw = _cleared(raw)
        if not pieces or raw["source"]:
            cells.append(raw)
    return cells if home else _with_answer_cell(cells, arranged.pristine, challenge)


def _replaced(source: str, pieces: Sequence[str], by: str) -> str:
    """The cell's text with the first piece replaced, the others taken out; blank becomes empty."""
    for piece in pieces:
        source = source.replace(piece, by, 1) if piece else by
        by = ""
    return source if source.strip() else ""


def _with_answer_cell(cells: list[RawCell], pristine: Pristine, challenge: str) -> list[RawCell]:
    """The cells with the answer cell that was deleted, in front of its check or at the end."""
    fresh = next(
        dict(kit.cell.raw)
        for kit in pristine.cells
        if (kit.role, kit.challenge) == ("answer", challenge)
    )
    marks = [_mark(cell) for cell in cells]
    wanted = {"id": challenge, "role": "check"}
    place = marks.index(wanted) if wanted in marks else len(cells)
    return [*cells[:place], fresh, *cells[place:]]


def _mark(cell: Mapping[str, Any]) -> Any:
    metadata = cell.get("metadata")
    return metadata.get("mcp_lab") if isinstance(metadata, dict) else None


def _cleared(raw: RawCell) -> RawCell:
    return {**raw, "outputs": [], "execution_count": None}


def _made_of(metadata: Mapping[str, Any]) -> tuple[Any, Any]:
    mark = metadata.get("mcp_lab")
    version = mark.get("course_version") if isinstance(mark, dict) else None
    return version, metadata.get(SOURCES)


def _ordered(version: str) -> tuple[int, ...]:
    """A version's numbers, to be compared; what is no number counts as nothing."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())
