"""What holds of examine whatever comes, and what a harmless difference may not change."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_lab.contract import REVISIONS, Standing, clauses, examine, situations
from mcp_lab.wire import decode

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
MEMBERS = ("jsonrpc", "id", "method", "params", "result", "error")
INNER = ("name", "arguments", "_meta", "content", "isError", "structuredContent", "resultType")
INNER += ("type", "text", "code", "message", "data", "task")
VALUES = JSON | st.sampled_from(["2.0", "tools/call", "text", "complete", -32600, -32700])
OBJECTS = st.dictionaries(st.sampled_from(INNER), VALUES | st.lists(JSON, max_size=2))
MESSAGES = st.fixed_dictionaries({}, optional=dict.fromkeys(MEMBERS, VALUES | OBJECTS)).map(
    json.dumps
)
FRAMES = (
    MESSAGES
    | st.binary(max_size=40)
    | st.lists(MESSAGES, max_size=2).map(lambda frames: f"[{','.join(frames)}]")
)
NAMES = [fact.name for fact in examine(decode(""), None, REVISIONS[0])]


@settings(deadline=None)  # the machine may be busy; nothing here measures time
@given(FRAMES, st.none() | FRAMES, st.sampled_from(situations()))
def test_examine_takes_anything_and_tells_the_same_facts_at_every_revision(
    frame, request_, situation
):
    asked = None if request_ is None else decode(request_)
    for revision in REVISIONS:
        facts = examine(decode(frame), asked, revision, situation=situation)
        assert [fact.name for fact in facts[: len(NAMES)]] == NAMES
        for fact in facts:
            assert fact.clause in clauses()
            assert fact.says
            assert fact.revision == revision
            assert (fact.holds is None) == (fact.standing is Standing.NOT_APPLICABLE)
            assert fact.holds is not False or fact.evidence


META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
CALL = {
    "jsonrpc": "2.0",
    "id": 3,
    "method": "tools/call",
    "params": {"name": "find_sailings", "arguments": {"from": "Oban"}, "_meta": META},
}
TEXT = {"type": "text", "text": "No sailings on that day."}
RESULT = {
    "jsonrpc": "2.0",
    "id": 3,
    "result": {"content": [TEXT], "isError": True, "resultType": "complete"},
}
ERROR = {"jsonrpc": "2.0", "id": 3, "error": {"code": -32602, "message": "Unknown tool", "data": 7}}
CANCEL = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}}
GOOD = [CALL, RESULT, ERROR, CANCEL]


def objects(value):
    """Every object in a JSON value that is not somebody else's to fill."""
    if isinstance(value, dict):
        yield value
        for held in value.values():
            yield from objects(held)
    elif isinstance(value, list):
        for held in value:
            yield from objects(held)


def verdicts(message, revision):
    asked = decode(json.dumps(CALL))
    return [
        (fact.name, fact.holds) for fact in examine(decode(json.dumps(message)), asked, revision)
    ]


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("message", GOOD, ids=["call", "result", "error", "notification"])
def test_a_good_frame_falls_nowhere(message, revision):
    assert not [name for name, holds in verdicts(message, revision) if holds is False]


@settings(deadline=None)  # the machine may be busy; nothing here measures time
@given(st.sampled_from(GOOD), st.sampled_from(REVISIONS), st.data())
def test_a_further_member_and_another_order_change_nothing(message, revision, data):
    changed = json.loads(json.dumps(message))
    chosen = data.draw(st.sampled_from(list(objects(changed))))
    chosen["x-" + data.draw(st.text(max_size=4))] = data.draw(JSON)
    items = data.draw(st.permutations(list(chosen.items())))
    chosen.clear()
    chosen.update(items)
    assert verdicts(changed, revision) == verdicts(message, revision)


@settings(deadline=None)  # the machine may be busy; nothing here measures time
@given(st.sampled_from(REVISIONS), st.text(max_size=20), st.integers(-31_000, 31_000))
def test_other_wording_and_an_application_code_change_nothing(revision, text, code):
    error = {**ERROR, "error": {"code": code, "message": " ".join(text.split()), "data": None}}
    result = {**RESULT, "result": {**RESULT["result"], "content": [{**TEXT, "text": text}]}}
    for message in (error, result):
        assert not [name for name, holds in verdicts(message, revision) if holds is False]
