"""Tests of a result: its type, and what a result of tools/call holds."""

from collections.abc import Mapping
from typing import Any

from mcp_lab.contract.clauses import clause
from mcp_lab.contract.frame import NOT_APPLICABLE, Finding, Frame, Test, quote
from mcp_lab.contract.members import members_of
from mcp_lab.wire import ABSENT

_OF_A_TOOL = ("content", "isError", "structuredContent")


def type_required(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """A result has a type."""
    result = plain_result(frame)
    if result is None:
        return NOT_APPLICABLE
    found = result.get("resultType", ABSENT)
    return Finding(found is not ABSENT, quote("result.resultType", found))


def type_known(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """A result's type is one of the core's, or of an extension that the request declared."""
    result = plain_result(frame)
    if result is None or "resultType" not in result:
        return NOT_APPLICABLE
    found = result["resultType"]
    evidence = quote("result.resultType", found)
    if isinstance(found, str) and found not in terms["known"] and _extended(frame):
        return Finding(None, f"{evidence}, which an extension may define")
    return Finding(isinstance(found, str) and found in terms["known"], evidence)


def _extended(frame: Frame) -> bool:
    """Whether the request declares an extension: only that can add a type."""
    value: Any = frame.request.params if frame.request is not None else ABSENT
    for step in ("_meta", "io.modelcontextprotocol/clientCapabilities", "extensions"):
        value = value.get(step, ABSENT) if isinstance(value, dict) else ABSENT
    return bool(value)


def content_required(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """A tool's result has its list of content."""
    result = tool_result(frame)
    if result is None:
        return NOT_APPLICABLE
    found = result.get("content", ABSENT)
    return Finding(isinstance(found, list), quote("result.content", found))


def content_blocks(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """Each block of content is of a known type, in its form."""
    from mcp_lab.contract.messages import misfits  # pydantic is slow to import

    result = tool_result(frame)
    if result is None or not isinstance(result.get("content"), list):
        return NOT_APPLICABLE
    for index, block in enumerate(result["content"]):
        at = f"result.content[{index}]"
        kind = block.get("type", ABSENT) if isinstance(block, dict) else ABSENT
        if not isinstance(kind, str) or kind not in terms:
            found = quote(f"{at}.type", kind) if isinstance(block, dict) else quote(at, block)
            return Finding(holds=False, evidence=found)
        for misfit in misfits(terms[kind], block, frame.revision):
            return Finding(holds=False, evidence=quote(f"{at}.{misfit.path}", misfit.found))
    return Finding(holds=True, evidence=f"result.content: {len(result['content'])} blocks")


def is_error_boolean(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """`isError` is true or false."""
    result = tool_result(frame)
    if result is None or "isError" not in result:
        return NOT_APPLICABLE
    return Finding(isinstance(result["isError"], bool), quote("result.isError", result["isError"]))


def structured_content(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """`structuredContent` is what the revision lets it be."""
    result = tool_result(frame)
    if result is None or "structuredContent" not in result:
        return NOT_APPLICABLE
    found = result["structuredContent"]
    fits = terms["form"] != "object" or isinstance(found, dict)
    return Finding(fits, quote("result.structuredContent", found))


def plain_result(frame: Frame) -> Mapping[str, Any] | None:
    """The result of a message that is a result and nothing else; None where there is none."""
    result = frame.message.result
    return result if frame.message.kind == "result" and isinstance(result, dict) else None


def tool_result(frame: Frame) -> Mapping[str, Any] | None:
    """The result, where it is to be judged as one of tools/call; else None.

    Its request tells, where that is known and was read; alone, a member that only such a result
    has. A result that asks for input or stands for a task is none.
    """
    result = plain_result(frame)
    if result is None:
        return None
    request = frame.request
    if request is not None and request.kind == "request":
        return result if request.method == "tools/call" and not _deferred(frame, result) else None
    alone = any(member in result for member in _OF_A_TOOL)
    return result if alone and not _deferred(frame, result) else None


def _deferred(frame: Frame, result: Mapping[str, Any]) -> bool:
    """Whether the result stands for another one that is still to come."""
    typed = clause("result.type-known").at(frame.revision) is not None
    if typed and isinstance(result.get("resultType"), str):
        return bool(result["resultType"] != "complete")
    params = frame.request.params if frame.request is not None else ABSENT
    asked = isinstance(params, dict) and "task" in params
    tasks = members_of("CallToolRequestParams").knows("task", frame.revision)
    return tasks and asked and "task" in result


def not_judged(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """Say which method's content is not judged; never holds, never falls."""
    source = frame.message if frame.is_call else frame.request
    method = source.method if source is not None else ABSENT
    if method is ABSENT or method in terms["judged"] or frame.has("error"):
        return NOT_APPLICABLE
    return Finding(None, quote("method", method))


TESTS: Mapping[str, Test] = {
    "result.type-required": type_required,
    "result.type-known": type_known,
    "result.content-required": content_required,
    "result.content-blocks": content_blocks,
    "result.is-error-boolean": is_error_boolean,
    "result.structured-content": structured_content,
    "kit.judged-methods": not_judged,
}
