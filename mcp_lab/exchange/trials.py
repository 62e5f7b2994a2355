"""Adapters tried: the pair over bytes, and each of the two alone.

trial((outbound, inbound), case)    both, with the wire between them recorded
outbound_facts(adapter)             the outbound alone: its frames against the contract
inbound_facts(adapter)              the inbound alone: raw frames, and what each has to be
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from mcp_lab.contract import HOME, Fact, Outcome, fact_at, look_up
from mcp_lab.exchange.adapters import INBOUND, Inbound, Outbound, Received, retold
from mcp_lab.exchange.run import run
from mcp_lab.exchange.scenario import Call, Scenario
from mcp_lab.world import DEFAULT_VARIANT, World, samples

if TYPE_CHECKING:
    from mcp_lab.exchange.exchange import Exchange


@dataclass(frozen=True)
class Trial:
    """One case run through a pair, over bytes.

    `meant` is the channel that the contract gives the failure, `received` what the inbound adapter
    made of the frame, `exchange` what went over the wire, as a right client has it.
    """

    meant: Outcome
    received: Received
    exchange: Exchange

    @property
    def agrees(self) -> bool:
        """What a test in process sees: the caller has what the server meant."""
        return self.received == Received(self.meant, matched=True)

    def facts(self) -> tuple[Fact, ...]:
        """Whether the two agree, then what holds of the frames between them."""
        evidence = f"meant: {self.meant}; received: {self.received.outcome}"
        return (
            _fact("pair.agrees", self.agrees, evidence, self.exchange.revision),
            *self.exchange.facts(),
        )


def cases(variant: str) -> dict[str, Call]:
    """By situation, a call that brings it about."""
    world = World(variant)
    refused, malformed = samples.refused(world), samples.malformed(world)
    full, missing = refused["not-enough-seats"], malformed["required"]
    return {
        "domain-rejection": Call(full.tool, full.arguments),
        "invalid-argument": Call(missing.tool, missing.arguments),
        "unknown-tool": Call("no_such_tool", {}),
    }


def trial(
    pair: tuple[Outbound, Inbound],
    case: str,
    revision: str = HOME,
    variant: str = DEFAULT_VARIANT,
) -> Trial:
    """Run a case through an outbound and an inbound adapter.

    Raises KeyError for a case that there isn't, ValueError for a revision that there isn't.
    """
    scenario = Scenario(case, cases(variant)[case], revision, variant=variant)
    exchange = run(scenario, retold(pair[0]))
    assert exchange.response is not None
    received = pair[1].read(exchange.response.raw, exchange.request.id)
    return Trial(look_up(revision, case).preferred.channel, received, exchange)


def outbound_facts(
    adapter: Outbound, revision: str = HOME, variant: str = DEFAULT_VARIANT
) -> tuple[Fact, ...]:
    """An outbound adapter alone: the facts of every case's frames, read by a right client."""
    tried = {case: trial((adapter, INBOUND), case, revision, variant) for case in cases(variant)}
    return tuple(
        replace(fact, name=f"{case}: {fact.name}")
        for case, each in tried.items()
        for fact in each.exchange.facts()
    )


def inbound_facts(adapter: Inbound) -> tuple[Fact, ...]:
    """An inbound adapter alone: each raw frame has to be taken for what it is."""
    return tuple(_taken(adapter, raw) for raw in RAW)


class Raw(NamedTuple):
    """One raw frame, sent as the answer to the request of id 7, and what it has to be."""

    name: str
    data: bytes
    expected: Received


def _unusable(*, matched: bool = True) -> Received:
    return Received(None, matched=matched)


def _is(outcome: Outcome, *, matched: bool = True) -> Received:
    return Received(outcome, matched=matched)


_TEXT: Final = b'"content":[{"type":"text","text":"%s"}]'
RAW: Final[tuple[Raw, ...]] = (
    Raw(
        "a success",
        b'{"jsonrpc":"2.0","id":7,"result":{%s}}' % (_TEXT % b"42.00 EUR"),
        _is(Outcome.SUCCESS),
    ),
    Raw(
        "a success whose words speak of an error",
        b'{"jsonrpc":"2.0","id":7,"result":{%s}}' % (_TEXT % b"Error: the ship of that name"),
        _is(Outcome.SUCCESS),
    ),
    Raw(
        "a tool error",
        b'{"jsonrpc":"2.0","id":7,"result":{%s,"isError":true}}' % (_TEXT % b"Full."),
        _is(Outcome.TOOL_ERROR),
    ),
    Raw(
        "a tool error whose words are those of a protocol error",
        b'{"jsonrpc":"2.0","id":7,"result":{%s,"isError":true}}' % (_TEXT % b"Unknown tool"),
        _is(Outcome.TOOL_ERROR),
    ),
    Raw(
        "a flag that is a text",
        b'{"jsonrpc":"2.0","id":7,"result":{%s,"isError":"true"}}' % (_TEXT % b"Full."),
        _unusable(),
    ),
    Raw(
        "an error of the server's range",
        b'{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"Busy"}}',
        _is(Outcome.PROTOCOL_ERROR),
    ),
    Raw(
        "a code that nobody knows",
        b'{"jsonrpc":"2.0","id":7,"error":{"code":4711,"message":"No"}}',
        _is(Outcome.PROTOCOL_ERROR),
    ),
    Raw(
        "a code that is a text",
        b'{"jsonrpc":"2.0","id":7,"error":{"code":"-32602","message":"No"}}',
        _unusable(),
    ),
    Raw(
        "result and error",
        b'{"jsonrpc":"2.0","id":7,"result":null,"error":{"code":-32602,"message":"No"}}',
        _unusable(),
    ),
    Raw(
        "the id as a text",
        b'{"jsonrpc":"2.0","id":"7","error":{"code":-32602,"message":"No"}}',
        _is(Outcome.PROTOCOL_ERROR, matched=False),
    ),
)


def _taken(adapter: Inbound, raw: Raw) -> Fact:
    received = adapter.read(raw.data, 7)
    evidence = f"expected: {_words(raw.expected)}; taken for: {_words(received)}"
    return _fact(f"inbound: {raw.name}", received == raw.expected, evidence, HOME)


def _words(received: Received) -> str:
    outcome = received.outcome or "unusable"
    return outcome if received.matched else f"{outcome}, not this request's"


def _fact(name: str, holds: bool, evidence: str, revision: str) -> Fact:  # noqa: FBT001 - a fact's own verdict
    return fact_at("kit.both-adapters", revision, holds, evidence, name=name)
