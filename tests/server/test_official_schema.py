"""Every message that the server sends is valid in the official schema of its revision.

The schemas are not shipped; the test runs where they lie beside the checkout, or where
MCP_LAB_SPEC says. Where they are laxer than the text stands in tests/contract/test_schemas.py.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

import pytest

from mcp_lab.contract import outcome_of
from mcp_lab.wire import decode, encode

BESIDE = Path(__file__).resolve().parents[3] / "shared" / "spec"
SCHEMAS = Path(os.environ.get("MCP_LAB_SPEC", BESIDE)) / "schema"
pytestmark = pytest.mark.skipif(not SCHEMAS.is_dir(), reason="the official schemas are not here")

RESULTS = {
    "initialize": "InitializeResult",
    "ping": "EmptyResult",
    "logging/setLevel": "EmptyResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
    "server/discover": "DiscoverResult",
}
METHODS = {
    "notifications/progress": "ProgressNotification",
    "notifications/message": "LoggingMessageNotification",
    "elicitation/create": "ElicitRequest",
}
ENVELOPES = {
    "error": ("JSONRPCErrorResponse", "JSONRPCError"),
    "result": ("JSONRPCResultResponse", "JSONRPCResponse"),
    "notification": ("JSONRPCNotification",),
    "request": ("JSONRPCRequest",),
}
# The errors whose data has a form of its own.
ERRORS = {
    -32021: "MissingRequiredClientCapabilityError",
    -32022: "UnsupportedProtocolVersionError",
}


@cache
def validator(revision, *names):
    """Of one definition; the first of the names that the revision has."""
    import jsonschema_rs

    schema = json.loads((SCHEMAS / f"{revision}.json").read_text())
    keyword = "$defs" if "$defs" in schema else "definitions"
    name = next(each for each in names if each in schema[keyword])
    return jsonschema_rs.validator_for({**schema, "$ref": f"#/{keyword}/{name}"})


def judged(message, method):
    """(definitions, value) of everything in the message that the schema has a word about."""
    yield ENVELOPES[message.kind], message.value
    if message.kind == "result":
        asks = message.result.get("resultType") == "input_required"
        yield ("InputRequiredResult",) if asks else (RESULTS[method],), message.result
    elif message.kind == "error" and message.error.get("code") in ERRORS:
        yield (ERRORS[message.error["code"]],), message.value
    elif message.kind in ("notification", "request"):
        yield (METHODS[message.method],), message.value


def problems(revision, message, method=""):
    return [
        error.message
        for names, value in judged(message, method)
        for error in validator(revision, *names).iter_errors(value)
    ]


def test_every_message_is_valid(story):
    revision, said = story
    for method, message in said:
        assert problems(revision, message, method) == [], message.raw


def test_the_story_tells_everything(story):
    revision, said = story
    outcomes = {outcome_of(message, revision) for _, message in said} - {None}
    known = {"success", "tool-error", "protocol-error"}
    assert outcomes == known | ({"input-required"} if revision == "2026-07-28" else set())
    methods = {message.method for _, message in said if isinstance(message.method, str)}
    asks = {"elicitation/create"} if revision in ("2025-06-18", "2025-11-25") else set()
    assert methods == {"notifications/progress", "notifications/message"} | asks
    codes = {message.error["code"] for _, message in said if message.kind == "error"}
    own = {-32021} if revision == "2026-07-28" else {-32002}
    assert codes == {-32601, -32602, -32603} | own


def test_a_planted_defect_would_be_seen(desk):
    """The check itself: a result without content, an error without a code."""
    for value in ({"result": {"isError": True}}, {"error": {"message": "no"}}):
        response = decode(encode({"jsonrpc": "2.0", "id": 1, **value}))
        assert problems(desk.revision, response, "tools/call")


def test_another_version_is_refused_in_the_form_that_the_schema_has_for_it(desk_at):
    desk = desk_at("2026-07-28")
    frame = desk.frame("tools/list")
    version = {"io.modelcontextprotocol/protocolVersion": "1999-01-01"}
    frame["params"]["_meta"] = {**frame["params"]["_meta"], **version}
    response = desk.send(frame)
    assert response.error["code"] == -32022
    assert problems("2026-07-28", response) == []


@pytest.mark.parametrize(
    "data", [b"{", b"5", b"[]", b'{"jsonrpc": "2.0", "id": null, "method": ""}']
)
def test_an_answer_without_an_id_is_valid_where_the_revision_has_a_form_for_it(desk, data):
    """Until 2025-06-18 no form is valid: JSON-RPC asks for null, the schema for a real id."""
    found = problems(desk.revision, desk.send(data))
    assert bool(found) == (desk.revision <= "2025-06-18")
    assert all("null" in problem for problem in found)
