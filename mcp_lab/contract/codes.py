"""Tests of an error's code: is it used for what it means, and may it be sent at all."""

from collections.abc import Mapping
from typing import Any

from mcp_lab.contract.frame import NOT_APPLICABLE, Finding, Frame, Test, is_json_text, quote
from mcp_lab.contract.shapes import misfits
from mcp_lab.wire import Decoded


def parse_error_meant(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """-32700 answers what is no JSON text."""
    if frame.code != terms["code"] or frame.request is None:
        return NOT_APPLICABLE
    return Finding(not is_json_text(frame.request), _against(frame, frame.request))


def invalid_request_meant(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """-32600 answers what is no request object; a tools/call of the wrong form may pass for one."""
    if frame.code != terms["code"] or frame.request is None:
        return NOT_APPLICABLE
    wrong = not frame.request.ok or _is_malformed_call(frame.request, frame.revision)
    return Finding(wrong and is_json_text(frame.request), _against(frame, frame.request))


def method_not_found_meant(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """-32601 answers what names a method."""
    if frame.code != terms["code"] or frame.request is None:
        return NOT_APPLICABLE
    return Finding(isinstance(frame.request.method, str), _against(frame, frame.request))


def invalid_params_meant(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """-32602 answers a request in which nothing else is wrong than its params."""
    if frame.code != terms["code"] or frame.request is None:
        return NOT_APPLICABLE
    names = {defect.name for defect in frame.request.defects}
    about_params = {name for name in names if name.startswith("params-")}
    return Finding(not names or bool(about_params), _against(frame, frame.request))


def outside_reserved(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """A code of JSON-RPC's own range is a standard one or lies in the server range."""
    code = frame.code
    if code is None:
        return NOT_APPLICABLE
    reserved = terms["from"] <= code < terms["server_from"]
    return Finding(not reserved or code in terms["standard"], quote("error.code", code))


def outside_range(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """A code lies outside a closed range, or is one of its exceptions."""
    code = frame.code
    if code is None:
        return NOT_APPLICABLE
    closed = terms["from"] <= code <= terms["to"]
    return Finding(not closed or code in terms["except"], quote("error.code", code))


def not_retired(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """A code is none of the retired ones."""
    code = frame.code
    if code is None:
        return NOT_APPLICABLE
    return Finding(code not in terms["codes"], quote("error.code", code))


def _is_malformed_call(request: Decoded, revision: str) -> bool:
    calls = request.method == "tools/call"
    return calls and bool(misfits("CallToolRequestParams", request.params, revision))


def _against(frame: Frame, request: Decoded) -> str:
    """The code, and what is known of the request that it answers."""
    wrong = request.defects[0].says if request.defects else "the request's envelope is right"
    return quote("error.code", frame.code) + f"; {wrong}"


TESTS: Mapping[str, Test] = {
    "codes.parse-error": parse_error_meant,
    "codes.invalid-request": invalid_request_meant,
    "codes.method-not-found": method_not_found_meant,
    "codes.invalid-params": invalid_params_meant,
    "codes.reserved-range": outside_reserved,
    "codes.legacy-closed": outside_range,
    "codes.spec-range": outside_range,
    "codes.retired": not_retired,
}
