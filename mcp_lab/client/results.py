"""Whether a result can be used: the clauses whose breach leaves a client with nothing sound.

A server that breaks other clauses (a retired code, no `resultType`) has still said something that
can be acted on; it is the contract's business to name the breach, not the client's to drop it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mcp_lab.contract import examine
from mcp_lab.wire import ABSENT, Decoded, Defect, decode

if TYPE_CHECKING:
    from mcp_lab.client.in_flight import Pending

_UNUSABLE: Final = frozenset(
    {
        "response.result-object",
        "result.type-known",
        "result.content-required",
        "result.content-blocks",
        "result.is-error-boolean",
        "result.structured-content",
    }
)

_OF_TEXT: Final = frozenset({"type", "text"})


def defects(message: Decoded, request: Pending, revision: str) -> tuple[Defect, ...]:
    """What makes a well-formed response unusable as the answer to its request; mostly nothing."""
    if message.kind == "error" or _is_plain(message.result):
        return ()
    facts = examine(message, decode(request.data), revision)
    return tuple(
        Defect(fact.clause, fact.evidence.partition(": ")[0], fact.says)
        for fact in facts
        if fact.holds is False and fact.clause in _UNUSABLE
    )


def _is_plain(result: Any) -> bool:
    """Whether a result is of the commonest form, in which no clause of these can fall.

    Text blocks, structured content that is an object, flags of the right type. It saves the full
    examination, which looks at every clause, for the results that need it.
    """
    return (
        isinstance(result, dict)
        and isinstance(result.get("isError", False), bool)
        and isinstance(result.get("structuredContent", {}), dict)
        and result.get("resultType", "complete") == "complete"
        and _is_text(result.get("content", ABSENT))
    )


def _is_text(content: Any) -> bool:
    if not isinstance(content, list):
        return False
    for block in content:
        if not isinstance(block, dict) or block.keys() != _OF_TEXT:
            return False
        if block["type"] != "text" or not isinstance(block["text"], str):
            return False
    return True
