"""The report of an exchange: one content, three forms (HTML, plain text, a terminal's)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mcp_lab.client import Broken, Unmatched
from mcp_lab.contract import Fact, Outcome, Standing, url
from mcp_lab.exchange.exchange import TO_SERVER, Exchange, words
from mcp_lab.exchange.frames import POINTER, Shown, frames_text, panels, render
from mcp_lab.server import BOUNDARIES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType
    from rich.text import Text

    from mcp_lab.client import Event
    from mcp_lab.world import Boundary, Effects

# The member that tells an outcome from the others, and what to say beside it.
_DECIDES: Final[Mapping[Outcome, str]] = {
    Outcome.PROTOCOL_ERROR: "error",
    Outcome.TOOL_ERROR: "result.isError",
    Outcome.INPUT_REQUIRED: "result.resultType",
}
_WORST_FIRST: Final = (Standing.BROKEN, Standing.ADVISED_AGAINST, Standing.OPEN)
_SIGNS: Final = {"passed": "✓", "ended": "■", "unreached": "·"}
_NOT_A_FAULT: Final = "kit.judged-methods"  # says what is not judged, and nothing of the frame


class Step(NamedTuple):
    """One boundary as the way through them shows it: passed, ended or unreached."""

    boundary: Boundary
    state: str

    @property
    def sign(self) -> str:
        """The state as a character, so that colour is never alone."""
        return _SIGNS[self.state]


@dataclass(frozen=True)
class Report:
    """What there is to see of one exchange; `str()` is the plain text, a notebook shows the HTML.

    `first` is the fact that falls first among the worst, or None; `first_url` is where its source
    can be read.
    """

    title: str
    outcome: str
    revision: str
    story: tuple[str, ...]
    way: tuple[Step, ...]
    frames: tuple[Shown, ...]
    facts: tuple[Fact, ...]
    first: Fact | None

    @property
    def first_url(self) -> str | None:
        """The public address of the source of what falls first."""
        return None if self.first is None else url(self.first.source)

    @property
    def verdict(self) -> str:
        """One line on the facts: what falls, or that nothing does."""
        if self.first is None:
            held = sum(fact.holds is True for fact in self.facts)
            return f"Nothing falls: {held} facts hold."
        return f"First to fall: {self.first.name} ({self.first.standing})."

    def _repr_html_(self) -> str:
        told = [fact for fact in self.facts if fact.holds is not None]
        return str(render("report.html", report=self, panels=panels(self.frames), told=told))

    def __str__(self) -> str:
        way = "  ".join(f"{step.sign} {step.boundary}" for step in self.way)
        head = (f"{self.title}: {self.outcome} ({self.revision})", *self.story, way)
        return "\n".join([*head, "", frames_text(self.frames), "", *self._findings()])

    def rich(self) -> RenderableType:
        """The report for a terminal: the frames beside each other, marked lines in bold reverse."""
        from rich.console import Group
        from rich.panel import Panel
        from rich.table import Table
        from rich.text import Text

        beside = Table.grid(expand=True, padding=(0, 1))
        shown = panels(self.frames)
        for _ in shown:
            beside.add_column(ratio=1)
        beside.add_row(
            *(Panel(_rich_lines(panel.rows), title=Text(panel.label)) for panel in shown)
        )
        way = "  ".join(f"{step.sign} {step.boundary}" for step in self.way)
        head = Text(f"{self.title}: {self.outcome} ({self.revision})", style="bold")
        lines = [Text(line) for line in (*self.story, way)]
        return Group(head, *lines, beside, *(Text(line) for line in self._findings()))

    def _findings(self) -> list[str]:
        if self.first is None:
            return [self.verdict]
        fact = self.first
        lines = [self.verdict, f"  {fact.says}", f"  Found: {fact.evidence}"]
        return [*lines, f"  {fact.level}, {fact.source}"]


def _rich_lines(rows: tuple[Any, ...]) -> Text:
    from rich.text import Text

    shown = Text()
    for row in rows:
        pointer = POINTER if row.mark else " "
        note = f"   ({row.mark})" if row.mark else ""
        shown.append(f"{pointer} {row.text}{note}\n", style="bold reverse" if row.mark else "")
    shown.rstrip()
    return shown


def report_of(exchange: Exchange) -> Report:
    """Look at an exchange."""
    facts = exchange.facts()
    first = first_to_fall(facts)
    return Report(
        title=exchange.scenario.name,
        outcome=words(exchange.outcome),
        revision=exchange.revision,
        story=_story(exchange),
        way=_way(exchange),
        frames=_frames(exchange, first),
        facts=facts,
        first=first,
    )


def first_to_fall(facts: tuple[Fact, ...]) -> Fact | None:
    """The first fact that does not hold among those of the worst standing; None when none falls."""
    fallen = [fact for fact in facts if fact.holds is False and fact.name != _NOT_A_FAULT]
    ranked = [fact for standing in _WORST_FIRST for fact in fallen if fact.standing is standing]
    return ranked[0] if ranked else None


def _story(exchange: Exchange) -> tuple[str, ...]:
    """What happened, in sentences: who decided, what ran, what it left behind, what comes next."""
    trace = exchange.trace
    body = "was entered" if exchange.entered else "was not entered"
    story = [
        f"{trace.decided_by.capitalize()} decided, at {trace.reached}.",
        f"The tool's body {body}; {_effects(exchange.effects)}.",
    ]
    if exchange.response is None:
        story.append("Nothing came back.")
    story += [told for event in exchange.events if (told := _unusable(event))]
    if exchange.advice is not None:
        story.append(f"The client would {exchange.advice.action}: {exchange.advice.because}")
    return tuple(story)


def _unusable(event: Event) -> str:
    """Why the client can't use a message, in a sentence; nothing where it can."""
    if isinstance(event, Unmatched):
        return f"The client can't match the answer: {event.why}."
    if isinstance(event, Broken):
        return f"The client can't use the answer: {event.defects[0].says}"
    return ""


