"""Tests of a result: its type, its form, and what a result of tools/call holds."""

from collections.abc import Mapping
from typing import Any

from mcp_lab.contract.clauses import clause
from mcp_lab.contract.frame import NOT_APPLICABLE, Finding, Frame, Test, inside, quote
from mcp_lab.contract.shapes import knows, misfits
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
            return Finding(holds=False, evidence=quote(inside(at, misfit.path), misfit.found))
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


def result_of_method(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """The result has the shape that the method's type gives it, unless it stands for another."""
    result = plain_result(frame)
    if result is None or is_deferred(frame, result):
        return NOT_APPLICABLE
    return fits(frame, terms["shape"], result, "result")


def created_task(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """The result of a request that was to run as a task tells the task, where it tells one."""
    result = plain_result(frame)
    if result is None or "task" not in result or not _wants_task(frame):
        return NOT_APPLICABLE
    return fits(frame, terms["shape"], result, "result")


def meta_fields(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """What a result's `_meta` says of the server is in its form."""
    result = plain_result(frame)
    meta = None if result is None else result.get("_meta")
    return fits(frame, terms["shape"], meta, "result._meta") if meta else NOT_APPLICABLE


def empty(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """The result has no members of its own."""
    result = plain_result(frame)
    if result is None:
        return NOT_APPLICABLE
    return Finding(result.keys() <= {"_meta"}, quote("result", result))


def fits(frame: Frame, shape: str, value: Any, path: str) -> Finding:
    """What there is to say of a value that is to have a shape: the first place that does not."""
    for misfit in misfits(shape, value, frame.revision):
        return Finding(holds=False, evidence=quote(inside(path, misfit.path), misfit.found))
    return Finding(holds=True, evidence=quote(path, value))


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
        return result if request.method == "tools/call" and not is_deferred(frame, result) else None
    alone = any(member in result for member in _OF_A_TOOL)
    return result if alone and not is_deferred(frame, result) else None


def is_deferred(frame: Frame, result: Mapping[str, Any]) -> bool:
    """Whether the result stands for another one that is still to come."""
    typed = clause("result.type-known").at(frame.revision) is not None
    if typed and isinstance(result.get("resultType"), str):
        return bool(result["resultType"] != "complete")
    return "task" in result and _wants_task(frame)


def _wants_task(frame: Frame) -> bool:
    """Whether the request asks to run as a task, at a revision that has tasks."""
    params = frame.request.params if frame.request is not None else ABSENT
    asked = isinstance(params, dict) and "task" in params
    return asked and knows("CallToolRequestParams", "task", frame.revision)


TESTS: Mapping[str, Test] = {
    "result.type-required": type_required,
    "result.type-known": type_known,
    "result.content-required": content_required,
    "result.content-blocks": content_blocks,
    "result.is-error-boolean": is_error_boolean,
    "result.structured-content": structured_content,
    "tasks.create-result": created_task,
    "meta.result-fields": meta_fields,
    "patterns.ping-empty": empty,
}
