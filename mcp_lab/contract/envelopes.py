"""Clauses that the envelope's defects tell: when each concerns a message, and what it looks at."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mcp_lab.contract.clauses import Clause
from mcp_lab.contract.frame import NOT_APPLICABLE, Finding, Frame, is_json_text, quote
from mcp_lab.wire import ABSENT


class Concern(NamedTuple):
    """When a clause concerns a message, and the member it is about ("" for the whole)."""

    when: Callable[[Frame], bool]
    path: str = ""


def told_by_defects(clause: Clause, frame: Frame) -> Finding:
    """What the defects that `wire` named say about a clause of `CONCERNS`."""
    concern = CONCERNS[clause.id]
    if not concern.when(frame):
        return NOT_APPLICABLE
    found = [each for each in frame.message.defects if each.name in clause.defects]
    if concern.path:
        return Finding(not found, quote(concern.path, _at(frame, concern.path)))
    return Finding(not found, found[0].says if found else "")


def _at(frame: Frame, path: str) -> Any:
    value = frame.message.value
    for step in path.split("."):
        value = value.get(step, ABSENT) if isinstance(value, dict) else ABSENT
    return value


def _always(_frame: Frame) -> bool:
    return True


def _within_limits(frame: Frame) -> bool:
    return not _names(frame) & {"too-deep", "too-large"}


def _decodable(frame: Frame) -> bool:
    return _within_limits(frame) and "not-utf-8" not in _names(frame)


def _single(frame: Frame) -> bool:
    return _decodable(frame) and frame.message.kind != "batch"


def _read(frame: Frame) -> bool:
    return is_json_text(frame.message) and frame.message.kind != "batch"


def _is_object(frame: Frame) -> bool:
    return frame.is_object


def _is_batch(frame: Frame) -> bool:
    return frame.message.kind == "batch"


def _is_call(frame: Frame) -> bool:
    return frame.is_call


def _call_with_id(frame: Frame) -> bool:
    return frame.is_call and frame.has("id")


def _call_with_some_id(frame: Frame) -> bool:
    return _call_with_id(frame) and frame.message.id is not None


def _call_with_params(frame: Frame) -> bool:
    return frame.is_call and frame.has("params")


def _may_be_response(frame: Frame) -> bool:
    calls = frame.has("method") or frame.has("params")
    return frame.is_object and (frame.has("result") or frame.has("error") or not calls)


def _has_error(frame: Frame) -> bool:
    return frame.has("error")


def _has_error_object(frame: Frame) -> bool:
    return isinstance(frame.message.error, dict)


def _error_with_code(frame: Frame) -> bool:
    return _has_error_object(frame) and "code" in frame.message.error


def _error_with_message(frame: Frame) -> bool:
    return _has_error_object(frame) and "message" in frame.message.error


def _response_with_id(frame: Frame) -> bool:
    """A null id of an error is for other clauses: it has its excuse."""
    excused = frame.message.id is None and frame.has("error")
    return frame.is_response and frame.has("id") and not excused


def _names(frame: Frame) -> set[str]:
    return {defect.name for defect in frame.message.defects}


CONCERNS: Mapping[str, Concern] = {
    "envelope.within-limits": Concern(_always),
    "envelope.utf-8": Concern(_within_limits),
    "envelope.no-byte-order-mark": Concern(_within_limits),
    "envelope.json-text": Concern(_decodable),
    "envelope.unique-members": Concern(_single),
    "envelope.whole-characters": Concern(_single),
    "envelope.object": Concern(_read),
    "envelope.jsonrpc-version": Concern(_is_object, "jsonrpc"),
    "envelope.one-kind": Concern(_is_object),
    "batch.not-empty": Concern(_is_batch),
    "request.method-string": Concern(_is_call, "method"),
    "request.id-not-null": Concern(_call_with_id, "id"),
    "request.id-type": Concern(_call_with_some_id, "id"),
    "request.params-object": Concern(_call_with_params, "params"),
    "response.exactly-one": Concern(_may_be_response),
    "response.id-type": Concern(_response_with_id, "id"),
    "error.object": Concern(_has_error, "error"),
    "error.code-required": Concern(_has_error_object, "error.code"),
    "error.code-integer": Concern(_error_with_code, "error.code"),
    "error.message-required": Concern(_has_error_object, "error.message"),
    "error.message-string": Concern(_error_with_message, "error.message"),
}
