"""The task card: what `q` shows."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcp_lab.judge.verdict import exact
from mcp_lab.notebook import rendering
from mcp_lab.widgets import on_one_line, readable

if TYPE_CHECKING:
    from mcp_lab.judge import Challenge

MOST_LINES = 16  # of a list; `q.given` has the rest

_FRAMES = (str, bytes, dict, list)

# How an answer of each kind is given.
_HOW = {
    "choice": "Choose in the lists below, or type the same with `q.answer.set({{…}})`; "
    "then run the check cell.",
    "data": "Give the name `{name}` its value in the answer cell, run it, then the check cell.",
    "function": "Write the function `{name}` in the answer cell, run it, then the check cell.",
}
_HELP = "`q.given` holds what is given, as data. Stuck? `q.hint()`, as often as you like."


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that is given: what to call it, and its text."""

    label: str
    text: str


def card(challenge: "Challenge", given: Mapping[str, Any]) -> dict[str, Any]:
    """The display of a challenge's task, with what its learner is given."""
    return rendering.bundle(
        "card",
        title=challenge.title,
        meta=meta(challenge),
        task=challenge.task,
        given=list(_pieces(challenge.kind, given)),
        folded=challenge.kind == "choice",  # the widget shows the same frames, one cell below
        how=_HOW[challenge.kind].format(name=challenge.answer),
        help=_HELP,
    )


def meta(challenge: "Challenge") -> str:
    """One line: id, level, minutes, points, the revisions that the task is about."""
    points = f"{exact(challenge.points)} point{'' if challenge.points == 1 else 's'}"
    first, *others = home_first(challenge.revisions)
    revision = f"protocol revision {first}" + (f" (and {', '.join(others)})" if others else "")
    minutes = f"about {challenge.minutes} minute{'' if challenge.minutes == 1 else 's'}"
    return f"{challenge.id} · {challenge.level} · {minutes} · {points} · {revision}"


def home_first(revisions: Sequence[str]) -> list[str]:
    """A challenge's revisions: the course's home first, where it is among them; then the newest."""
    from mcp_lab.contract import HOME

    return sorted(revisions, key=lambda one: (one == HOME, one), reverse=True)


def _pieces(kind: str, given: Mapping[str, Any]) -> Iterator[Piece]:
    if kind == "choice":
        for item in given["items"]:
            caption = item.get("caption")
            label = f"{item['key']} · {caption}" if caption else item["key"]
            yield Piece(label, readable(item["frame"]))
        return
    for name, value in given.items():
        yield Piece(f"q.given[{json.dumps(name)}]", _text(value))


def _text(value: Any) -> str:
    """A given value for reading: a frame laid out, a list of them one a line, data as JSON."""
    if isinstance(value, list) and value and all(isinstance(one, _FRAMES) for one in value):
        shown = [f"[{at}] {_on_one_line(one)}" for at, one in enumerate(value[:MOST_LINES])]
        more = len(value) - len(shown)
        return "\n".join([*shown, f"… and {more} more"] if more else shown)
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, bytes):
        return repr(value)
    return readable(_json(value))


def _on_one_line(value: Any) -> str:
    """A frame as one line of the wire; bytes as Python writes them."""
    if isinstance(value, bytes):
        return repr(value)
    return on_one_line(value if isinstance(value, str) else _json(value))


def _json(value: Any) -> str:
    """Data as JSON, its numbers in the form they have; as Python writes it where JSON cannot."""
    from mcp_lab.wire import Unencodable, encode

    try:
        return encode(value).decode()
    except Unencodable:
        return repr(value)
