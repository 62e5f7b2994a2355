"""Facts about what an exchange gave away, and whether what it said is enough to act on.

no-canary.<kind>      the canary of a kind stands nowhere that its kind doesn't belong
safe-error.<field>    the answer has the field, and a tool's words name it for the model
model-view.fenced     the peer's text reaches the model behind a fence
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mcp_lab.contract import Fact, Outcome, fact_at
from mcp_lab.exchange.exchange import TO_CLIENT
from mcp_lab.exchange.views import peer_fields, peer_text
from mcp_lab.world.audience import Audience
from mcp_lab.world.canary import Kind, belongs_to, canaries, carried
from mcp_lab.world.fence import is_fenced
from mcp_lab.world.safe_error import FIELDS
from mcp_lab.world.sightings import look_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lab.exchange.exchange import Exchange
    from mcp_lab.world.sightings import Sighting

_FAILURES: Final = frozenset({Outcome.TOOL_ERROR, Outcome.PROTOCOL_ERROR})


def safety_facts(exchange: Exchange) -> tuple[Fact, ...]:
    """The facts of all three families that apply to an exchange."""
    return (
        *_canary_facts(exchange),
        *_safe_error_facts(exchange),
        *_fence_facts(exchange),
    )


def leaks(exchange: Exchange) -> tuple[Sighting, ...]:
    """Every sighting of one of the variant's canaries where its kind does not belong."""
    wanted = canaries(exchange.scenario.variant).values()
    back = [frame.data for frame in exchange.frames if frame.direction == TO_CLIENT]
    in_frames = [each._replace(place=_in_frame(each.place)) for each in look_for(wanted, back)]
    in_views = [
        each._replace(place=f"{audience}'s view: {each.place}")
        for audience, shown in exchange.views.items()
        for each in look_for(wanted, shown.fields)
        if audience not in belongs_to(each.kind)
    ]
    return (*in_frames, *in_views)


def _in_frame(place: str) -> str:
    """`[0].error.message` is told as `error.message`, and of a later frame with its number."""
    number, _, path = place.removeprefix("[").partition("]")
    return path.lstrip(".") if number in ("0", "") else f"frame {int(number) + 1}: {path[1:]}"


def _planted(exchange: Exchange) -> frozenset[Kind]:
    """The kinds that a planted exception carries, or a request that was refused."""
    variant = exchange.scenario.variant
    troubles = [fault.exception for fault in exchange.scenario.faults if fault.exception]
    kinds = [kind for trouble in troubles for kind in carried(trouble, variant)]
    if exchange.outcome in _FAILURES:
        sent = look_for(canaries(variant).values(), exchange.frames[0].data)
        kinds += [each.kind for each in sent]
    return frozenset(kinds)


def _canary_facts(exchange: Exchange) -> Iterator[Fact]:
    planted, found = _planted(exchange), leaks(exchange)
    for kind in Kind:
        seen = [each for each in found if each.kind is kind]
        if not seen and kind not in planted:
            continue
        where = "; ".join(f"{each.place}: {each.dress}" for each in seen[:3])
        evidence = where or "the one that was planted stands nowhere"
        logged = any(each.place.split(": ")[-1].startswith(_LOGGED) for each in seen)
        clause_id = _IN_LOGS if logged else _IN_ERRORS
        yield _fact(exchange, f"no-canary.{kind}", clause_id, evidence, holds=not seen)


def _safe_error_facts(exchange: Exchange) -> Iterator[Fact]:
    if exchange.outcome not in _FAILURES or exchange.trace.safe is None:
        return
    fields, text = peer_fields(exchange.response), peer_text(exchange.response)
    for_a_model = exchange.outcome is Outcome.TOOL_ERROR
    for name in FIELDS:
        there = name in fields
        told = there and (not for_a_model or fields[name] in text)
        evidence = f"{name} {'is there' if told else 'is not told' if there else 'is missing'}"
        yield _fact(exchange, f"safe-error.{name}", "kit.safe-errors", evidence, holds=told)


def _fence_facts(exchange: Exchange) -> Iterator[Fact]:
    text = peer_text(exchange.response)
    if not text.strip():
        return
    fenced = is_fenced(exchange.views[Audience.MODEL].text, text)
    evidence = f"the peer's text is {'behind' if fenced else 'outside'} the fence"
    yield _fact(exchange, "model-view.fenced", "kit.untrusted-text", evidence, holds=fenced)


def _fact(exchange: Exchange, name: str, clause_id: str, evidence: str, *, holds: bool) -> Fact:
    return fact_at(clause_id, exchange.revision, holds, evidence, name=name)


# What no revision forbids in an error, every one forbids in a log message.
_IN_ERRORS: Final = "good-practice.no-secrets-in-errors"
_IN_LOGS: Final = "logging.no-secrets"
_LOGGED: Final = ("params.data", "params.logger")
