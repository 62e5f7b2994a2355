"""Pairs of wrong adapters that cancel: right in process, wrong for everybody else.

Each has one mistake on the way out and one on the way in that undoes it. The caller gets exactly
what the server meant, so a test through both is green; a fact of the wire between them falls.

    for pair in PAIRS:
        trial(both(pair), pair.case).facts()
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.contract import HOME, Outcome
from mcp_lab.exchange.adapters import (
    INBOUND,
    Failing,
    Inbound,
    Message,
    Outbound,
    Reading,
    Shape,
    outbound,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp_lab.wire import Decoded


@dataclass(frozen=True)
class WrongPair:
    """Two adapters whose mistakes cancel.

    Attributes:
        name: a short name.
        says: what each side does, in one sentence.
        case: the situation in which they are tried.
        outbound: makes the wrong outbound adapter of the right one.
        inbound: the wrong inbound adapter.
        falls: the fact of the wire that falls.
    """

    name: str
    says: str
    case: str
    outbound: Callable[[Outbound], Outbound]
    inbound: Inbound
    falls: str


def both(pair: WrongPair, revision: str = HOME) -> tuple[Outbound, Inbound]:
    """The two wrong adapters of a pair, at a revision."""
    return pair.outbound(outbound(revision)), pair.inbound


def _error_code(message: Decoded) -> Any:
    return message.error.get("code") if isinstance(message.error, dict) else None


def _first_words(message: Decoded) -> str:
    result = message.result if isinstance(message.result, dict) else {}
    return next((str(block.get("text", "")) for block in result.get("content", ())), "")


def _result(message: Message, **members: Any) -> Message:
    return message | {"result": message["result"] | members}


def _changing(change: Callable[[Message], Message]) -> Callable[[Outbound], Outbound]:
    """An outbound adapter with one more change, made to every message."""

    def changed(message: Message, _failing: Failing) -> Message:
        return change(message)

    return lambda right: replace(right, changes=(*right.changes, changed))


def _with_words_of_an_error(message: Message) -> Message:
    if "result" not in message:
        return message
    (block,) = message["result"]["content"]
    told = {**message["result"], "content": [{**block, "text": f"Error: {block['text']}"}]}
    return message | {"result": {name: told[name] for name in told if name != "isError"}}


def _flag_as_text(message: Message) -> Message:
    return _result(message, isError="true") if "result" in message else message


def _id_as_text(message: Message) -> Message:
    return message | {"id": str(message["id"])}


def _both_members(message: Message) -> Message:
    return message | {"result": None} if "error" in message else message


def _code_as_text(message: Message) -> Message:
    if "error" not in message:
        return message
    return message | {"error": message["error"] | {"code": str(message["error"]["code"])}}


PAIRS: Final[tuple[WrongPair, ...]] = (
    WrongPair(
        "a refusal in the server's range",
        "Outbound sends a domain rejection as -32000; inbound reads -32000 as a tool error.",
        "domain-rejection",
        lambda right: right.but(domain_rejection=Shape(Outcome.PROTOCOL_ERROR, -32000)),
        INBOUND.first(Reading(lambda each: _error_code(each) == -32000, Outcome.TOOL_ERROR)),
        "domain-rejection.channel",
    ),
    WrongPair(
        "the flag left out",
        "Outbound drops isError and opens with Error; inbound guesses from the words.",
        "domain-rejection",
        _changing(_with_words_of_an_error),
        INBOUND.first(
            Reading(lambda each: _first_words(each).startswith("Error"), Outcome.TOOL_ERROR)
        ),
        "domain-rejection.channel",
    ),
    WrongPair(
        "the flag as a text",
        'Outbound sends isError as "true"; inbound takes whatever is truthy.',
        "domain-rejection",
        _changing(_flag_as_text),
        INBOUND.first(
            Reading(
                lambda each: isinstance(each.result, dict) and bool(each.result.get("isError")),
                Outcome.TOOL_ERROR,
            )
        ),
        "result.is-error-boolean",
    ),
    WrongPair(
        "the id as a text",
        "Outbound sends every id as a string; inbound compares ids as strings.",
        "domain-rejection",
        _changing(_id_as_text),
        replace(INBOUND, same=lambda one, other: str(one) == str(other)),
        "response.same-id",
    ),
    WrongPair(
        "an unknown tool as a tool error",
        "Outbound answers an unknown tool with isError; inbound reads those words as an error.",
        "unknown-tool",
        lambda right: right.but(unknown_tool=Shape(Outcome.TOOL_ERROR)),
        INBOUND.first(
            Reading(
                lambda each: _first_words(each).startswith("Unknown tool"), Outcome.PROTOCOL_ERROR
            )
        ),
        "unknown-tool.channel",
    ),
    WrongPair(
        "both members",
        "Outbound puts a null result beside every error; inbound looks for an error alone.",
        "unknown-tool",
        _changing(_both_members),
        INBOUND.first(Reading(lambda each: isinstance(each.error, dict), Outcome.PROTOCOL_ERROR)),
        "response.exactly-one",
    ),
    WrongPair(
        "the code as a text",
        "Outbound sends the code as a string; inbound makes a number of it.",
        "unknown-tool",
        _changing(_code_as_text),
        INBOUND.first(
            Reading(lambda each: isinstance(_error_code(each), str), Outcome.PROTOCOL_ERROR)
        ),
        "error.code-integer",
    ),
)
