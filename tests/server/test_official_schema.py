"""Every message that the server sends is valid in the official schema of its revision.

The schemas are not shipped; the test runs where they lie beside the checkout.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from mcp_lab.contract import outcome_of
from mcp_lab.server import BOUNDARIES
from mcp_lab.wire import decode, encode
from mcp_lab.world import Fault, samples

SCHEMAS = Path(__file__).parents[2].parent / "shared" / "spec" / "schema"
pytestmark = pytest.mark.skipif(not SCHEMAS.is_dir(), reason="the official schemas are not here")

RESULTS = {
    "initialize": "InitializeResult",
    "ping": "EmptyResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "server/discover": "DiscoverResult",
}
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "tests", "version": "1"},
}


@cache
def validator(revision, *names):
    """Of one definition; the first of the names that the revision has."""
    import jsonschema_rs

    schema = json.loads((SCHEMAS / f"{revision}.json").read_text())
    keyword = "$defs" if "$defs" in schema else "definitions"
    name = next(each for each in names if each in schema[keyword])
    return jsonschema_rs.validator_for({**schema, "$ref": f"#/{keyword}/{name}"})


def problems(revision, response, method):
    names = (
        ("JSONRPCErrorResponse", "JSONRPCError")
        if response.kind == "error"
        else ("JSONRPCResultResponse", "JSONRPCResponse")
    )
    found = [error.message for error in validator(revision, *names).iter_errors(response.value)]
    if response.kind == "result":
        result = validator(revision, RESULTS[method])
        found += [error.message for error in result.iter_errors(response.result)]
    return found


def every_answer(desk):
    """(method, response) of every method, every sample, and every planted failure."""
    yield "initialize", desk.request("initialize", INITIALIZE)
    for method in ("ping", "tools/list", "server/discover", "no/such/method"):
        yield method, desk.request(method)
    yield "tools/list", desk.request("tools/list", {"cursor": "x"})
    yield "tools/call", desk.request("tools/call", {"name": "no-such-tool"})
    yield "tools/call", desk.request("tools/call", {"name": 5})
    yield "tools/call", desk.send({"jsonrpc": "2.0", "id": "s", "method": "tools/call"})
    for group in (samples.succeeding, samples.refused, samples.malformed):
        for sample in group(desk.world).values():
            yield "tools/call", desk.call(sample)
    for row in BOUNDARIES[1:]:
        with desk.world.planted(Fault(row.boundary, ValueError("planted"))):
            yield "tools/call", desk.call(desk.calls["quote_fare"])


def test_every_answer_is_valid(desk):
    seen = set()
    for method, response in every_answer(desk):
        assert problems(desk.revision, response, method) == [], response.raw
        seen.add(outcome_of(response, desk.revision))
    assert seen == {"success", "tool-error", "protocol-error"}


def test_a_planted_defect_would_be_seen(desk):
    """The check itself: a result without content, an error without a code."""
    for value in ({"result": {"isError": True}}, {"error": {"message": "no"}}):
        response = decode(encode({"jsonrpc": "2.0", "id": 1, **value}))
        assert problems(desk.revision, response, "tools/call")


@pytest.mark.parametrize(
    "data", [b"{", b"5", b"[]", b'{"jsonrpc": "2.0", "id": null, "method": ""}']
)
def test_an_answer_without_an_id_is_valid_where_the_revision_has_a_form_for_it(desk, data):
    """Until 2025-06-18 no form is valid: JSON-RPC asks for null, the schema for a real id."""
    found = problems(desk.revision, desk.send(data), "")
    assert bool(found) == (desk.revision <= "2025-06-18")
    assert all("null" in problem for problem in found)
