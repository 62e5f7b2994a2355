"""Tests of what a server asks for in a result (`input_required`), and what it blames a client for.

They rest on what the request declared: in the revisions that have such results, every request
carries the client's capabilities and the version that it is written in.
"""

from collections.abc import Mapping
from typing import Any

from mcp_lab.contract.frame import NOT_APPLICABLE, Finding, Frame, Test, quote
from mcp_lab.contract.results import fits, plain_result
from mcp_lab.wire import ABSENT

_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
_VERSION = "io.modelcontextprotocol/protocolVersion"


def input_shape(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """A result that asks for input has the form of one."""
    result = _asking(frame)
    return NOT_APPLICABLE if result is None else fits(frame, terms["shape"], result, "result")


def input_not_empty(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """A result that asks for input has requests or a state, or both."""
    result = _asking(frame)
    if result is None:
        return NOT_APPLICABLE
    return Finding("inputRequests" in result or "requestState" in result, quote("result", result))


def input_supported(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """Only some methods are answered by asking for input."""
    if _asking(frame) is None or frame.request is None or frame.request.method is ABSENT:
        return NOT_APPLICABLE
    evidence = "answers " + quote("method", frame.request.method)
    return Finding(frame.request.method in terms["methods"], evidence)


def input_declared(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """Each thing asked for is of a kind that the client declared."""
    declared, asked = _declared(frame), _asked(frame)
    if declared is None or not asked:
        return NOT_APPLICABLE
    for key, request in asked.items():
        kind = request.get("method") if isinstance(request, dict) else None
        if isinstance(kind, str) and terms.get(kind, kind) not in {kind, *declared}:
            method = quote(f"result.inputRequests.{key}.method", kind)
            return Finding(holds=False, evidence=f"{method}; {quote('declared', declared)}")
    return Finding(holds=True, evidence=quote("declared", declared))


def modes_declared(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """Each elicitation is in a mode that the client declared."""
    declared = _declared(frame) or {}
    modes = declared.get("elicitation")
    asked = [each for each in _asked(frame).values() if _is_elicitation(each)]
    if not asked or not isinstance(modes, dict):
        return NOT_APPLICABLE
    for request in asked:
        mode = request["params"].get("mode", "form")
        if not allows_mode(modes, mode):
            found = f"{quote('mode', mode)}; {quote('declared', modes)}"
            return Finding(holds=False, evidence=found)
    return Finding(holds=True, evidence=quote("declared", modes))


def allows_mode(declared: Mapping[str, Any], mode: Any) -> bool:
    """Whether an elicitation capability allows a mode; an empty one stands for forms."""
    return isinstance(mode, str) and mode in (declared or {"form": {}})


def lists_missing(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """An error that blames a missing capability lists one that is missing."""
    declared, data = _declared(frame), _data(frame, terms["code"])
    required = data.get("requiredCapabilities")
    if declared is None or not isinstance(required, dict):
        return NOT_APPLICABLE
    said = f"{quote('required', required)}; {quote('declared', declared)}"
    return Finding(not _covers(declared, required), said)


def names_version(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """An error that refuses a version repeats it, and does not list it as a supported one."""
    asked, data = _meta(frame, _VERSION), _data(frame, terms["code"])
    if not isinstance(asked, str) or not data:
        return NOT_APPLICABLE
    supported = data.get("supported")
    among = isinstance(supported, list) and asked in supported
    said = f"{quote('asked for', asked)}; {quote('error.data', data)}"
    return Finding(data.get("requested") == asked and not among, said)


def _asking(frame: Frame) -> Mapping[str, Any] | None:
    result = plain_result(frame)
    asks = result is not None and result.get("resultType") == "input_required"
    return result if asks else None


def _asked(frame: Frame) -> Mapping[str, Any]:
    asked = (_asking(frame) or {}).get("inputRequests")
    return asked if isinstance(asked, dict) else {}


def _is_elicitation(request: Any) -> bool:
    elicits = isinstance(request, dict) and request.get("method") == "elicitation/create"
    return elicits and isinstance(request.get("params"), dict)


def _declared(frame: Frame) -> Mapping[str, Any] | None:
    declared = _meta(frame, _CAPABILITIES)
    return declared if isinstance(declared, dict) else None


def _meta(frame: Frame, key: str) -> Any:
    """A member of the request's `_meta`, where the request is known."""
    value: Any = frame.request.params if frame.request is not None else ABSENT
    for step in ("_meta", key):
        value = value.get(step, ABSENT) if isinstance(value, dict) else ABSENT
    return value


def _data(frame: Frame, code: int) -> Mapping[str, Any]:
    """The data of an error with this code; empty where there is none to look into."""
    data = frame.message.error.get("data") if frame.code == code else None
    return data if isinstance(data, dict) else {}


def _covers(declared: Any, required: Any) -> bool:
    """Whether all that is required is declared, capability by capability and down their parts."""
    if not isinstance(required, dict):
        return True
    return isinstance(declared, dict) and all(
        part in declared and _covers(declared[part], inner) for part, inner in required.items()
    )


TESTS: Mapping[str, Test] = {
    "input.result-shape": input_shape,
    "input.result-not-empty": input_not_empty,
    "input.supported-requests": input_supported,
    "input.declared-kinds": input_declared,
    "elicitation.declared-modes": modes_declared,
    "capabilities.error-lists-missing": lists_missing,
    "version.error-names-versions": names_version,
}
