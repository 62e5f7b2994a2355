"""Every clause that a frame can tell falls on a bad frame and holds on a good one.

Each pair is as small as it can be, so that nothing else falls with the clause where it can be
helped; what else must fall is written beside it.
"""

from typing import NamedTuple

import pytest

from mcp_lab.contract import HOME, REVISIONS, Standing, clause, examine
from mcp_lab.contract.envelopes import CONCERNS
from mcp_lab.contract.examine import tellers
from mcp_lab.contract.methods import methods
from mcp_lab.wire import decode

CURRENT = "2026-07-28"
BATCHES = "2025-03-26"


class Pair(NamedTuple):
    clause: str
    bad: str | bytes
    good: str | bytes
    request: str | None = None
    good_request: str | None = None
    revision: str = HOME
    also: tuple[str, ...] = ()  # what falls with it, necessarily


def call(params='{"name":"find_sailings"}', request_id="3", rest=""):
    return f'{{"jsonrpc":"2.0","id":{request_id},"method":"tools/call","params":{params}{rest}}}'


def meta(value):
    return call(f'{{"name":"find_sailings","_meta":{value}}}')


def result(value, request_id="3"):
    return f'{{"jsonrpc":"2.0","id":{request_id},"result":{value}}}'


def error(code="-32602", message='"Unknown tool"', rest="", request_id='"id":3,'):
    return f'{{"jsonrpc":"2.0",{request_id}"error":{{"code":{code},"message":{message}{rest}}}}}'


LIST = '{"jsonrpc":"2.0","id":3,"method":"tools/list"}'
NOTE = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
ASK = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26",'
    '"capabilities":{},"clientInfo":{"name":"lab","version":"1"}}}'
)
TEXT = '{"type":"text","text":"Fully booked."}'
DONE = f'{{"content":[{TEXT}]}}'
BOTH = '"io.modelcontextprotocol/clientCapabilities":{}'
VERSION = '"io.modelcontextprotocol/protocolVersion":"2026-07-28"'
ELICIT = ',"data":{"elicitations":[]}'
PING = '{"jsonrpc":"2.0","id":3,"method":"ping"}'
META = f'"_meta":{{{VERSION},{BOTH}}}'
TYPED = f'"resultType":"complete","_meta":{{}},"content":[{TEXT}]'


def asked(method, declared="{}", version="2026-07-28"):
    """A request of 2026-07-28 with what it declares."""
    held = (
        f'"io.modelcontextprotocol/protocolVersion":"{version}",'
        f'"io.modelcontextprotocol/clientCapabilities":{declared}'
    )
    params = f'{{"name":"x","uri":"a:b","_meta":{{{held}}}}}'
    return f'{{"jsonrpc":"2.0","id":3,"method":"{method}","params":{params}}}'


def wanting(requests="{}", rest=""):
    """A result that asks for input."""
    return result(f'{{"resultType":"input_required","inputRequests":{requests}{rest}}}')


FORM = (
    '{"a":{"method":"elicitation/create","params":{"message":"When",'
    '"requestedSchema":{"type":"object","properties":{}}}}}'
)
VISIT = '{"a":{"method":"elicitation/create","params":{"mode":"url","message":"Pay","url":"a:b"}}}'
ROOTS = '{"a":{"method":"roots/list"}}'
CALL = "tools/call"
SERVED = '"io.modelcontextprotocol/serverInfo"'


def task_result():
    times = '"createdAt":"x","lastUpdatedAt":"x","ttl":null'
    return result(f'{{"task":{{"taskId":"t","status":"working",{times}}}}}')


def lacking(required):
    return error("-32021", rest=f',"data":{{"requiredCapabilities":{required}}}')


def refusing(supported, requested="2026-07-28"):
    held = f'"supported":{supported},"requested":"{requested}"'
    return error("-32022", rest=f',"data":{{{held}}}')


