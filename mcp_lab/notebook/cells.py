"""What the learner's cells made, as it was when they ran.

A challenge is asked about the answer its own cell made: a later cell that uses the name again
changes nothing. So after each cell that opens with ``# answer: ID`` the name's value is set aside,
data as a copy, functions by reference. A cell whose first line was deleted sets nothing aside; its
name is then asked as it stands.

The other cells are remembered as text: those that ran since the check of the challenge before
belong to the answer too, and the first look reads them.
"""

import copy
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcp_lab.judge.asking import raised_in_cell

if TYPE_CHECKING:
    from mcp_lab.judge import Challenge

_FIRST_LINE = re.compile(r"\s*#\s*answer:\s*(\S+)")


class Missing:
    """There is no such name."""

    def __repr__(self) -> str:
        return "missing"


MISSING = Missing()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One run of an answer cell: its text, the value of the answer's name, and what it raised.

    ``stale`` is a value that the name still had from an earlier text of the same cell.
    """

    source: str
    value: Any
    raised: BaseException | None
    stale: Any = MISSING


def answered_by(source: str) -> str | None:
    """The challenge that a cell answers, by its first line; None for any other cell."""
    found = _FIRST_LINE.match(source)
    return found[1] if found else None


class Cells:
    """The cells that have run in this kernel.

    ``find`` gives the challenge of an id, None where there is none; ``names`` gives the names that
    the cells have set.
    """

    def __init__(
        self,
        find: Callable[[str], "Challenge | None"],
        names: Callable[[], Mapping[str, Any]],
    ) -> None:
        self._find = find
        self._names = names
        self._taken: dict[str, Snapshot] = {}
        self._since_check: dict[str, str] = {}
        self._own: dict[str, dict[str, str]] = {}

    def ran(self, key: str, source: str, raised: BaseException | None) -> None:
        """A cell has run; ``key`` is the same each time the same cell runs."""
        named = answered_by(source)
        if named is None:
            self._since_check[key] = source
        elif found := self._find(named):
            self._taken[found.id] = self._taken_of(found, source, raised)

    def checked(self, challenge_id: str) -> None:
        """A challenge is checked: the cells that ran since the check before are its own."""
        self._own.setdefault(challenge_id, {}).update(self._since_check)
        self._since_check.clear()

    def of(self, challenge_id: str) -> Snapshot | None:
        """The last run of the challenge's answer cell."""
        return self._taken.get(challenge_id)

    def heed(self, challenge_id: str) -> None:
        """Raise CellRaised when the challenge's answer cell raised at its last run."""
        taken = self._taken.get(challenge_id)
        if taken and taken.raised:
            raise raised_in_cell(taken.raised, self._names())

    def value(self, challenge: "Challenge") -> Any:
        """The answer as its cell made it, else as its name stands now; LookupError without one."""
        taken = self._taken.get(challenge.id)
        if taken and taken.value is not MISSING:
            return taken.value
        value = self._names().get(challenge.answer, MISSING)
        if value is MISSING or (taken and value is taken.stale):
            raise LookupError(challenge.answer)
        return value

    def own(self, challenge_id: str) -> list[str]:
        """The texts of the learner's other cells that belong to the challenge, oldest first."""
        return list(self._own.get(challenge_id, {}).values())

    def _taken_of(self, found: "Challenge", source: str, raised: BaseException | None) -> Snapshot:
        value = self._names().get(found.answer, MISSING)
        before = self._taken.get(found.id)
        lingers = before and (before.stale is value or _says(before.source, found.answer))
        if value is not MISSING and lingers and not _says(source, found.answer):
            return Snapshot(source, MISSING, raised, stale=value)
        return Snapshot(source, _apart(value), raised)


def _says(source: str, name: str) -> bool:
    """Whether the cell, below its first line, has the name anywhere in it."""
    return bool(re.search(rf"\b{re.escape(name)}\b", source.lstrip().partition("\n")[2]))


def _apart(value: Any) -> Any:
    """Data as a copy of its own; what is called or cannot be copied, as it is."""
    if callable(value) or value is MISSING:
        return value
    try:
        return copy.deepcopy(value)
    except Exception:  # noqa: BLE001 - a learner's object raises what it likes; then it is kept
        return value
