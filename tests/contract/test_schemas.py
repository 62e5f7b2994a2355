"""What examine says of whole frames, held against the official JSON Schemas.

The two need not agree: the schema cannot say everything that the text says, and says some things
that the text contradicts. Every difference is a row here, with its reason; a difference without a
row fails, and so does a row without a difference.
"""

import pytest

from mcp_lab.contract import REVISIONS, Standing, examine
from mcp_lab.wire import decode

jsonschema_rs = pytest.importorskip("jsonschema_rs")

V24, V03, V06, V11, V26 = REVISIONS
UP_TO_06, FROM_06, FROM_11 = (V24, V03, V06), (V06, V11, V26), (V11, V26)
EARLIER = (V24, V03, V06, V11)

META = (
    '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
    '"io.modelcontextprotocol/clientCapabilities":{}}'
)


def call(params, request_id="3"):
    return f'{{"jsonrpc":"2.0","id":{request_id},"method":"tools/call","params":{params}}}'


def frame(method, rest="", request_id='"id":3,'):
    return (
        f'{{"jsonrpc":"2.0",{request_id}"method":"{method}","params":{{"name":"x",{META}}}{rest}}}'
    )


def result(value, request_id="3"):
    return f'{{"jsonrpc":"2.0","id":{request_id},"result":{value}}}'


def error(value, request_id='"id":3,'):
    return f'{{"jsonrpc":"2.0",{request_id}"error":{value}}}'


def block(value):
    return result(f'{{"resultType":"complete","content":[{value}]}}')


