"""Is this JSON value a JSON-RPC message, which kind, and what is wrong with it.

The kind follows from the members that are there and nothing else; what each member may hold
follows from tables keyed by the type that was found.
"""

from __future__ import annotations

from types import NoneType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from mcp_lab.wire.defects import Defect, named
from mcp_lab.wire.shown import Words
from mcp_lab.wire.values import ABSENT, LARGEST_EXACT, PLAIN_IDS, Number

Kind: TypeAlias = Literal["request", "notification", "result", "error", "batch", "malformed"]


class Shape(NamedTuple):
    """What a set of members makes of a message."""

    kind: Kind
    defects: tuple[str, ...] = ()


# By (method, result, error): is the member there? A method with an id is a request.
_SHAPES: Final[dict[tuple[bool, bool, bool], Shape]] = {
    (True, False, False): Shape("notification"),
    (False, True, False): Shape("result"),
    (False, False, True): Shape("error"),
    (False, True, True): Shape("malformed", ("result-and-error",)),
    (True, True, False): Shape("malformed", ("method-and-response",)),
    (True, False, True): Shape("malformed", ("method-and-response",)),
    (True, True, True): Shape("malformed", ("method-and-response", "result-and-error")),
    (False, False, False): Shape("malformed", ("method-missing", "result-or-error-missing")),
}

# By the type that was found: the defect, or None where it is as it should be. Floats and Numbers
# are looked at more closely.
_ID: Final[dict[type, str | None]] = {
    str: None,
    int: None,
    NoneType: "id-null",
    bool: "id-boolean",
    dict: "id-object",
    list: "id-array",
}
_PARAMS: Final[dict[type, str | None]] = {
    dict: None,
    list: "params-array",
    str: "params-string",
    NoneType: "params-null",
}


class Findings:
    """Defects and notes of one envelope, collected in the order in which it is read."""

    def __init__(self) -> None:
        self.defects: list[Defect] = []
        self.notes: list[Defect] = []

    def defect(self, name: str, path: str = "", **what: Any) -> None:
        """Add the defect of this row."""
        self.defects.append(named(name, path, **what))

    def note(self, name: str, path: str, **what: Any) -> None:
        """Add the note of this row."""
        self.notes.append(named(name, path, **what))


def plain(value: Any) -> Kind | None:
    """The kind of a request or a result with nothing odd about it; None for all else: judge tells.

    Most messages are plain, and this is a quarter of the work of judging one.
    """
    if type(value) is not dict or value.get("jsonrpc") != "2.0" or "error" in value:
        return None
    if type(value.get("id")) not in PLAIN_IDS:
        return None
    if "result" in value:
        return None if "method" in value or "params" in value else "result"
    plainly_called = type(value.get("method")) is str and type(value.get("params", value)) is dict
    return "request" if plainly_called else None


def judge(value: Any) -> tuple[Kind, Findings]:
    """Judge one parsed JSON value as one message; an array is no message here."""
    findings = Findings()
    if type(value) is not dict:
        findings.defect("not-an-object", found=value)
        return "malformed", findings
    _judge_version(value, findings)
    kind = _judge_shape(value, findings)
    if "method" in value or kind == "malformed":
        _judge_call(value, findings)
    _judge_id(value, kind, findings)
    if "error" in value:
        _judge_error(value["error"], findings)
    return kind, findings


def _judge_version(value: dict[str, Any], findings: Findings) -> None:
    version = value.get("jsonrpc", ABSENT)
    if version == "2.0":
        return
    if version is ABSENT:
        findings.defect("jsonrpc-missing", "jsonrpc")
    elif isinstance(version, str):
        findings.defect("jsonrpc-wrong-version", "jsonrpc", found=version)
    else:
        findings.defect("jsonrpc-not-a-string", "jsonrpc", found=version)


def _judge_shape(value: dict[str, Any], findings: Findings) -> Kind:
    kind, defects = _SHAPES["method" in value, "result" in value, "error" in value]
    if kind == "notification" and "id" in value:
        return "request"
    if "method-missing" in defects and "params" in value:
        defects = ("method-missing",)  # only a request has params
    for name in defects:
        beside = "result" if "result" in value else "error"
        findings.defect(name, found=Words(beside))
    return kind


def _judge_call(value: dict[str, Any], findings: Findings) -> None:
    if not isinstance(value.get("method", ""), str):
        findings.defect("method-not-a-string", "method", found=value["method"])
    params = value.get("params", {})
    if trouble := _PARAMS.get(type(params), "params-not-structured"):
        findings.defect(trouble, "params", found=params)


def _judge_id(value: dict[str, Any], kind: Kind, findings: Findings) -> None:
    found = value.get("id", ABSENT)
    if found is ABSENT:
        if ("result" in value or "error" in value) and "method" not in value:
            findings.defect("id-missing", "id")
    elif found is None and kind == "error":
        pass  # what JSON-RPC 2.0 section 5 asks for when the request's id couldn't be read
    elif type(found) in (float, Number):
        _judge_real(found, "id", findings)
    elif trouble := _ID[type(found)]:
        findings.defect(trouble, "id", found=found)


def _judge_error(error: Any, findings: Findings) -> None:
    if type(error) is not dict:
        findings.defect("error-not-an-object", "error", found=error)
        return
    code = error.get("code", ABSENT)
    if code is ABSENT:
        findings.defect("code-missing", "error.code")
    elif type(code) in (float, Number):
        _judge_real(code, "code", findings, path="error.code")
    elif type(code) is not int:
        findings.defect("code-not-a-number", "error.code", found=code)
    message = error.get("message", ABSENT)
    if message is ABSENT:
        findings.defect("message-missing", "error.message")
    elif not isinstance(message, str):
        findings.defect("message-not-a-string", "error.message", found=message)


def _judge_real(number: float | Number, name: str, findings: Findings, path: str = "id") -> None:
    """Judge a number that is no Python int where an integer belongs.

    A Number written without fraction or exponent is an integer, just a huge one.
    """
    integral = number.integral if isinstance(number, Number) else number.is_integer()
    if not integral:
        findings.defect(f"{name}-fractional", path, found=number)
        return
    if isinstance(number, float) or not number.text.lstrip("-").isdigit():
        findings.note(f"{name}-integral-float", path, found=number)
        if isinstance(number, Number) or abs(number) > LARGEST_EXACT:
            findings.note("huge-integer", path, found=number)
