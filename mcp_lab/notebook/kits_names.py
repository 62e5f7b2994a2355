"""The names that the kit's own cells use, whatever a learner has called so meanwhile."""

from collections.abc import Callable
from typing import Any

import mcp_lab

_OURS = ("Lab", "challenge", "lesson")


class KitsNames:
    """Lends the kit's names to a cell of the kit's while it runs; then they are the learner's.

    ``names`` gives the names that the cells have set.
    """

    def __init__(self, names: Callable[[], dict[str, Any]]) -> None:
        self._names = names
        self._theirs: dict[str, Any] = {}

    def lend(self) -> None:
        """A cell of the kit's is about to run."""
        names, ours = self._names(), {name: getattr(mcp_lab, name) for name in _OURS}
        self._theirs = {
            name: names[name] for name in ours if names.get(name, ours[name]) is not ours[name]
        }
        names.update(ours)

    def give_back(self) -> None:
        """The cell has run, or is about to ask the learner's answer, which knows its own names."""
        self._names().update(self._theirs)
        self._theirs.clear()
