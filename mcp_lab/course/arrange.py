"""A learner's cells laid against the lesson's own notebook: the one reading everything rests on.

Judging, rebuilding on a newer course and resetting all need the same three things: which cell holds
the answer to each challenge, where the learner's own cells stand among the kit's, and which widget
answers the outputs carry. The reading is the fairest one there is, and every liberty it takes is a
note.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from mcp_lab.course.bundles import bundles_in
from mcp_lab.course.cells import Cell, NotebookFile
from mcp_lab.course.files import CourseFiles
from mcp_lab.course.pristine import KitCell, Pristine, with_variant
from mcp_lab.course.recognise import (
    Piece,
    Recogniser,
    is_kits_text,
    trimmed,
    without_check_call,
)

TOP = -1


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What a notebook holds, by the lesson's own order.

    Attributes:
        pristine: the lesson's own notebook.
        answers: challenge id to the piece that answers it.
        stood: challenge id to every piece that claims to, those not taken included.
        own: the index of a cell of `pristine` (or `TOP`) to the learner's own cells after it.
        bundles: challenge id to the widget answer in the outputs.
        checks: challenge id to the cell whose outputs carry that answer.
        notes: what was odd and how it was read.
    """

    pristine: Pristine
    answers: Mapping[str, Piece]
    stood: Mapping[str, tuple[Piece, ...]]
    own: Mapping[int, tuple[Piece, ...]]
    bundles: Mapping[str, Any]
    checks: Mapping[str, Cell]
    notes: tuple[str, ...]

    def code_beside(self, challenge: str) -> int:
        """How many code cells of the learner's own stand between an answer and its check."""
        kits = self.pristine.cells
        place = next(
            (i for i, kit in enumerate(kits) if (kit.role, kit.challenge) == ("answer", challenge)),
            TOP,
        )
        return sum(piece.cell.kind == "code" for piece in self.own.get(place, ()))


def arrange(notebook: NotebookFile, pristine: Pristine, course: CourseFiles) -> Arrangement:
    """Lay a notebook's cells against the lesson's own."""
    current = cache(course.current)  # asked for every cell; each answer may read a file
    recogniser = Recogniser(pristine, current)
    pieces = recogniser.pieces(notebook.cells)
    layer = _Layer(pristine, list(recogniser.notes))
    settled = layer.settle(pieces)
    layer.lay(settled)
    bundles = {
        current(challenge): (answer, cell)
        for cell in notebook.cells
        for challenge, answer in bundles_in(cell.raw)
    }
    return Arrangement(
        pristine,
        {piece.challenge: piece for piece in settled if piece.role == "answer" and piece.challenge},
        _stood(pieces),
        {index: tuple(own) for index, own in layer.own.items()},
        {challenge: answer for challenge, (answer, _) in bundles.items()},
        {challenge: cell for challenge, (_, cell) in bundles.items()},
        tuple(dict.fromkeys((*notebook.notes, *layer.notes))),
    )


