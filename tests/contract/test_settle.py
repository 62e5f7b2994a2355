"""Facts of a situation, outcomes, and messages in their conversation."""

import pytest

from mcp_lab.contract import (
    HOME,
    REVISIONS,
    Outcome,
    examine,
    outcome_of,
    settle_outcome,
    settle_status,
)
from mcp_lab.wire import decode

CURRENT = "2026-07-28"
CALL = '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"find_sailings"}}'
BROKEN_OFF = '{"jsonrpc":"2.0","id":3,"meth'
NULL_ID = CALL.replace('"id":3', '"id":null')
BATCH = f"[{CALL}]"


def result(value, request_id="3"):
    return f'{{"jsonrpc":"2.0","id":{request_id},"result":{value}}}'


def error(code, request_id='"id":3,'):
    return f'{{"jsonrpc":"2.0",{request_id}"error":{{"code":{code},"message":"no"}}}}'


DONE = result('{"content":[],"resultType":"complete"}')
REFUSED = result('{"content":[],"isError":true,"resultType":"complete"}')
READ = CALL.replace("tools/call", "resources/read")
EMPTY = result('{"contents":[],"resultType":"complete"}')
ASKING = result('{"resultType":"input_required","requestState":"s"}')
ABSENT, NULL, MADE_UP = "", '"id":null,', '"id":"server-error",'

