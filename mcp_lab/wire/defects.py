"""Every envelope defect and note by name: one row each, with what it says and its source."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.wire.shown import shown

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of defect, or note.

    Attributes:
        name: how programs and people refer to it.
        says: one sentence; `{found}` is what stood there, `{path}` where, `{at}` the offset.
        source: the section that makes it a defect.
    """

    name: str
    says: str
    source: str


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect, or note, found in one frame.

    Attributes:
        name: its row's name, as in `DEFECTS` or `NOTES`.
        path: where, such as `error.code` or `params.items[2]`; empty for the frame as a whole.
        says: one short sentence with what was found.
    """

    name: str
    path: str
    says: str


_RFC = "RFC 8259 section "
_RPC = "JSON-RPC 2.0 section "
_SCHEMA = "MCP schema, params is an object; JSON-RPC 2.0 section 4.2"

_TEXT = (
    Row("empty", "There is nothing but white space here.", _RFC + "2"),
    Row("not-utf-8", "The bytes are not UTF-8: {found} at byte offset {at}{hint}.", _RFC + "8.1"),
    Row("byte-order-mark", "The text begins with a byte order mark.", _RFC + "8.1"),
    Row("not-json", "Expected {expected} at offset {at}, found {found}{hint}.", _RFC + "2"),
    Row("not-a-number", "{found} at offset {at} is no JSON number.", _RFC + "6"),
    Row("trailing-data", "The JSON text ends at offset {at}, then comes {found}.", _RFC + "2"),
    Row("too-deep", "Arrays and objects are nested more than {limit} deep.", _RFC + "9"),
    Row("too-large", "The {found} has more than {limit} {unit}.", _RFC + "9"),
    Row("duplicate-key", "{path} stands more than once in its object.", _RFC + "4"),
    Row("lone-surrogate", "{path} holds half a surrogate pair, no character.", _RFC + "8.2"),
)
_TOP = (
    Row("not-an-object", "A message is an object; this is {found}.", _RPC + "4"),
    Row("batch", "This is an array of messages, a batch, not one message.", _RPC + "6"),
    Row("empty-batch", "This is an empty array: a batch without messages.", _RPC + "6"),
    Row("jsonrpc-missing", 'There is no jsonrpc member; it is "2.0".', _RPC + "4"),
    Row("jsonrpc-wrong-version", 'jsonrpc is {found}, not "2.0".', _RPC + "4"),
    Row("jsonrpc-not-a-string", 'jsonrpc is {found}, not the string "2.0".', _RPC + "4"),
)
_REQUEST = (
    Row("method-missing", "There is no method, so this is no request.", _RPC + "4"),
    Row("method-not-a-string", "method is {found}, not a string.", _RPC + "4"),
    Row("params-array", "params is an array, not an object.", _SCHEMA),
    Row("params-string", "params is {found}, not an object.", _RPC + "4.2"),
    Row("params-null", "params is null; without parameters it is left out.", _RPC + "4.2"),
    Row("params-not-structured", "params is {found}, not an object.", _RPC + "4.2"),
)
_ID = (
    Row("id-missing", "A response without an id answers no request.", _RPC + "5"),
    Row("id-null", "id is null, which names no request.", _RPC + "4"),
    Row("id-fractional", "id is the fractional number {found}.", _RPC + "4"),
    Row("id-boolean", "id is {found}, not a string or an integer.", _RPC + "4"),
    Row("id-object", "id is an object, not a string or an integer.", _RPC + "4"),
    Row("id-array", "id is an array, not a string or an integer.", _RPC + "4"),
)
_RESPONSE = (
    Row("result-and-error", "result and error are both there; a response has one.", _RPC + "5"),
    Row("result-or-error-missing", "Neither result nor error is there: no response.", _RPC + "5"),
    Row(
        "method-and-response",
        "method stands beside {found}, which only a response has.",
        _RPC + "5",
    ),
    Row("error-not-an-object", "error is {found}, not an object.", _RPC + "5.1"),
    Row("code-missing", "error has no code.", _RPC + "5.1"),
    Row("code-fractional", "error.code is the fractional number {found}.", _RPC + "5.1"),
    Row("code-not-a-number", "error.code is {found}, not an integer.", _RPC + "5.1"),
    Row("message-missing", "error has no message.", _RPC + "5.1"),
    Row("message-not-a-string", "error.message is {found}, not a string.", _RPC + "5.1"),
)
_NOTES = (
    Row("id-integral-float", "id is {found}: an integer, written as a float.", _RPC + "4"),
    Row("code-integral-float", "error.code is {found}: an integer, as a float.", _RPC + "5.1"),
    Row("huge-integer", "{found} is beyond 2^53 - 1; many peers round it.", _RFC + "6"),
)


def _by_name(*groups: tuple[Row, ...]) -> Mapping[str, Row]:
    return MappingProxyType({row.name: row for group in groups for row in group})


NOT_JSON: Final = frozenset(row.name for row in _TEXT[:8])
"""Defects of bytes that are no JSON text, or are not read as one."""

DEFECTS: Final = _by_name(_TEXT, _TOP, _REQUEST, _ID, _RESPONSE)
NOTES: Final = _by_name(_NOTES)
_ALL: Final = {**DEFECTS, **NOTES}


def named(name: str, path: str = "", **what: Any) -> Defect:
    """Make the defect, or note, of this row, its sentence filled in with what was found."""
    found = {key: shown(value) if key == "found" else value for key, value in what.items()}
    return Defect(name, path, _ALL[name].says.format(path=path or "the text", **found))