def _effects(effects: Effects) -> str:
    if effects.began == 0:
        return "no side effect began"
    happened = ", ".join(f"{entry.kind} {entry.reference}" for entry in effects.finished)
    return f"a side effect happened ({happened})" if happened else "a side effect began"


def _way(exchange: Exchange) -> tuple[Step, ...]:
    """Each boundary with its state; the ones inside tools only where a tool was called."""
    path, ended = exchange.trace.path, exchange.trace.situation is not None
    calls = exchange.request.method == "tools/call"
    rows = [row.boundary for row in BOUNDARIES if calls or not row.tools_only]
    return tuple(
        Step(boundary, _state(boundary in path, ended and boundary is exchange.reached))
        for boundary in rows
    )


def _state(reached: bool, ended: bool) -> str:  # noqa: FBT001 - two answers about one boundary
    return "unreached" if not reached else "ended" if ended else "passed"


def _frames(exchange: Exchange, first: Fact | None) -> tuple[Shown, ...]:
    return tuple(
        (_label(frame.direction), frame.data, _marks(exchange, frame.direction, first))
        for frame in exchange.frames
    )


def _label(direction: str) -> str:
    return "sent: client to server" if direction == TO_SERVER else "came back: server to client"


def _marks(exchange: Exchange, direction: str, first: Fact | None) -> dict[str, str]:
    """On the response: what falls where something does, else the member that decides."""
    if direction == TO_SERVER:
        return {}
    path = None if first is None else _place(first)
    if path is not None:
        return {path: "falls"}
    decides = _DECIDES.get(exchange.outcome)
    return {} if decides is None else {decides: "decides"}


def _place(fact: Fact) -> str | None:
    """The member that a fact is about: what its evidence opens with, else what its clause is on."""
    path, colon, _ = fact.evidence.partition(": ")
    if colon and path.partition(".")[0] in _MEMBERS:
        return path
    return _PLACES.get(fact.clause)


_MEMBERS: Final = frozenset({"jsonrpc", "id", "method", "params", "result", "error"})
_PLACES: Final[Mapping[str, str]] = {
    "envelope.jsonrpc-version": "jsonrpc",
    "response.exactly-one": "error",
    "response.same-id": "id",
    "response.id-type": "id",
    "response.id-unreadable": "id",
    "error.object": "error",
}