CORPUS = {
    # the envelope
    "request": call(f'{{"name":"x",{META}}}'),
    "request, string id": call(f'{{"name":"x",{META}}}', '"3"'),
    "request, id 5.0": call(f'{{"name":"x",{META}}}', "5.0"),
    "request, huge id": call(f'{{"name":"x",{META}}}', "9" * 40),
    "request, id null": frame("x", request_id='"id":null,'),
    "request, id 1.5": frame("x", request_id='"id":1.5,'),
    "request, id true": frame("x", request_id='"id":true,'),
    "tools/call, id null": call(f'{{"name":"x",{META}}}', "null"),
    "request, no jsonrpc": '{"id":3,"method":"ping"}',
    "request, jsonrpc 2.0 as a number": '{"jsonrpc":2.0,"id":3,"method":"ping"}',
    "request, method 7": '{"jsonrpc":"2.0","id":3,"method":7}',
    "request, params array": '{"jsonrpc":"2.0","id":3,"method":"x","params":[1]}',
    "request, params null": '{"jsonrpc":"2.0","id":3,"method":"x","params":null}',
    "request, params string": '{"jsonrpc":"2.0","id":3,"method":"x","params":"y"}',
    "request with a result": frame("x", ',"result":{}'),
    "request without an id": frame("tools/call", request_id=""),
    "notification": '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    "notification with an id": frame("notifications/x"),
    "neither": '{"jsonrpc":"2.0","id":3}',
    "both": '{"jsonrpc":"2.0","id":3,"result":{"resultType":"complete"},'
    '"error":{"code":-32602,"message":"no"}}',
    "a string": '"ping"',
    "null": "null",
    "array of two requests": '[{"jsonrpc":"2.0","id":1,"method":"ping"},'
    '{"jsonrpc":"2.0","id":2,"method":"ping"}]',
    "empty array": "[]",
    "request, _meta 5": '{"jsonrpc":"2.0","id":3,"method":"x","params":{"_meta":5}}',
    "notification, _meta 5": '{"jsonrpc":"2.0","method":"x","params":{"_meta":5}}',
    # results
    "result": result('{"resultType":"complete"}'),
    "result null": result("null"),
    "result array": result("[1]"),
    "result, id null": result('{"resultType":"complete"}', "null"),
    "result without id": '{"jsonrpc":"2.0","result":{"resultType":"complete"}}',
    "result without resultType": result("{}"),
    "result, resultType 7": result('{"resultType":7}'),
    # errors
    "error": error('{"code":-32602,"message":"no"}'),
    "error, code 0": error('{"code":0,"message":"no"}'),
    "error, code -32602.0": error('{"code":-32602.0,"message":"no"}'),
    "error, code as a string": error('{"code":"-32602","message":"no"}'),
    "error, code -32602.5": error('{"code":-32602.5,"message":"no"}'),
    "error without code": error('{"message":"no"}'),
    "error without message": error('{"code":-32602}'),
    "error, message null": error('{"code":-32602,"message":null}'),
    "error is a string": error('"no"'),
    "error with data": error('{"code":-32602,"message":"no","data":[null,1]}'),
    "parse error, id null": error('{"code":-32700,"message":"no"}', '"id":null,'),
    "parse error without id": error('{"code":-32700,"message":"no"}', ""),
    "parse error, id made up": error('{"code":-32700,"message":"no"}', '"id":"server-error",'),
    "unknown method, id null": error('{"code":-32601,"message":"no"}', '"id":null,'),
    "unknown method without id": error('{"code":-32601,"message":"no"}', ""),
    "application error without id": error('{"code":7,"message":"no"}', ""),
    "error, code -32500": error('{"code":-32500,"message":"no"}'),
    "error, code -32000": error('{"code":-32000,"message":"no"}'),
    "error, code -32050": error('{"code":-32050,"message":"no"}'),
    "error, code -32002": error('{"code":-32002,"message":"no"}'),
    "-32042 without data": error('{"code":-32042,"message":"no"}'),
    "-32042": error('{"code":-32042,"message":"no","data":{"elicitations":[]}}'),
    "-32021 with an array": error(
        '{"code":-32021,"message":"no","data":{"requiredCapabilities":["elicitation"]}}'
    ),
    "-32021": error(
        '{"code":-32021,"message":"no","data":{"requiredCapabilities":{"elicitation":{}}}}'
    ),
    "-32022 without data": error('{"code":-32022,"message":"no"}'),
    "-32022": error(
        '{"code":-32022,"message":"no","data":{"supported":["2026-07-28"],"requested":"1"}}'
    ),
    # tools/call
    "tools/call without _meta": call('{"name":"x"}'),
    "tools/call without capabilities": call(
        '{"name":"x","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}'
    ),
    "tools/call, progressToken true": call(f'{{"name":"x",{META[:-1]},"progressToken":true}}}}'),
    "tools/call without params": '{"jsonrpc":"2.0","id":3,"method":"tools/call"}',
    "tools/call without a name": call(f"{{{META}}}"),
    "tools/call, name 7": call(f'{{"name":7,{META}}}'),
    "tools/call, arguments": call(f'{{"name":"x","arguments":{{"a":[null]}},{META}}}'),
    "tools/call, arguments array": call(f'{{"name":"x","arguments":[],{META}}}'),
    "tools/call, arguments null": call(f'{{"name":"x","arguments":null,{META}}}'),
    "tools/call, task 5": call(f'{{"name":"x","task":5,{META}}}'),
    "tools/call, requestState 5": call(f'{{"name":"x","requestState":5,{META}}}'),
    "tools/call, further member": call(f'{{"name":"x","colour":"red",{META}}}'),
    # results of tools/call
    "content empty": block(""),
    "isError without resultType": result('{"content":[],"isError":true}'),
    "isError, resultType banana": result('{"content":[],"isError":true,"resultType":"banana"}'),
    "no content": result('{"isError":true,"resultType":"complete"}'),
    "content an object": result('{"content":{},"resultType":"complete"}'),
    "isError as a string": result('{"content":[],"isError":"true","resultType":"complete"}'),
    "isError null": result('{"content":[],"isError":null,"resultType":"complete"}'),
    "structuredContent object": result(
        '{"content":[],"structuredContent":{"a":1},"resultType":"complete"}'
    ),
    "structuredContent array": result(
        '{"content":[],"structuredContent":[1],"resultType":"complete"}'
    ),
    "structuredContent null": result(
        '{"content":[],"structuredContent":null,"resultType":"complete"}'
    ),
    "result, _meta 5": result('{"content":[],"_meta":5,"resultType":"complete"}'),
    "text": block('{"type":"text","text":"Fully booked."}'),
    "text, further member": block('{"type":"text","text":"no","colour":"red"}'),
    "text 7": block('{"type":"text","text":7}'),
    "text, _meta 5": block('{"type":"text","text":"no","_meta":5}'),
    "text, priority 2": block('{"type":"text","text":"no","annotations":{"priority":2}}'),
    "text, priority 1": block('{"type":"text","text":"no","annotations":{"priority":1}}'),
    "text, priority true": block('{"type":"text","text":"no","annotations":{"priority":true}}'),
    "text, audience": block('{"type":"text","text":"no","annotations":{"audience":["user"]}}'),
    "text, audience all": block('{"type":"text","text":"no","annotations":{"audience":["all"]}}'),
    "text, lastModified 5": block('{"type":"text","text":"no","annotations":{"lastModified":5}}'),
    "text, annotations null": block('{"type":"text","text":"no","annotations":null}'),
    "image": block('{"type":"image","data":"","mimeType":"image/png"}'),
    "image without mimeType": block('{"type":"image","data":""}'),
    "audio": block('{"type":"audio","data":"","mimeType":"audio/wav"}'),
    "resource link": block('{"type":"resource_link","uri":"a:b","name":"b"}'),
    "resource link, size 5.0": block('{"type":"resource_link","uri":"a:b","name":"b","size":5.0}'),
    "resource link, size 5.5": block('{"type":"resource_link","uri":"a:b","name":"b","size":5.5}'),
    "resource link, icons 5": block('{"type":"resource_link","uri":"a:b","name":"b","icons":5}'),
    "resource text": block('{"type":"resource","resource":{"uri":"a:b","text":"x"}}'),
    "resource blob": block('{"type":"resource","resource":{"uri":"a:b","blob":""}}'),
    "resource of nothing": block('{"type":"resource","resource":{"uri":"a:b"}}'),
    "video": block('{"type":"video"}'),
    "block without a type": block('{"text":"no"}'),
    "block is a string": block('"no"'),
}