PAIRS = [
    Pair("envelope.within-limits", "[" * 100_000, LIST),
    Pair("envelope.within-limits", b'"' + b"a" * 20_000_000 + b'"', LIST),
    Pair("envelope.utf-8", LIST.encode().replace(b"list", b"l\xffst"), LIST),
    Pair("envelope.no-byte-order-mark", "\ufeff" + LIST, LIST),
    Pair("envelope.json-text", "", LIST),
    Pair("envelope.json-text", LIST[:-1], LIST),
    Pair("envelope.json-text", LIST + " at 12:04", LIST + " \r\n"),
    Pair("envelope.json-text", result('{"fare":NaN}'), result('{"fare":null}')),
    Pair("envelope.unique-members", LIST.replace('"id":3', '"id":3,"id":4'), LIST),
    Pair("envelope.whole-characters", LIST.replace("list", "\\ud83d"), LIST.replace("list", "é")),
    Pair("envelope.object", '"tools/list"', LIST),
    Pair("envelope.jsonrpc-version", LIST.replace('"jsonrpc":"2.0",', ""), LIST),
    Pair("envelope.jsonrpc-version", LIST.replace('"2.0"', "2.0"), LIST),
    Pair("envelope.jsonrpc-version", LIST.replace('"2.0"', '"1.0"'), LIST),
    Pair("envelope.one-kind", LIST.replace("}", ',"result":{}}'), LIST),
    Pair("batch.support", f"[{LIST}]", f"[{LIST}]", revision=BATCHES),  # see below
    Pair("batch.not-empty", "[]", f"[{LIST}]", revision=BATCHES),
    Pair("batch.no-initialize", f"[{ASK}]", f"[{LIST}]", revision=BATCHES),
    Pair("request.method-string", LIST.replace('"tools/list"', "7"), LIST),
    Pair(
        "request.method-string",
        '{"jsonrpc":"2.0","id":3}',
        LIST,
        also=("response.exactly-one",),
    ),
    Pair("request.id-required", LIST.replace('"id":3,', ""), LIST),
    Pair("request.id-not-null", call(request_id="null"), call()),
    Pair("request.id-type", call(request_id="5.5"), call(request_id="5.0")),
    Pair("request.id-type", call(request_id="true"), call(request_id='"5"')),
    Pair("request.id-type", call(request_id="{}"), call(request_id="-5")),
    Pair("request.id-type", call(request_id="[5]"), call(request_id="0")),
    Pair("request.params-object", LIST.replace("}", ',"params":[1]}'), LIST[:-1] + ',"params":{}}'),
    Pair("request.params-object", LIST.replace("}", ',"params":"x"}'), call()),
    Pair("request.params-object", LIST.replace("}", ',"params":null}'), call()),
    Pair("request.params-object", LIST.replace("}", ',"params":5}'), call()),
    Pair("meta.required", call(), meta(f"{{{VERSION},{BOTH}}}"), revision=CURRENT),
    Pair("meta.required", meta("null"), meta(f"{{{VERSION},{BOTH}}}"), revision=CURRENT,
         also=("tools.call-params", "meta.object")),
    Pair("meta.required", meta(f"{{{VERSION}}}"), meta(f"{{{VERSION},{BOTH}}}"), revision=CURRENT),
    Pair("meta.required", meta(f"{{{BOTH}}}"), meta(f"{{{VERSION},{BOTH}}}"), revision=CURRENT),
    Pair("meta.object", LIST[:-1] + ',"params":{"_meta":5}}',
         LIST[:-1] + ',"params":{"_meta":{}}}', also=("tools.list-params",)),
    Pair("meta.object", result('{"_meta":null}'), result('{"_meta":{}}')),
    Pair("tools.call-params", call("{}"), call()),
    Pair("tools.call-params", call('{"name":7}'), call()),
    Pair("tools.call-params", call('{"name":"x","arguments":[]}'), call('{"name":"x"}')),
    Pair("tools.call-params", call('{"name":"x","arguments":null}'), call('{"name":""}')),
    Pair("tools.call-params", call('{"name":"x","_meta":{"progressToken":true}}'),
         call('{"name":"x","_meta":{"progressToken":5}}')),
    Pair("tools.call-params", LIST.replace("list", "call"), call()),
    Pair("notification.no-id", NOTE.replace('"method"', '"id":3,"method"'), NOTE),
    Pair("notification.no-response", error(request_id=""), error(), NOTE, call()),
    Pair("notification.no-response", result("{}"), result(DONE), NOTE, call()),
    Pair("response.exactly-one", error(rest='},"result":{'), error()),
    Pair("response.exactly-one", '{"jsonrpc":"2.0","id":3}', result("{}"),
         also=("request.method-string",)),
    Pair("response.same-id", result(DONE, '"3"'), result(DONE), call(), call()),
    Pair("response.same-id", error(request_id='"id":4,'), error(), call(), call()),
    Pair("response.same-id", error(request_id='"id":null,'), error(), call(), call()),
    Pair("response.same-id", error(request_id=""), error(), call(), call()),
    Pair("response.same-id", result(DONE, "3.5"), result(DONE, "3.0"), call(), call(),
         also=("response.id-type",)),
    Pair("response.same-id", '{"jsonrpc":"2.0","result":{}}', result(DONE), None, call()),
    Pair("response.same-id", error("-32601", request_id='"id":null,'), error(), None, call()),
    Pair("response.same-id", error("5", request_id='"id":null,'), error(), None, call()),
    Pair("response.same-id", error("-32601", request_id=""), error(), None, call()),
    Pair("response.same-id", error("5", request_id=""), error(), None, call(),
         revision="2024-11-05"),
    Pair("response.same-id", error("-32700"), error(), "{", call(),
         also=("response.id-unreadable",)),
    Pair("response.id-type", result("{}", "[3]"), result("{}")),
    Pair("response.id-type", result("{}", "null"), result("{}", '""')),
    Pair("response.id-type", error(request_id='"id":true,'), error()),
    Pair("response.id-unreadable", error("-32700", request_id='"id":null,'),
         error("-32700", request_id="")),
    Pair("response.id-unreadable", error("-32600", request_id='"id":null,'),
         error("-32600", request_id=""), call(request_id="null"), call(request_id="null")),
    Pair("response.result-object", result("null"), result("{}")),
    Pair("response.result-object", result("[1]"), result("{}")),
    Pair("response.result-object", result('"done"'), result("{}")),
    Pair("error.object", '{"jsonrpc":"2.0","id":3,"error":"boom"}', error()),
    Pair("error.code-required", error().replace('"code":-32602,', ""), error()),
    Pair("error.code-integer", error('"-32602"'), error("-32602.0")),
    Pair("error.code-integer", error("-32602.5"), error("0")),
    Pair("error.code-integer", error("null"), error("404")),
    Pair("error.message-required", error().replace(',"message":"Unknown tool"', ""), error()),
    Pair("error.message-string", error(message="null"), error(message='""')),
    Pair("error.message-string", error(message='{"en":"no"}'), error()),
    Pair("error.message-concise", error(message='"Traceback:\\n  File"'), error()),
    Pair("error.message-concise", error(message=f'"{"no " * 101}"'), error()),
    Pair("error.data-shape", error("-32042"), error("-32042", rest=ELICIT)),
    Pair("error.data-shape", error("-32042", rest=',"data":{}'), error("-32042", rest=ELICIT)),
    Pair("error.data-shape", error("-32022"), revision=CURRENT,
         good=error("-32022", rest=',"data":{"supported":[],"requested":"1"}')),
    Pair("error.data-shape", error("-32021", rest=',"data":{"requiredCapabilities":[]}'),
         revision=CURRENT, good=error("-32021", rest=',"data":{"requiredCapabilities":{}}')),
    Pair("codes.parse-error", error("-32700"), error("-32700", request_id=""), call(), "{"),
    Pair("codes.invalid-request", error("-32600"), error("-32600"), call(),
         call().replace('"2.0"', '"1.0"')),
    Pair("codes.invalid-request", error("-32600", request_id=""), error("-32600"), "{", call("{}")),
    Pair("codes.method-not-found", error("-32601"), error("-32601"), '{"jsonrpc":"2.0","id":3}',
         call()),
    Pair("codes.invalid-params", error("-32602"), error("-32602"), call().replace('"2.0"', '"1"'),
         call("[1]")),
    Pair("codes.invalid-params", error("-32602", request_id=""), error("-32602"), "{", call()),
    Pair("codes.reserved-range", error("-32500"), error("-32800")),
    Pair("codes.reserved-range", error("-32768"), error("-32769")),
    Pair("codes.reserved-range", error("-32100"), error("-32099")),
    Pair("codes.legacy-closed", error("-32000"), error("-31999"), revision=CURRENT),
    Pair("codes.legacy-closed", error("-32019"), error("-32603"), revision=CURRENT),
    Pair("codes.spec-range", error("-32099"), error("-32100"), revision=CURRENT),
    Pair("codes.spec-range", error("-32023"), error("-32020"), revision=CURRENT),
    Pair("codes.retired", error("-32002"), error("-32602"), revision=CURRENT),
    Pair("codes.retired", error("-32042"), error("-32602"), revision=CURRENT),
    Pair("method.in-revision", PING, asked("server/discover"), revision=CURRENT,
         also=("meta.required",)),
    Pair("method.in-revision", asked("server/discover"), PING),
    Pair("tasks.create-result", result('{"task":{}}'), task_result(),
         call('{"name":"x","task":{}}'), call('{"name":"x","task":{}}')),
    Pair("patterns.ping-empty", result('{"pong":true}'), result('{"_meta":{}}'), PING, PING),
    Pair("meta.result-fields", revision=CURRENT,
         bad=result(f"{{{TYPED}}}").replace('"_meta":{}', f'"_meta":{{{SERVED}:{{"name":"x"}}}}'),
         good=result(f"{{{TYPED}}}").replace(
             '"_meta":{}', f'"_meta":{{{SERVED}:{{"name":"x","version":"1"}}}}')),
    Pair("input.result-shape", wanting("[]"), wanting(), revision=CURRENT),
    Pair("input.result-shape", wanting('{"a":{"method":"tools/list"}}'), wanting(FORM),
         revision=CURRENT),
    Pair("input.result-not-empty", result('{"resultType":"input_required"}'),
         result('{"resultType":"input_required","requestState":"s"}'), revision=CURRENT),
    Pair("input.supported-requests", wanting(), wanting(), asked("tools/list"), asked(CALL),
         revision=CURRENT),
    Pair("input.declared-kinds", wanting(ROOTS), wanting(ROOTS), asked(CALL),
         asked(CALL, '{"roots":{}}'), revision=CURRENT),
    Pair("input.declared-kinds", wanting(FORM), wanting(FORM), asked(CALL, '{"roots":{}}'),
         asked(CALL, '{"elicitation":{}}'), revision=CURRENT),
    Pair("elicitation.declared-modes", wanting(VISIT), wanting(VISIT),
         asked(CALL, '{"elicitation":{}}'), asked(CALL, '{"elicitation":{"url":{}}}'),
         revision=CURRENT),
    Pair("elicitation.declared-modes", wanting(FORM), wanting(FORM),
         asked(CALL, '{"elicitation":{"url":{}}}'), asked(CALL, '{"elicitation":{}}'),
         revision=CURRENT),
    Pair("capabilities.error-lists-missing", lacking('{"sampling":{}}'), lacking('{"roots":{}}'),
         asked(CALL, '{"sampling":{}}'), asked(CALL, '{"sampling":{}}'), revision=CURRENT),
    Pair("capabilities.error-lists-missing", lacking('{"elicitation":{}}'),
         lacking('{"elicitation":{"url":{}}}'), asked(CALL, '{"elicitation":{"form":{}}}'),
         asked(CALL, '{"elicitation":{"form":{}}}'), revision=CURRENT),
    Pair("version.error-names-versions", refusing('["2026-07-28"]'), refusing('["2025-11-25"]'),
         asked(CALL), asked(CALL), revision=CURRENT),
    Pair("version.error-names-versions", refusing("[]", "1.0"), refusing("[]"), asked(CALL),
         asked(CALL), revision=CURRENT),
    Pair("result.type-required", result(DONE), result('{"resultType":"complete"}'),
         revision=CURRENT),
    Pair("result.type-known", result('{"resultType":"banana"}'),
         result('{"resultType":"input_required"}'), revision=CURRENT),
    Pair("result.type-known", result('{"resultType":7}'), result('{"resultType":"complete"}'),
         revision=CURRENT),
    Pair("result.content-required", result('{"isError":true}'), result(DONE)),
    Pair("result.content-required", result("{}"), result('{"content":[]}'), call(), call()),
    Pair("result.content-required", result('{"content":"Fully booked."}'), result(DONE)),
    Pair("result.content-blocks", result('{"content":["no"]}'), result(DONE)),
    Pair("result.content-blocks", result('{"content":[{"text":"no"}]}'), result(DONE)),
    Pair("result.content-blocks", result('{"content":[{"type":"video"}]}'), result(DONE)),
    Pair("result.content-blocks", result('{"content":[{"type":"text"}]}'), result(DONE)),
    Pair("result.content-blocks", result('{"content":[{"type":"text","text":7}]}'), result(DONE)),
    Pair("result.is-error-boolean", result('{"content":[],"isError":"true"}'),
         result('{"content":[],"isError":true}')),
    Pair("result.is-error-boolean", result('{"content":[],"isError":null}'),
         result('{"content":[],"isError":false}')),
    Pair("result.structured-content", result('{"content":[],"structuredContent":[1]}'),
         result('{"content":[],"structuredContent":{}}')),
    Pair("result.structured-content", result('{"content":[],"structuredContent":null}'),
         result('{"content":[],"structuredContent":{}}')),
]  # fmt: skip