# situation, message, request, revision, the facts as name: standing
SETTLED = [
    ("unknown-tool", error(-32602), CALL, HOME, "channel fine, code fine, id fine"),
    ("unknown-tool", error(-32601), CALL, HOME, "channel fine, code open, id fine"),
    ("unknown-tool", REFUSED, CALL, HOME, "channel advised-against, code n/a, id fine"),
    ("unknown-tool", error(-32602, NULL), CALL, HOME, "channel fine, code fine, id broken"),
    ("unknown-tool", error(-32602), None, HOME, "channel fine, code fine, id n/a"),
    ("unknown-tool", error(-32602).replace("3", '"3"', 1), CALL, HOME,
     "channel fine, code fine, id broken"),
    ("unknown-method", error(-32601), CALL, HOME, "channel fine, code fine, id fine"),
    ("unknown-method", error(-32602), CALL, HOME, "channel fine, code broken, id fine"),
    ("unknown-method", DONE, CALL, HOME, "channel broken, code n/a, id fine"),
    ("malformed-call", error(-32600), CALL, HOME, "channel fine, code fine, id fine"),
    ("malformed-call", error(-32603), CALL, HOME, "channel fine, code open, id fine"),
    ("malformed-call", REFUSED, CALL, HOME, "channel advised-against, code n/a, id fine"),
    ("invalid-argument", REFUSED, CALL, "2025-06-18", "channel fine, code n/a, id fine"),
    ("invalid-argument", error(-32602), CALL, "2025-06-18", "channel fine, code fine, id fine"),
    ("invalid-argument", error(-32603), CALL, "2025-06-18", "channel fine, code open, id fine"),
    ("invalid-argument", DONE, CALL, "2025-06-18", "channel advised-against, code n/a, id fine"),
    ("invalid-argument", REFUSED, CALL, HOME, "channel fine, id fine"),
    ("invalid-argument", error(-32602), CALL, HOME, "channel advised-against, id fine"),
    ("invalid-argument", error(-32602), CALL, CURRENT, "channel fine, code fine, id fine"),
    ("domain-rejection", REFUSED, CALL, HOME, "channel fine, id fine"),
    ("domain-rejection", error(-32603), CALL, HOME, "channel advised-against, id fine"),
    ("provider-failure", DONE, CALL, HOME, "channel advised-against, id fine"),
    ("tool-crash", error(0), CALL, HOME, "channel fine, code fine, id fine"),
    ("tool-crash", error(-32602), CALL, HOME, "channel fine, code open, id fine"),
    ("server-error", REFUSED, CALL, HOME, "channel advised-against, code n/a, id fine"),
    ("missing-meta", error(-32602), CALL, CURRENT, "channel fine, code fine, id fine"),
    ("missing-meta", error(-32600), CALL, CURRENT, "channel fine, code broken, id fine"),
    ("missing-meta", DONE, CALL, CURRENT, "channel broken, code n/a, id fine"),
    ("missing-meta", DONE, CALL, HOME, "channel fine, id fine"),
    ("unserialisable-result", error(-32603), CALL, HOME, "channel fine, code fine, id fine"),
    ("output-schema-violated", DONE, CALL, HOME, "channel broken, code n/a, id fine"),
    ("output-schema-violated", DONE, CALL, "2024-11-05", "channel fine, code n/a, id fine"),
    ("notification", DONE, None, HOME, "channel broken"),
    ("unsupported-version", error(-32022), CALL, CURRENT, "channel fine, code fine, id fine"),
    ("unsupported-version", error(-32602), CALL, HOME, "channel fine, code fine, id fine"),
    # when the id cannot be read
    ("parse-error", error(-32700, ABSENT), BROKEN_OFF, HOME, "channel fine, code fine, id fine"),
    ("parse-error", error(-32700, NULL), BROKEN_OFF, HOME, "channel fine, code fine, id fine"),
    ("parse-error", error(-32700, NULL), None, HOME, "channel fine, code fine, id fine"),
    ("parse-error", error(-32700, MADE_UP), BROKEN_OFF, HOME, "channel fine, code fine, id open"),
    ("parse-error", error(-32600, ABSENT), BROKEN_OFF, HOME, "channel fine, code broken, id fine"),
    ("parse-error", DONE, BROKEN_OFF, HOME, "channel broken, code n/a, id n/a"),
    ("invalid-request", error(-32600), CALL, HOME, "channel fine, code fine, id fine"),
    ("invalid-request", error(-32600, ABSENT), CALL, HOME, "channel fine, code fine, id broken"),
    ("invalid-request", error(-32600, ABSENT), NULL_ID, HOME, "channel fine, code fine, id fine"),
    ("invalid-request", error(-32600, NULL), NULL_ID, HOME, "channel fine, code fine, id fine"),
    ("empty-batch", error(-32600, NULL), "[]", "2025-03-26", "channel fine, code fine, id fine"),
    ("batch", f"[{DONE}]", BATCH, "2025-03-26", "channel fine"),
    ("batch", error(-32600, NULL), BATCH, "2025-03-26", "channel broken"),
    ("batch", f"[{DONE}]", BATCH, "2024-11-05", "channel fine, code n/a, id n/a"),
    ("batch", f"[{DONE}]", BATCH, HOME, "channel advised-against, code n/a, id n/a"),
    ("batch", error(-32600, ABSENT), BATCH, HOME, "channel fine, code fine, id fine"),
    # resources, prompts, input, tasks
    ("unknown-resource", error(-32002), READ, HOME, "channel fine, code fine, id fine"),
    ("unknown-resource", error(-32602), READ, HOME, "channel fine, code advised-against, id fine"),
    ("unknown-resource", error(-32602), READ, CURRENT, "channel fine, code fine, id fine"),
    ("unknown-resource", error(-32002), READ, CURRENT, "channel fine, code broken, id fine"),
    ("unknown-resource", EMPTY, READ, CURRENT, "channel broken, code n/a, id fine"),
    ("unknown-resource", EMPTY, READ, HOME, "channel advised-against, code n/a, id fine"),
    ("resource-crash", error(-32603), READ, HOME, "channel fine, code fine, id fine"),
    ("missing-prompt-argument", error(-32603), READ, HOME,
     "channel fine, code advised-against, id fine"),
    ("before-initialized", DONE, CALL, HOME, "channel fine, code n/a, id fine"),
    ("before-initialized", error(-32602), CALL, HOME, "channel fine, code fine, id fine"),
    ("before-initialized", error(-32000), CALL, HOME, "channel fine, code fine, id fine"),
    ("before-initialized", error(-32601), CALL, CURRENT, "channel broken, id fine"),
    ("missing-client-capability", error(-32021), CALL, CURRENT,
     "channel fine, code fine, id fine"),
    ("missing-client-capability", REFUSED, CALL, CURRENT, "channel broken, code n/a, id fine"),
    ("missing-client-capability", REFUSED, CALL, HOME, "channel fine, id fine"),
    ("input-required", ASKING, CALL, CURRENT, "channel fine, id fine"),
    ("input-required", REFUSED, CALL, CURRENT, "channel fine, id fine"),
    ("input-required", error(-32042), CALL, CURRENT, "channel open, id fine"),
    ("url-elicitation-required", error(-32042), CALL, HOME, "channel fine, code fine, id fine"),
    ("url-elicitation-required", error(-32603), CALL, HOME, "channel fine, code open, id fine"),
    ("task-required", error(-32601), CALL, HOME, "channel fine, code fine, id fine"),
    ("task-required", error(-32600), CALL, HOME, "channel fine, code fine, id fine"),
    ("task-required", error(-32602), CALL, HOME, "channel fine, code open, id fine"),
    ("task-required", DONE, CALL, HOME, "channel broken, code n/a, id fine"),
    ("sampling-rejected", error(-1), CALL, "2025-06-18", "channel fine, code fine, id fine"),
    ("sampling-rejected", error(-2), CALL, "2025-06-18", "channel fine, code open, id fine"),
    ("sampling-rejected", error(-2), CALL, HOME, "channel fine, code advised-against, id fine"),
    # what HTTP refuses unread carries no id, whatever that of the request was
    ("bad-origin", error(-32600, ABSENT), CALL, HOME, "channel fine, id fine"),
    ("bad-origin", error(-32600), CALL, HOME, "channel fine, id broken"),
    ("header-mismatch", error(-32020), CALL, CURRENT, "channel fine, code fine, id fine"),
    # a message from which no outcome can be read settles nothing
    ("unknown-tool", '{"jsonrpc":"2.0","id":3}', CALL, HOME, "channel n/a, code n/a, id n/a"),
]  # fmt: skip