class _Layer:
    """Settles which piece answers each challenge, then lays the rest beside the lesson's cells."""

    def __init__(self, pristine: Pristine, notes: list[str]) -> None:
        self._pristine = pristine
        self._starters = {trimmed(starter) for starter in pristine.starters.values()}
        self.notes = notes
        self.own: dict[int, list[Piece]] = {}

    # Which piece is the answer

    def settle(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces with exactly one answer for each challenge that has any."""
        settled: list[Piece | None] = list(pieces)
        for challenge in self._pristine.challenges:
            stands = _stands(pieces, challenge)
            if not stands:
                self.notes.append(
                    f"no cell is marked as the answer of {challenge}; your own were read for it"
                )
                continue
            taken = self._taken(pieces, stands, challenge)
            for stand in stands:
                if stand is not taken:
                    self._demote(settled, stand)
            self._join(settled, taken, challenge)
        return [piece for piece in settled if piece is not None]

    def _taken(self, pieces: Sequence[Piece], stands: list[list[int]], challenge: str) -> list[int]:
        """The last stand that is not the starter as handed out; else the last."""
        starter = trimmed(self._pristine.starters[challenge])
        tried = [s for s in stands if trimmed(_text(pieces, s)) != starter]
        taken = (tried or stands)[-1]
        if len(stands) > 1:
            times = "twice" if len(stands) == 2 else f"{len(stands)} times"
            which = "the last one" if taken is stands[-1] else "the last one that was changed"
            self.notes.append(f"answer cell of {challenge} stood {times}; {which} was taken")
        return taken

    def _demote(self, settled: list[Piece | None], stand: list[int]) -> None:
        """An answer that was not taken rides along as a cell of the learner's own."""
        for index in stand:
            piece = settled[index]
            if piece is None or trimmed(piece.source) in self._starters:
                settled[index] = None
            else:
                settled[index] = replace(piece, role="own", challenge=None)

    def _join(self, settled: list[Piece | None], taken: list[int], challenge: str) -> None:
        """An answer spread over several cells: one text, or own cells before its last part."""
        if len(taken) == 1:
            return
        self.notes.append(
            f"answer of {challenge} was spread over {len(taken)} cells; they were read in order"
        )
        parts = [piece for index in taken if (piece := settled[index]) is not None]
        together = taken[-1] - taken[0] == len(taken) - 1
        for index in taken[:-1]:
            piece = settled[index]
            assert piece is not None
            settled[index] = None if together else replace(piece, role="own", challenge=None)
        if together:
            text = "\n".join(part.source.rstrip("\n") for part in parts)
            settled[taken[-1]] = replace(parts[0], source=text)

    # Where everything stands

    def lay(self, pieces: Sequence[Piece]) -> None:
        """Give each own cell its place after a cell of the lesson; say what moved or is gone."""
        places = self._places(pieces)
        present = {place for place in places if place is not None}
        anchor = TOP
        for piece, place in zip(pieces, places, strict=True):
            if piece.role == "own":
                self.own.setdefault(anchor, []).append(piece)
            elif piece.role == "answer":
                anchor = self._answer_place(piece, anchor, present)
            elif place is not None:
                self._keep_added(piece, self._pristine.cells[place], anchor, place)
                anchor = place
        self._say_deleted(present)

    def _places(self, pieces: Sequence[Piece]) -> list[int | None]:
        """For each given, check and prose piece its index in the lesson; None for any other."""
        free = {i for i, kit in enumerate(self._pristine.cells) if kit.role != "answer"}
        places: list[int | None] = []
        for piece in pieces:
            place = self._best(piece, free)
            free.discard(TOP if place is None else place)
            places.append(place)
        return places

    def _best(self, piece: Piece, free: set[int]) -> int | None:
        kits = self._pristine.cells
        alike = [
            i
            for i in sorted(free)
            if (kits[i].role, kits[i].challenge) == (piece.role, piece.challenge)
        ]
        by_id = [i for i in alike if piece.cell.id and kits[i].cell.id == piece.cell.id]
        by_text = [i for i in alike if is_kits_text(kits[i], piece.source)]
        return next(iter([*by_id, *by_text, *alike]), None)

    def _answer_place(self, piece: Piece, anchor: int, present: set[int]) -> int:
        """The answer's own place where it stands in it; else the anchor stays where it was."""
        kits = self._pristine.cells
        place = next(
            i
            for i, kit in enumerate(kits)
            if (kit.role, kit.challenge) == ("answer", piece.challenge)
        )
        if anchor < place and not present & set(range(anchor + 1, place)):
            return place
        self.notes.append(
            f"answer cell of {piece.challenge} had been moved; it was read in its place"
        )
        return anchor

    def _keep_added(self, piece: Piece, kit: KitCell, anchor: int, place: int) -> None:
        """What a learner wrote into a cell of the kit's rides along; the rest is ours again."""
        if kit.role == "prose" or is_kits_text(kit, piece.source):
            return
        added = _added(piece, kit)
        if added:
            own = replace(piece, role="own", challenge=None, source=added)
            self.own.setdefault(anchor if kit.role == "check" else place, []).append(own)
        what = "the addition was kept" if added else "the course's own was used"
        self.notes.append(f"{kit.role} cell of {kit.challenge} had been changed; {what}")

    def _say_deleted(self, present: set[int]) -> None:
        for index, kit in enumerate(self._pristine.cells):
            if kit.role in ("given", "check") and index not in present:
                self.notes.append(
                    f"{kit.role} cell of {kit.challenge} was missing; the course's own was used"
                )


def _stood(pieces: Sequence[Piece]) -> dict[str, tuple[Piece, ...]]:
    stood: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.role == "answer" and piece.challenge:
            stood.setdefault(piece.challenge, []).append(piece)
    return {challenge: tuple(found) for challenge, found in stood.items()}


def _stands(pieces: Sequence[Piece], challenge: str) -> list[list[int]]:
    """The answers to a challenge, each as the indexes of its parts.

    A piece that opens with the challenge's line begins a new answer; one that carries only the mark
    in its metadata is what the editor made of splitting the one before.
    """
    stands: list[list[int]] = []
    for index, piece in enumerate(pieces):
        if piece.role != "answer" or piece.challenge != challenge:
            continue
        if piece.marked or not stands:
            stands.append([index])
        else:
            stands[-1].append(index)
    return stands


def _text(pieces: Sequence[Piece], stand: Sequence[int]) -> str:
    return "\n".join(pieces[index].source for index in stand)


def _added(piece: Piece, kit: KitCell) -> str:
    """What is left of a changed kit cell when the kit's own text is taken out; may be empty."""
    source, own = with_variant(piece.source, ""), with_variant(kit.source, "").strip()
    if own in source:
        return source.replace(own, "", 1).strip()
    if kit.role == "check" and piece.cell.kind == "code":
        return without_check_call(piece.source, kit.challenge).strip()
    return ""
