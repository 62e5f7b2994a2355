"""What `challenge(ID)` and `lesson(…)` are in the answer's own process.

They give what the card gives and take an answer. Everything else that a handle does in a notebook
(check, hint, progress) does nothing here: the judging happens elsewhere.
"""

from collections.abc import Callable, Mapping
from typing import Any

import mcp_lab
from mcp_lab.judge.choices import canonical_choice, merged
from mcp_lab.judge.values import copied


class Answer:
    """`q.answer`: the typed twin of a widget."""

    def __init__(self, given: Mapping[str, Any], kind: str, chosen: Any) -> None:
        """`chosen` is the widget's answer that came with the notebook, None if none did."""
        self._given, self._kind, self._chosen = given, kind, chosen
        self._typed: Any = None

    def set(self, value: Any) -> None:
        """Give the answer, or more of it; what is typed takes the place of a widget's."""
        if self._kind == "choice":
            read = canonical_choice(self._given, value)
            self._typed = merged(self._typed or {}, read)
        else:
            self._typed = value

    def get(self) -> Any:
        """The answer as it stands."""
        return self._chosen if self._typed is None else self._typed

    def chosen(self) -> Any:
        """The answer; raises LookupError when there is none."""
        if self.get() is None:
            raise LookupError
        return self.get()


class Handle:
    """`challenge(ID)`."""

    def __init__(self, id_: str, kind: str, name: str, given: dict[str, Any], chosen: Any) -> None:
        """What the parent tells of a challenge."""
        self.id, self.kind, self.name = id_, kind, name
        self._given = given
        self.answer = Answer(given, kind, chosen)

    @property
    def given(self) -> dict[str, Any]:
        """What the card gives, a copy each time."""
        return dict(copied(self._given))

    def _nothing(self, *_: Any, **__: Any) -> None:
        """Does nothing here."""

    check = hint = solution = reset = progress = widget = _nothing

    def __repr__(self) -> str:
        return f"challenge({self.id!r})"


def stand_in(handles: Mapping[str, Handle]) -> dict[str, Callable[..., Any]]:
    """Put `challenge` and `lesson` in their place in `mcp_lab`; they are returned by name."""

    def challenge(id_: str) -> Handle:
        if id_ not in handles:
            raise LookupError(f"there is no challenge {id_!r} in this lesson")
        return handles[id_]

    def lesson(*_: Any, **__: Any) -> None:
        """The variant is the submission's, whatever the cell says."""

    names: dict[str, Callable[..., Any]] = {"challenge": challenge, "lesson": lesson}
    for name, function in names.items():
        setattr(mcp_lab, name, function)
    return names
