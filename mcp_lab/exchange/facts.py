"""The facts of an exchange: the contract's of each response, and what no single frame shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mcp_lab.contract import (
    Fact,
    Outcome,
    examine,
    fact_at,
    settle_outcome,
    situations,
)
from mcp_lab.exchange.safety import safety_facts
from mcp_lab.wire import same_id
from mcp_lab.world import Boundary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcp_lab.exchange.exchange import Exchange
    from mcp_lab.server import Trace
    from mcp_lab.wire import Decoded

    Own = Callable[[Exchange], tuple[bool | None, str]]


def facts_of(exchange: Exchange) -> tuple[Fact, ...]:
    """Every fact, in the order of examination: the first that falls is the one to look at.

    Where a failure was planted, what was given away and what was told of it counts as well.
    """
    told = safety_facts(exchange) if exchange.scenario.faults else ()
    return (*_of_the_answer(exchange), *(_own(exchange, name) for name in _OWN), *told)


def _of_the_answer(exchange: Exchange) -> Iterator[Fact]:
    response, revision = exchange.response, exchange.revision
    if response is None:
        situation = _situation(exchange.trace)
        if situation is not None:
            yield settle_outcome(Outcome.SILENCE, revision, situation)
        return
    if response.kind != "batch":
        yield from examine(
            response, exchange.request, revision, situation=_situation(exchange.trace)
        )
        return
    yield from examine(response, exchange.request, revision)
    for number, member in enumerate(response.members):
        trace = _asked(exchange, member)
        request, situation = (trace.message, _situation(trace)) if trace else (None, None)
        for fact in examine(member, request, revision, situation=situation):
            yield replace(fact, name=f"[{number}].{fact.name}")


def _asked(exchange: Exchange, member: Decoded) -> Trace | None:
    """The message of a batch that this member of the answer has the id of."""
    return next((each for each in exchange.traces if same_id(each.message.id, member.id)), None)


def _situation(trace: Trace) -> str | None:
    return trace.situation if trace.situation in situations() else None


def _own(exchange: Exchange, name: str) -> Fact:
    clause_id, ask = _OWN[name]
    return fact_at(clause_id, exchange.revision, *ask(exchange), name=name)


def _unanswered(exchange: Exchange) -> tuple[bool | None, str]:
    """A notification gets no response. Of a batch, the contract's own fact speaks."""
    if exchange.request.kind != "notification":
        return None, ""
    count = len(exchange.frames) - 1
    return count == 0, f"{count} frames came back"


def _body_kept_out(exchange: Exchange) -> tuple[bool | None, str]:
    """A call refused at input validation, or before, never reaches the tool's body."""
    stopped = exchange.trace.situation is not None
    if not stopped or exchange.reached not in _BEFORE_THE_BODY:
        return None, ""
    entered = "entered" if exchange.entered else "not entered"
    return not exchange.entered, f"stopped at {exchange.reached}; the body was {entered}"


def _effects_told(exchange: Exchange) -> tuple[bool | None, str]:
    """What the answer lets a caller believe agrees with what the ledger counted.

    A failure after which the ledger has a side effect, or a trace that missed one, does not.
    """
    began = exchange.effects.began
    if began == 0 and not exchange.side_effect_began:
        return None, ""
    agree = exchange.side_effect_began == (began > 0)
    told = exchange.outcome is Outcome.SUCCESS
    finished = len(exchange.effects.finished)
    evidence = f"the ledger: {began} begun, {finished} finished; the answer: {exchange.outcome}"
    return agree and told, evidence


def _secrets_kept(exchange: Exchange) -> tuple[bool | None, str]:
    """No text of a planted exception stands in any frame that came back."""
    texts = [str(fault.exception).encode() for fault in exchange.scenario.faults if fault.exception]
    if not any(texts) or exchange.response is None:
        return None, ""
    leaked = any(text and text in exchange.response.raw for text in texts)
    where = "stands in" if leaked else "is not in"
    return not leaked, f"the planted exception's text {where} the answer"


_BEFORE_THE_BODY: Final = tuple(Boundary)[:3]

# The exchange's own facts: the clause each rests on, and the question.
_OWN: Final[dict[str, tuple[str, Own]]] = {
    "exchange.notification-unanswered": ("notification.no-response", _unanswered),
    "exchange.body-kept-out": ("tools.inputs-validated", _body_kept_out),
    "exchange.effects-told": ("side-effects.silent", _effects_told),
    "exchange.secrets-kept": ("good-practice.no-secrets-in-errors", _secrets_kept),
}
