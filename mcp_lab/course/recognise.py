"""What each cell of a submitted notebook is, however it came to look.

Learners split cells, merge them, copy them, strip their metadata. A cell is known by the kit's mark
in its metadata, else by its text: an answer by the line `# answer: ID`, a check by its call, a
given or prose cell by having the course's own words. One cell may hold several pieces; a piece is
one thing.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from mcp_lab.course.cells import Cell
from mcp_lab.course.pristine import ROLES, KitCell, Pristine, Role, plain

PieceRole = Role | Literal["own"]

_MARK = re.compile(r"^# answer:[ \t]*(\S+)[ \t]*$", re.MULTILINE)
_CHECK = re.compile(
    r"""^challenge\(\s*(['"])(?P<id>[^'"\n]+)\1\s*\)\.check\(\)[ \t;]*$""", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that a cell holds.

    `marked`: it opens with its challenge's own line, so a second such piece is a second answer
    and not the rest of the first.
    """

    role: PieceRole
    challenge: str | None
    source: str
    cell: Cell
    marked: bool = False


def unmarked(source: str) -> str:
    """The text of an answer that was not taken, so that no later reading takes it for one."""
    return _MARK.sub(r"# earlier answer: \1", source)


def first_mark(source: str) -> str | None:
    """The id in the first `# answer: ID` line of a text, None where it has none."""
    found = _MARK.search(source)
    return found[1] if found else None


def same_text(one: str, other: str) -> bool:
    """Equal but for white space at line ends and around the whole."""
    return trimmed(one) == trimmed(other)


def without_check_call(source: str, challenge: str) -> str:
    """The text without the line that presses this challenge's check."""
    return _CHECK.sub(lambda m: "" if m["id"] == challenge else m[0], source)


class Recogniser:
    """Reads cells against a lesson's own notebook; what was odd collects in `notes`."""

    def __init__(self, pristine: Pristine, current: Callable[[str], str]) -> None:
        self._pristine = pristine
        self._current = current
        self._known = {
            (kit.role != "prose", plain(kit.source)): kit
            for kit in reversed(pristine.cells)
            if kit.role != "answer"
        }
        self.notes: list[str] = []

    def pieces(self, cells: Sequence[Cell]) -> tuple[Piece, ...]:
        """Every piece of every cell, in order; blank code cells are left out."""
        return tuple(piece for cell in cells for piece in self._of(cell))

    def _of(self, cell: Cell) -> Iterator[Piece]:
        role, challenge = self._claim(cell)
        if role == "prose" or (role == "own" and cell.kind != "code"):
            yield Piece(role, challenge, cell.source, cell)
            return
        if role == "answer" and cell.kind != "code":
            self.notes.append(
                f"answer cell of {challenge} was a {cell.kind} cell; it was read as code"
            )
        found = [self._without_call(p) for p in self._split(cell, role, challenge)]
        pieces = [piece for group in found for piece in group]
        answered = [p.challenge for p in pieces if p.role == "answer" and p.challenge]
        if len(answered) > 1:
            self.notes.append(
                f"answers of {_listed(answered)} stood in one cell; they were read apart"
            )
        yield from pieces

    def _claim(self, cell: Cell) -> tuple[PieceRole, str | None]:
        """What the cell says it is: by the kit's mark, else by its text."""
        if cell.role in ROLES and cell.challenge:
            challenge = self._current(cell.challenge)
            if cell.role != "answer" or challenge in self._pristine.starters:
                return cell.role, challenge
            self.notes.append(f"answer cell of {challenge} belongs to no challenge of this lesson")
            return "own", None
        known = self._known.get((cell.kind == "code", plain(cell.source)))
        return (known.role, known.challenge) if known else self._by_line(cell)

    def _by_line(self, cell: Cell) -> tuple[PieceRole, str | None]:
        opening = cell.source.lstrip().partition("\n")[0]
        mark = _MARK.match(opening)
        if mark and self._current(mark[1]) in self._pristine.starters:
            challenge = self._current(mark[1])
            self.notes.append(
                f"answer cell of {challenge} had lost its metadata; it was found by its first line"
            )
            return "answer", challenge
        check = _CHECK.fullmatch(cell.source.strip())
        return ("check", self._current(check["id"])) if check else ("own", None)

    def _split(self, cell: Cell, role: PieceRole, challenge: str | None) -> Iterator[Piece]:
        """The cell cut at each `# answer: ID` line of this lesson."""
        source = cell.source
        marks = [
            (found.start(), self._current(found[1]))
            for found in _MARK.finditer(source)
            if self._current(found[1]) in self._pristine.starters
        ]
        if marks and role == "answer" and marks[0][1] == challenge:
            marks[0] = (0, marks[0][1])  # lines above the mark belong to the answer as well
        head = source[: marks[0][0]] if marks else source
        if head.strip() or (role == "answer" and not marks):
            yield Piece(role, challenge, head, cell)
        ends = [*(start for start, _ in marks), len(source)][1:]
        for (start, marked), end in zip(marks, ends, strict=False):  # no mark, no end
            yield Piece("answer", marked, source[start:end], cell, marked=True)

    def _without_call(self, piece: Piece) -> Iterator[Piece]:
        """An answer that was merged with its check cell, as the two that it was."""
        lines = piece.source.rstrip().split("\n")
        call = _CHECK.fullmatch(lines[-1]) if piece.role == "answer" and lines else None
        if call is None:
            yield piece
            return
        answer = "\n".join(lines[:-1]).rstrip()
        yield Piece("answer", piece.challenge, answer, piece.cell, piece.marked)
        yield Piece("check", self._current(call["id"]), lines[-1], piece.cell)


def is_kits_text(kit: KitCell, source: str) -> bool:
    """The kit's cell as it was handed out, whatever the variant written into it."""
    return plain(kit.source) == plain(source)


def trimmed(text: str) -> str:
    """The text without white space at line ends and around the whole."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def _listed(ids: Sequence[str]) -> str:
    return " and ".join(dict.fromkeys(ids))