@pytest.mark.parametrize("row", SETTLED, ids=[f"{row[0]}-{row[3]}" for row in SETTLED])
def test_facts_of_a_situation(row):
    situation, message, request, revision, expected = row
    asked = None if request is None else decode(request)
    alone = examine(decode(message), asked, revision)
    facts = examine(decode(message), asked, revision, situation=situation)
    assert facts[: len(alone)] == alone
    told = ", ".join(
        f"{fact.name.removeprefix(situation + '.')} {fact.standing}" for fact in facts[len(alone) :]
    )
    assert told == expected


def test_an_open_ruling_says_so_also_where_the_answer_is_accepted():
    facts = examine(decode(REFUSED), decode(CALL), CURRENT, situation="invalid-argument")
    channel = next(fact for fact in facts if fact.name == "invalid-argument.channel")
    assert channel.holds is True
    assert "Open: The tools page lists them as tool errors" in channel.says


@pytest.mark.parametrize(
    ("situation", "outcome", "revision", "standing"),
    [
        ("notification", Outcome.SILENCE, HOME, "fine"),
        ("parse-error", Outcome.SILENCE, HOME, "fine"),
        ("parse-error", Outcome.DEATH, HOME, "broken"),
        ("unknown-tool", Outcome.SILENCE, HOME, "advised-against"),
        ("unknown-method", Outcome.SILENCE, HOME, "broken"),
        ("unserialisable-result", Outcome.SILENCE, HOME, "broken"),
        ("batch", Outcome.SILENCE, "2025-03-26", "broken"),
        ("batch", Outcome.SILENCE, HOME, "fine"),
        ("cancelled", Outcome.SILENCE, HOME, "fine"),
        ("cancelled", Outcome.SUCCESS, HOME, "advised-against"),
        ("late-answer", Outcome.LATE, HOME, "fine"),
        ("late-answer", Outcome.SUCCESS, HOME, "advised-against"),
        ("unauthorized", Outcome.HTTP_REJECTED, HOME, "fine"),
        ("unauthorized", Outcome.TOOL_ERROR, HOME, "broken"),
        ("unauthorized", Outcome.TOOL_ERROR, "2024-11-05", "open"),
    ],
)
def test_an_outcome_without_a_message(situation, outcome, revision, standing):
    fact = settle_outcome(outcome, revision, situation)
    assert (fact.name, fact.standing) == (f"{situation}.channel", standing)


