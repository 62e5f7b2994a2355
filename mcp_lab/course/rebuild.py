"""A notebook made again from the lesson's own, with everything of the learner's moved over.

What moves: the answers, the learner's own cells of every kind, and the outputs of check cells that
carry a widget answer. What does not: the kit's own cells, which are the new course's. The caller
keeps the old file.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from mcp_lab.course.arrange import TOP, Arrangement
from mcp_lab.course.pristine import KitCell, with_variant
from mcp_lab.course.recognise import Piece, unmarked

RawCell = dict[str, Any]


def notebook_text(cells: list[RawCell], metadata: Mapping[str, Any]) -> str:
    """A notebook file's text, written as nbformat writes it: sorted keys, one space of indent."""
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    text = json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(notebook, indent=1, sort_keys=True) + "\n"
    return text


def handed_out(arranged: Arrangement, variant: str) -> str:
    """The lesson as a new workspace gets it: the arrangement of an empty notebook."""
    return rebuilt(arranged, variant, lambda _id, _text: True)


def rebuilt(arranged: Arrangement, variant: str, untouched: Callable[[str, str], bool]) -> str:
    """The text of the new notebook.

    `untouched(challenge, text)` says whether an answer is only the starter it was handed out
    with; then the new starter stands in its place.
    """
    cells = [_own(piece) for piece in arranged.own.get(TOP, ())]
    for index, kit in enumerate(arranged.pristine.cells):
        cells.append(_kits(kit, arranged, variant, untouched))
        cells += [_own(piece) for piece in arranged.own.get(index, ())]
    return notebook_text(list(identified(cells)), arranged.pristine.metadata)


def lines(source: str) -> list[str]:
    """A cell's text as the notebook format keeps it: a list of lines with their ends."""
    return source.splitlines(keepends=True)


def _kits(
    kit: KitCell,
    arranged: Arrangement,
    variant: str,
    untouched: Callable[[str, str], bool],
) -> RawCell:
    raw = deepcopy(dict(kit.cell.raw))
    if kit.role == "given":
        raw["source"] = lines(with_variant(kit.source, variant))
    answer = arranged.answers.get(kit.challenge) if kit.role == "answer" else None
    if answer and not untouched(kit.challenge, answer.source):
        raw["source"] = lines(answer.source)
        _take_outputs(raw, answer)
    if kit.role == "check" and kit.challenge in arranged.checks:
        raw["outputs"] = deepcopy(arranged.checks[kit.challenge].raw.get("outputs", []))
    return raw


def _take_outputs(raw: RawCell, piece: Piece) -> None:
    """What the cell showed goes with it, as long as the cell holds nothing else."""
    old = piece.cell.raw
    if piece.source == piece.cell.source and old.get("cell_type") == "code":
        raw["outputs"] = deepcopy(old.get("outputs", []))
        raw["execution_count"] = old.get("execution_count")


def _own(piece: Piece) -> RawCell:
    """A learner's own cell, without the kit's mark; an answer not taken says so."""
    source = unmarked(piece.source) if piece.cell.kind == "code" else piece.cell.source
    if source == piece.cell.source:
        raw = deepcopy(dict(piece.cell.raw))
    else:
        raw = {"cell_type": "code", "source": lines(source), "outputs": [], "execution_count": None}
        raw["id"] = piece.cell.id
    metadata = raw.get("metadata")
    kept = metadata if isinstance(metadata, dict) else {}
    raw["metadata"] = {key: value for key, value in kept.items() if key != "mcp_lab"}
    return raw


def identified(cells: list[RawCell]) -> Iterator[RawCell]:
    """Each cell with an id of its own; a kit cell keeps its id, whatever a learner's copy says."""
    kits = {cell.get("id") for cell in cells if _is_kits(cell)}
    taken: set[str] = set()
    for number, cell in enumerate(cells):
        wanted = cell.get("id")
        free = wanted not in taken and (_is_kits(cell) or wanted not in kits)
        if not isinstance(wanted, str) or not wanted or not free:
            seed = f"{number}\n{json.dumps(cell.get('source'))}"
            wanted = "own-" + hashlib.sha256(seed.encode()).hexdigest()[:12]
        taken.add(wanted)
        yield {**cell, "id": wanted}


def _is_kits(cell: RawCell) -> bool:
    metadata = cell.get("metadata")
    return isinstance(metadata, dict) and "mcp_lab" in metadata
