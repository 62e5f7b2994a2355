"""The order in which a notebook is run and asked.

Cells run in the notebook's order, and each challenge is asked at its check cell. Where that was
lost, or stands above its answer, it is asked at the next check cell, or at the end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mcp_lab.judge.submission import SubmittedCell

_RUN = ("given", "answer", "own")


@dataclass(frozen=True, slots=True)
class Run:
    """Run a cell; `challenge` is whose answer it belongs to, None for the kit's own cells."""

    source: str
    role: str
    challenge: str | None


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a challenge's answer."""

    challenge: str


Step = Run | Ask


def plan(cells: Sequence[SubmittedCell], challenges: Sequence[str]) -> tuple[Step, ...]:
    """The steps of a notebook; every challenge is asked exactly once."""
    places = {id_: _place(cells, id_) for id_ in challenges}
    return tuple(_steps(cells, places))


def sources(steps: Sequence[Step], challenge: str) -> tuple[str, ...]:
    """The cells that a challenge's answer is made of, in order."""
    return tuple(
        step.source
        for step in steps
        if isinstance(step, Run) and step.role != "given" and step.challenge == challenge
    )


def _place(cells: Sequence[SubmittedCell], id_: str) -> int:
    """The index of the cell at which a challenge is asked; one past the last for the end."""
    answers = [i for i, cell in enumerate(cells) if (cell.role, cell.challenge) == ("answer", id_)]
    after = answers[-1] if answers else -1
    checks = [i for i, cell in enumerate(cells) if cell.role == "check" and i > after]
    own = [i for i in checks if cells[i].challenge == id_]
    return next(iter(own or checks), len(cells))


def _steps(cells: Sequence[SubmittedCell], places: dict[str, int]) -> Iterator[Step]:
    for index, cell in enumerate(cells):
        role = cell.role or "own"
        if role == "answer" and cell.challenge not in places:
            role = "own"
        if role in _RUN:
            yield Run(cell.source, role, _owner(cells, index, places))
        yield from _asked(places, index)
    yield from _asked(places, len(cells))


def _asked(places: dict[str, int], index: int) -> Iterator[Ask]:
    return (Ask(id_) for id_, place in places.items() if place == index)


def _owner(cells: Sequence[SubmittedCell], index: int, places: dict[str, int]) -> str | None:
    """Whose a cell is: as it says, or, for one of the learner's own, the next check's."""
    said = cells[index].challenge
    if said in places or cells[index].role == "given":
        return said
    checks = (cell.challenge for cell in cells[index:] if cell.role == "check")
    return next((id_ for id_ in checks if id_ in places), None)