@pytest.mark.parametrize(
    ("message", "revision", "outcome"),
    [
        (DONE, HOME, Outcome.SUCCESS),
        (REFUSED, HOME, Outcome.TOOL_ERROR),
        (result('{"content":[],"isError":"true"}'), HOME, Outcome.SUCCESS),
        (result('{"content":[],"isError":1}'), HOME, Outcome.SUCCESS),
        (result("null"), HOME, Outcome.SUCCESS),
        (error(-32603), HOME, Outcome.PROTOCOL_ERROR),
        (error(-32700, ABSENT), HOME, Outcome.PROTOCOL_ERROR),
        (result('{"resultType":"input_required"}'), HOME, Outcome.SUCCESS),
        (result('{"resultType":"input_required"}'), CURRENT, Outcome.INPUT_REQUIRED),
        (CALL, HOME, None),
        ("[]", HOME, None),
        ("", HOME, None),
        ('{"jsonrpc":"2.0","id":3,"result":{},"error":{}}', HOME, None),
    ],
)
def test_outcome_of(message, revision, outcome):
    assert outcome_of(decode(message), revision) is outcome


@pytest.mark.parametrize(
    ("situation", "status", "outcome", "revision", "standing"),
    [
        ("unauthorized", 401, Outcome.HTTP_REJECTED, HOME, "fine"),
        ("unauthorized", 403, Outcome.HTTP_REJECTED, HOME, "broken"),
        ("unauthorized", 200, Outcome.TOOL_ERROR, HOME, "n/a"),
        ("bad-origin", 403, Outcome.PROTOCOL_ERROR, HOME, "fine"),
        ("bad-origin", 400, Outcome.HTTP_REJECTED, "2025-06-18", "fine"),
        ("bad-origin", 200, Outcome.HTTP_REJECTED, "2025-06-18", "open"),
        ("session-missing", 404, Outcome.HTTP_REJECTED, HOME, "advised-against"),
        ("session-unknown", 404, Outcome.HTTP_REJECTED, HOME, "fine"),
        ("method-get", 405, Outcome.HTTP_REJECTED, HOME, "fine"),
        ("method-get", 404, Outcome.HTTP_REJECTED, HOME, "broken"),
        ("notification-http", 202, Outcome.SILENCE, HOME, "fine"),
        ("notification-http", 200, Outcome.SILENCE, HOME, "broken"),
        ("notification-http", 200, Outcome.SILENCE, "2024-11-05", "n/a"),
        ("notification-refused", 422, Outcome.HTTP_REJECTED, HOME, "fine"),
        ("unknown-method", 404, Outcome.PROTOCOL_ERROR, "2026-07-28", "fine"),
        ("unknown-method", 200, Outcome.PROTOCOL_ERROR, "2026-07-28", "broken"),
        ("unknown-method", 200, Outcome.PROTOCOL_ERROR, HOME, "n/a"),
        ("unsupported-version", 404, Outcome.PROTOCOL_ERROR, "2026-07-28", "broken"),
        ("unknown-tool", 400, Outcome.PROTOCOL_ERROR, "2026-07-28", "n/a"),
        ("missing-meta", 200, Outcome.PROTOCOL_ERROR, "2026-07-28", "broken"),
    ],
)
def test_an_http_status(situation, status, outcome, revision, standing):
    fact = settle_status(status, outcome, revision, situation)
    assert (fact.name, fact.standing) == (f"{situation}.status", standing)


LIST = CALL.replace("call", "list")
WITH_TASK = CALL.replace('"name"', '"task":{},"name"')
EXTENDED = CALL.replace(
    '"name"',
    '"_meta":{"io.modelcontextprotocol/clientCapabilities":{"extensions":{"a/tasks":{}}}},"name"',
)