LAXER = [  # valid by the schema, broken by the text: frames, revisions, why the schema misses it
    (["both"], REVISIONS,
     "the union's branches let further members stand, so each of the two alone is a valid frame"),
    (["request, id null", "request, id 1.5", "request, id true"], REVISIONS,
     "with such an id it is no request, but a notification with a further member `id`"),
    (["tools/call, id null", "tools/call, progressToken true"], UP_TO_06,
     "the type of tools/call has no envelope there, and the union takes it for a notification"),
    (["notification with an id"], REVISIONS,
     "a method is any string, so a notification with an id is a request"),
    (["request without an id"], UP_TO_06,
     "the request type has no id of its own there, and without one the union takes it"),
    (["request, _meta 5", "notification, _meta 5"], FROM_11,
     "the envelope's params are any object there; the type of each method's params says more"),
    (["empty array"], (V03,), "the array has no minimum length"),
    (["isError, resultType banana"], (V26,), "resultType is any string"),
    (["unknown method without id"], FROM_11,
     "the id is optional in every error, whatever its code says"),
    (["error, code -32500"], REVISIONS, "a code is any integer"),
    (["error, code -32050", "error, code -32002", "-32042", "-32042 without data"], (V26,),
     "a code is any integer"),
]  # fmt: skip
STRICTER = [  # invalid by the schema, not broken by the text
    (["parse error, id null"], REVISIONS, "JSON-RPC demands the null that the schema forbids"),
    (["parse error without id"], UP_TO_06, "no form of the id satisfies both texts"),
    (["application error without id"], (V03, V06),
     "the HTTP page lets an error that refuses a message go without the id"),
    (["array of two requests"], (V24,), "the inherited JSON-RPC allows batches"),
]  # fmt: skip


def types_of(value, revision):
    """The official types that a frame has to satisfy: the union, and what it turns out to be."""
    yield "JSONRPCMessage"
    if not isinstance(value, dict):
        return
    if value.get("method") == "tools/call":
        yield "CallToolRequest"
    code = value["error"].get("code") if isinstance(value.get("error"), dict) else None
    special = {
        (V11, -32042): "URLElicitationRequiredError",
        (V26, -32021): "MissingRequiredClientCapabilityError",
        (V26, -32022): "UnsupportedProtocolVersionError",
    }
    if (revision, code) in special:
        yield special[revision, code]


def result_types(value):
    found = value.get("result") if isinstance(value, dict) else None
    if isinstance(found, dict) and {"content", "isError", "structuredContent"} & set(found):
        yield "CallToolResult", found


@pytest.fixture(scope="module")
def validators(official):
    made = {}

    def valid(revision, name, value):
        if (revision, name) not in made:
            schema, key = official[revision]
            root = {**schema, "$ref": f"#/{key}/{name}"}
            made[revision, name] = jsonschema_rs.validator_for(root, validate_formats=False)
        return made[revision, name].is_valid(value)

    return valid


def by_the_schema(valid, frame, revision):
    value = decode(frame).value
    whole = all(valid(revision, name, value) for name in types_of(value, revision))
    return whole and all(valid(revision, name, part) for name, part in result_types(value))


def by_the_text(frame, revision):
    facts = examine(decode(frame), None, revision)
    return not any(fact.standing is Standing.BROKEN for fact in facts)


def rows(table):
    return {(name, at) for names, revisions, _ in table for name in names for at in revisions}


