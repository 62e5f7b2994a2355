"""The outcome of a call, read off the members of its answer."""

from mcp_lab.contract.clauses import clause
from mcp_lab.contract.vocabulary import Outcome
from mcp_lab.wire import Decoded


def outcome_of(message: Decoded, revision: str) -> Outcome | None:
    """What a response reports, by its members alone; None for anything that is no response.

    An error is a protocol error; a result is a tool error when its `isError` is true, asks for
    input when its `resultType` says so (where the revision has one), and is a success otherwise.
    """
    if message.kind == "error":
        return Outcome.PROTOCOL_ERROR
    if message.kind != "result":
        return None
    result = message.result if isinstance(message.result, dict) else {}
    if result.get("isError") is True:
        return Outcome.TOOL_ERROR
    if result.get("resultType") != "input_required":
        return Outcome.SUCCESS
    has_types = clause("result.type-known").at(revision) is not None
    return Outcome.INPUT_REQUIRED if has_types else Outcome.SUCCESS