def facts(frame, request, revision):
    asked = None if request is None else decode(request)
    return {fact.name: fact for fact in examine(decode(frame), asked, revision)}


def named(pair):
    return pair.clause


@pytest.mark.parametrize("pair", PAIRS, ids=named)
def test_the_bad_frame_falls_and_the_good_one_holds(pair):
    bad_at = "2025-06-18" if pair.clause == "batch.support" else pair.revision
    bad = facts(pair.bad, pair.request, bad_at)
    fallen = {name for name, fact in bad.items() if fact.holds is False}
    assert fallen == {pair.clause, *pair.also}
    good = facts(pair.good, pair.good_request, pair.revision)
    assert good[pair.clause].holds is True
    assert good[pair.clause].standing is Standing.FINE


@pytest.mark.parametrize("pair", PAIRS, ids=named)
def test_the_fact_cites_the_clause_as_the_revision_has_it(pair):
    for revision in REVISIONS:
        fact = facts(pair.bad, pair.request, revision)[pair.clause]
        text = clause(pair.clause).at(revision)
        assert fact.revision == revision
        assert fact.clause == pair.clause
        assert (fact.level, fact.source) == ((text.level, text.source) if text else (None, ""))
        if text is None:
            assert (fact.holds, fact.standing) == (None, Standing.NOT_APPLICABLE)
        if fact.holds is False:
            assert fact.evidence
            assert len(fact.evidence) < 300
            assert text.says in fact.says
            assert text.open is None or text.open in fact.says


def test_no_clause_that_a_frame_can_tell_lacks_a_pair():
    shown = {pair.clause for pair in PAIRS}
    of_forms = {row["id"] for each in methods().values() for row in each.clauses()}
    told = (set(CONCERNS) | set(tellers())) - {"kit.judged-methods"} - of_forms
    assert shown - of_forms == told
