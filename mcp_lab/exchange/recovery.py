"""Recovery: a stand-in model calls, is shown what the client shows it, and calls again.

    world = World()
    model = StandInModel("quote_fare", first={"passengers": "2", ...}, knows={"passengers": 2, ...})
    story = recover(model, Session("2025-11-25", world))
    story.recovered, story.looped, story.obeyed

`rewrite` puts other words in the place of the server's, which is how to try an error's wording.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.client import Denials, default_policy
from mcp_lab.contract import Outcome
from mcp_lab.exchange.exchange import words
from mcp_lab.exchange.scenario import Call, Scenario
from mcp_lab.wire import encode
from mcp_lab.world import fence
from mcp_lab.world.model import Why

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcp_lab.exchange.exchange import Exchange
    from mcp_lab.exchange.run import Session
    from mcp_lab.world.model import Move, StandInModel

MOVES: Final = 6
"""How many moves a model gets; one that has not recovered by then won't."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move: the call that was made, what happened, and what the model was shown of it."""

    move: Move
    exchange: Exchange
    shown: str


@dataclass(frozen=True, slots=True)
class Recovery:
    """The whole story.

    Attributes:
        steps: every call, in order.
        recovered: the last call succeeded, and it was the one that the model was asked to make.
        looped: the same call was denied twice, so it was not made a third time.
        obeyed: the model followed an instruction that stood in an error.
    """

    steps: tuple[Step, ...]
    recovered: bool
    looped: bool
    obeyed: bool

    def __str__(self) -> str:
        ends = "recovered" if self.recovered else "did not recover"
        tail = ", in a loop" if self.looped else ""
        moves = [f"  {place}. {_move(step)}" for place, step in enumerate(self.steps, 1)]
        return "\n".join([f"The model {ends}{tail}.", *moves])

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:  # noqa: FBT001 - IPython's call
        printer.text(str(self))


def _move(step: Step) -> str:
    mended = f": {', '.join(step.move.mended)}" if step.move.mended else ""
    called = f"{step.move.tool} {encode(dict(step.move.arguments)).decode()}"
    return f"{called} ({step.move.why}{mended}) -> {words(step.exchange.outcome)}"


def recover(
    model: StandInModel,
    session: Session,
    *,
    rewrite: Callable[[str], str] | None = None,
    fenced: bool = True,
    moves: int = MOVES,
) -> Recovery:
    """Let the model call until it succeeds, stops, or repeats a call that was denied.

    The text of each failure goes through `rewrite`, then behind a fence unless `fenced` is false.
    """
    steps: list[Step] = []
    denials = Denials()
    shown: str | None = None
    looped = False
    while len(steps) < moves and not looped:
        move = model.next(shown)
        if move.tool is None:
            break
        exchange = session.run(_call(move.tool, move.arguments, session))
        text = text_of(exchange)
        text = text if rewrite is None or _succeeded(exchange) else rewrite(text)
        shown = fence.fence(text, f"tool {move.tool}") if fenced else text
        steps.append(Step(move, exchange, shown))
        if _succeeded(exchange):
            break
        looped = _denied(denials, move.tool, move.arguments) > 1
    return _told(model, steps, looped=looped)


def text_of(exchange: Exchange) -> str:
    """The words of an answer that a client would show: a tool's text, or an error's message."""
    response = exchange.response
    if response is None:
        return ""
    if isinstance(response.error, dict):
        return str(response.error.get("message", ""))
    result = response.result if isinstance(response.result, dict) else {}
    blocks = result.get("content", [])
    return "\n".join(str(each["text"]) for each in blocks if each.get("type") == "text")


def _call(tool: str, arguments: Mapping[str, Any], session: Session) -> Scenario:
    variant = session.world.variant
    return Scenario(f"{tool}, by a model", Call(tool, arguments), session.revision, (), variant)


def _denied(denials: Denials, tool: str, arguments: Mapping[str, Any]) -> int:
    key = default_policy().semantics(tool).key
    denials.note(tool, arguments, key)
    return denials.times(tool, arguments, key)


def _succeeded(exchange: Exchange) -> bool:
    return exchange.outcome is Outcome.SUCCESS


def _told(model: StandInModel, steps: list[Step], *, looped: bool) -> Recovery:
    last = steps[-1] if steps else None
    made_it = last is not None and _succeeded(last.exchange) and last.move.tool == model.tool
    obeyed = any(move.why is Why.OBEYED for move in model.moves)
    return Recovery(tuple(steps), recovered=made_it and not obeyed, looped=looped, obeyed=obeyed)