@pytest.mark.parametrize(
    ("message", "request_", "revision", "clause", "holds"),
    [
        # which results are judged as those of tools/call
        (result('{"isError":true}'), None, HOME, "result.content-required", False),
        (result('{"isError":true}'), LIST, HOME, "result.content-required", None),
        (result('{"tools":[]}'), None, HOME, "result.content-required", None),
        (result('{"tools":[]}'), CALL, HOME, "result.content-required", False),
        (result('{"tools":[]}'), BROKEN_OFF, HOME, "result.content-required", None),
        (result('{"task":{}}'), WITH_TASK, HOME, "result.content-required", None),
        (result('{"task":{}}'), WITH_TASK, "2025-06-18", "result.content-required", False),
        (result('{"resultType":"input_required"}'), CALL, CURRENT, "result.content-required", None),
        (result('{"resultType":"input_required"}'), CALL, HOME, "result.content-required", False),
        (result('{"resultType":"task"}'), EXTENDED, CURRENT, "result.type-known", None),
        (result('{"resultType":"task"}'), CALL, CURRENT, "result.type-known", False),
        # content blocks by revision
        (result('{"content":[{"type":"audio","data":"","mimeType":"a"}]}'), None, "2024-11-05",
         "result.content-blocks", False),
        (result('{"content":[{"type":"audio","data":"","mimeType":"a"}]}'), None, "2025-03-26",
         "result.content-blocks", True),
        # structured content by revision
        (result('{"structuredContent":[1]}'), None, "2025-03-26", "result.structured-content",
         True),
        (result('{"structuredContent":null}'), None, HOME, "result.structured-content", False),
        (result('{"structuredContent":null}'), None, CURRENT, "result.structured-content", True),
        # ids
        (error(-32603, ABSENT), None, CURRENT, "response.same-id", False),
        (error(-31000, ABSENT), None, CURRENT, "response.same-id", None),
        (error(-31000, ABSENT), None, "2024-11-05", "response.same-id", False),
        (error(-31000, ABSENT), None, "2025-03-26", "response.same-id", None),
        (error(-31000, ABSENT), None, "2025-03-26", "response.id-unreadable", False),
        (error(-32700, ABSENT), None, CURRENT, "response.id-unreadable", True),
        (error(-32700, ABSENT), None, "2024-11-05", "response.id-unreadable", False),
        (error(-32600, MADE_UP), NULL_ID, HOME, "response.same-id", False),
        (error(-32600, MADE_UP), NULL_ID, "2025-06-18", "response.same-id", None),
        (DONE.replace("3", "3.0", 1), CALL, HOME, "response.same-id", True),
        (DONE, CALL.replace('"id":3', '"id":"3"'), HOME, "response.same-id", False),
        # a malformed notification is no notification: it may be refused
        (error(-32600, ABSENT), '{"jsonrpc":"1.0","method":"notifications/x"}', HOME,
         "notification.no-response", True),
        # a request with a wrong envelope beside wrong params may be blamed for either
        (error(-32602), CALL.replace('"2.0"', '"1.0"').replace('params":{', 'params":[],"x":{'),
         HOME, "codes.invalid-params", True),
        # -32600 for a malformed tools/call is open, and for a good one it is at 2025-11-25 only
        (error(-32600), CALL.replace("name", "tool"), CURRENT, "codes.invalid-request", True),
        (error(-32600), CALL, CURRENT, "codes.invalid-request", False),
    ],
)  # fmt: skip
def test_in_conversation(message, request_, revision, clause, holds):
    asked = None if request_ is None else decode(request_)
    facts = {fact.name: fact for fact in examine(decode(message), asked, revision)}
    assert facts[clause].holds is holds


OWN = LIST.replace("tools/list", "acme/list")


@pytest.mark.parametrize("message", [OWN, result("{}")])
def test_what_a_method_carries_that_no_revision_has_is_said_not_to_be_judged(message):
    for revision in REVISIONS:
        facts = {fact.name: fact for fact in examine(decode(message), decode(OWN), revision)}
        assert facts["kit.judged-methods"].holds is None
        assert facts["kit.judged-methods"].evidence == 'method: "acme/list"'
        assert facts["method.in-revision"].holds is None


@pytest.mark.parametrize("method", ["ping", "tools/list", "notifications/progress"])
def test_the_methods_of_the_protocol_are_judged(method):
    request = LIST.replace("tools/list", method)
    for message in (request, result("{}")):
        facts = {fact.name: fact for fact in examine(decode(message), decode(request), HOME)}
        assert facts["kit.judged-methods"].evidence == ""


@pytest.mark.parametrize(
    ("method", "revision", "standing"),
    [
        ("ping", HOME, "fine"),
        ("ping", CURRENT, "open"),
        ("server/discover", CURRENT, "fine"),
        ("server/discover", HOME, "open"),
        ("elicitation/create", "2025-03-26", "open"),
        ("notifications/roots/list_changed", CURRENT, "open"),
        ("acme/list", CURRENT, "n/a"),
    ],
)
def test_a_method_that_a_revision_does_not_have_is_said_and_left_open(method, revision, standing):
    request = LIST.replace("tools/list", method)
    facts = {fact.name: fact for fact in examine(decode(request), None, revision)}
    assert facts["method.in-revision"].standing == standing


def test_an_unknown_revision_is_refused():
    with pytest.raises(KeyError, match="there are 2024-11-05"):
        examine(decode(CALL), None, "2025-12-31")