@pytest.mark.parametrize("revision", REVISIONS)
def test_examine_and_the_official_schema_differ_where_it_is_written_and_nowhere_else(
    validators, revision
):
    laxer, stricter = set(), set()
    for name, frame in CORPUS.items():
        schema = by_the_schema(validators, frame, revision)
        text = by_the_text(frame, revision)
        if schema and not text:
            laxer.add((name, revision))
        if text and not schema:
            stricter.add((name, revision))
    assert laxer == {row for row in rows(LAXER) if row[1] == revision}
    assert stricter == {row for row in rows(STRICTER) if row[1] == revision}


# What the schema alone catches, with which type, by revision (valid: V, invalid: -).
CAUGHT = [
    ("parse error, id null", "JSONRPCMessage", "-----"),
    ("parse error without id", "JSONRPCMessage", "---VV"),
    ("both", "JSONRPCMessage", "VVVVV"),
    ("neither", "JSONRPCMessage", "-----"),
    ("request, id null", "JSONRPCMessage", "VVVVV"),
    ("request, id 1.5", "JSONRPCMessage", "VVVVV"),
    ("request, id null", "JSONRPCRequest", "-----"),
    ("request, id 1.5", "JSONRPCRequest", "-----"),
    ("error, code as a string", "JSONRPCMessage", "-----"),
    ("error, code -32602.5", "JSONRPCMessage", "-----"),
    ("error without message", "JSONRPCMessage", "-----"),
    ("array of two requests", "JSONRPCMessage", "-V---"),
    ("empty array", "JSONRPCMessage", "-V---"),
    ("isError without resultType", "CallToolResult", "VVVV-"),
    ("isError, resultType banana", "CallToolResult", "VVVVV"),
    ("no content", "CallToolResult", "-----"),
    ("structuredContent array", "CallToolResult", "VV--V"),
    ("tools/call without _meta", "CallToolRequest", "VVVV-"),
]
# The same frames as examine judges them: fine, open or broken.
JUDGED = {
    "parse error, id null": "open open open open open",
    "parse error without id": "open open open fine fine",
    "parse error, id made up": "fine fine fine fine fine",
    "unknown method without id": "broken broken broken broken broken",
    "application error without id": "broken open open fine fine",
    "both": "broken broken broken broken broken",
    "neither": "broken broken broken broken broken",
    "request, id null": "broken broken broken broken broken",
    "request, id 1.5": "broken broken broken broken broken",
    "request, id 5.0": "fine fine fine fine fine",
    "error, code as a string": "broken broken broken broken broken",
    "error, code -32602.5": "broken broken broken broken broken",
    "error, code -32602.0": "fine fine fine fine fine",
    "error, code 0": "fine fine fine fine fine",
    "error, code -32000": "fine fine fine fine open",
    "error, code -32002": "fine fine fine fine broken",
    "error without message": "broken broken broken broken broken",
    "array of two requests": "open fine broken broken broken",
    "empty array": "broken broken broken broken broken",
    "isError without resultType": "fine fine fine fine broken",
    "isError, resultType banana": "fine fine fine fine broken",
    "no content": "broken broken broken broken broken",
    "structuredContent object": "fine fine fine fine fine",
    "structuredContent array": "fine fine broken broken fine",
    "structuredContent null": "fine fine broken broken fine",
    "tools/call without _meta": "fine fine fine fine broken",
    "audio": "broken fine fine fine fine",
    "resource link": "broken broken fine fine fine",
    "-32021 with an array": "fine fine fine fine broken",
    "-32022 without data": "fine fine fine fine broken",
    "-32042 without data": "fine fine fine broken broken",
    "-32042": "fine fine fine fine broken",
}


@pytest.mark.parametrize(("name", "kind", "expected"), CAUGHT)
def test_what_the_schema_alone_catches(validators, name, kind, expected):
    value = decode(CORPUS[name]).value
    part = value["result"] if kind == "CallToolResult" else value
    valid = [validators(revision, kind, part) for revision in REVISIONS]
    assert "".join("V" if each else "-" for each in valid) == expected


@pytest.mark.parametrize(("name", "expected"), JUDGED.items())
def test_how_examine_judges_the_same_frames(name, expected):
    worst_first = (Standing.BROKEN, Standing.ADVISED_AGAINST, Standing.OPEN)
    for revision, wanted in zip(REVISIONS, expected.split(), strict=True):
        found = {fact.standing for fact in examine(decode(CORPUS[name]), None, revision)}
        worst = next((each for each in worst_first if each in found), Standing.FINE)
        assert (revision, worst) == (revision, wanted)
