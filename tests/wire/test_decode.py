"""What each frame is called, and every defect that is named for it."""

import json

import pytest

from mcp_lab.wire import ABSENT, DEFECTS, NOT_JSON, NOTES, Decoded, Limits, Number, decode


def names(message: Decoded) -> list[str]:
    return [defect.name for defect in message.defects]


def frame(**members: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **members}).encode()


ERROR = {"code": -32601, "message": "Unknown method"}

GOOD = [
    ("request", frame(id=1, method="ping")),
    ("request", frame(id="1", method="tools/call", params={"name": "quote_fare"})),
    ("request", frame(id=0, method="")),
    ("request", frame(id=-3, method="ping", extra={"any": "member"})),
    ("notification", frame(method="notifications/initialized")),
    ("notification", frame(method="notifications/cancelled", params={})),
    ("result", frame(id=1, result={})),
    ("result", frame(id=1, result=None)),
    ("result", frame(id="", result=[1, "two"])),
    ("result", frame(id=1, result={}, params=[])),
    ("error", frame(id=1, error=ERROR)),
    ("error", frame(id=None, error=ERROR)),
    ("error", frame(id=1, error={**ERROR, "data": [None]})),
    ("error", frame(id=1, error={"code": 0, "message": ""})),
    ("request", b' \t\r\n{"method":"ping","id":1,"jsonrpc":"2.0"}\r\n'),
    ("request", '{"jsonrpc":"2.0","id":"é","method":"😀\\ud83d\\ude00\\u0000\u2028"}'.encode()),
    ("request", rb'{"jsonrpc":"2.0","id":1,"method":"\ud83d\ude00","params":{"x":1}}'),
    ("request", rb'{"jsonrpc":"2.0","id":"\\ud800","method":"\"\\/\b\f\n\r\t"}'),
]


@pytest.mark.parametrize(("kind", "data"), GOOD)
def test_a_good_frame_has_its_kind_and_no_defect(kind, data):
    message = decode(data)
    assert (message.kind, message.defects, message.notes) == (kind, (), ())
    assert message.ok
    assert message.raw == data
    assert message.value == json.loads(data)


REQUEST = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'

BAD = [
    # Texts.
    ("malformed", b"", ["empty"]),
    ("malformed", b" \r\n\t", ["empty"]),
    ("malformed", b"\xef\xbb\xbf", ["byte-order-mark", "empty"]),
    ("request", b"\xef\xbb\xbf" + REQUEST, ["byte-order-mark"]),
    ("malformed", b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', ["not-utf-8"]),
    ("malformed", b'{"jsonrpc":"2.0","id":1,"method":"\xc0\xaf"}', ["not-utf-8"]),
    ("malformed", b'{"jsonrpc":"2.0","id":1,"method":"\xed\xa0\x80"}', ["not-utf-8"]),
    ("malformed", "{}".encode("utf-16"), ["not-utf-8", "not-json"]),
    ("malformed", "{}".encode("utf-16-le"), ["not-json"]),
    ("malformed", b"\xff", ["not-utf-8", "not-json"]),
    ("malformed", b"hello world", ["not-json"]),
    ("malformed", b'{"jsonrpc": "2.0", "id": 5, "method": ', ["not-json"]),
    ("malformed", b"{'jsonrpc':'2.0'}", ["not-json"]),
    ("malformed", b"/* a comment */ {}", ["not-json"]),
    ("malformed", b"{} // a comment", ["trailing-data"]),
    ("malformed", b'{"a":1,}', ["not-json"]),
    ("malformed", b"[1,]", ["not-json"]),
    ("malformed", b"[,1]", ["not-json"]),
    ("malformed", b"[1 2]", ["not-json"]),
    ("malformed", b'{"a" 1}', ["not-json"]),
    ("malformed", b'{"a":}', ["not-json"]),
    ("malformed", b"{1:2}", ["not-json"]),
    ("malformed", b"[1}", ["not-json"]),
    ("malformed", b"]", ["not-json"]),
    ("malformed", b"[01]", ["not-json"]),
    ("malformed", b"[1.]", ["not-json"]),
    ("malformed", b"[.5]", ["not-json"]),
    ("malformed", b"[+1]", ["not-json"]),
    ("malformed", b"-", ["not-json"]),
    ("malformed", b"1e", ["not-json"]),
    ("malformed", b"0x10", ["not-json"]),
    ("malformed", "[\uff11]".encode(), ["not-json"]),
    ("malformed", b"nan", ["not-json"]),
    ("malformed", b"True", ["not-json"]),
    ("malformed", b'"unterminated', ["not-json"]),
    ("malformed", b'"a tab\there"', ["not-json"]),
    ("malformed", b'"a nul \x00"', ["not-json"]),
    ("malformed", rb'"\x41"', ["not-json"]),
    ("malformed", rb'"\u12g4"', ["not-json"]),
    ("malformed", b'"\\', ["not-json"]),
    ("malformed", b"\x0b{}", ["not-json"]),
    ("malformed", "\xa0{}".encode(), ["not-json"]),
    ("malformed", '"\ufeff"\ufeff'.encode(), ["trailing-data"]),
    ("malformed", b'{"jsonrpc":"2.0","id":1,"result":NaN}', ["not-a-number"]),
    ("malformed", b"[Infinity,-Infinity]", ["not-a-number", "not-a-number"]),
    ("malformed", REQUEST + REQUEST, ["trailing-data"]),
    ("malformed", REQUEST + b"\x00", ["trailing-data"]),
    ("malformed", b"1]", ["trailing-data"]),
    ("request", b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', ["duplicate-key"]),
    ("request", rb'{"jsonrpc":"2.0","id":1,"\u0069d":2,"method":"ping"}', ["duplicate-key"]),
    ("request", rb'{"jsonrpc":"2.0","id":"\ud800","method":"ping"}', ["lone-surrogate"]),
    ("request", rb'{"jsonrpc":"2.0","id":1,"method":"p","\uDC00":1}', ["lone-surrogate"]),
    ("request", rb'{"jsonrpc":"2.0","id":1,"method":"\ude00\ud83d"}', ["lone-surrogate"]),
    ("request", rb'{"jsonrpc":"2.0","id":1,"method":"\\\ud83d\\ude00"}', ["lone-surrogate"]),
    # Tops.
    ("malformed", b"7", ["not-an-object"]),
    ("malformed", b'"text"', ["not-an-object"]),
    ("malformed", b"null", ["not-an-object"]),
    ("malformed", b"1e400", ["not-an-object"]),
    ("batch", b"[]", ["empty-batch"]),
    ("batch", b"[" + REQUEST + b"]", ["batch"]),
    # Envelopes.
    ("request", b'{"id":1,"method":"ping"}', ["jsonrpc-missing"]),
    ("request", frame(jsonrpc="1.0", id=1, method="ping"), ["jsonrpc-wrong-version"]),
    ("request", frame(jsonrpc=2.0, id=1, method="ping"), ["jsonrpc-not-a-string"]),
    ("request", frame(jsonrpc=None, id=1, method="ping"), ["jsonrpc-not-a-string"]),
    ("malformed", b"{}", ["jsonrpc-missing", "method-missing", "result-or-error-missing"]),
    ("malformed", frame(id=1), ["method-missing", "result-or-error-missing"]),
    ("malformed", frame(id=1, params={}), ["method-missing"]),
    ("request", frame(id=1, method=7), ["method-not-a-string"]),
    ("notification", frame(method=None), ["method-not-a-string"]),
    ("request", frame(id=1, method="ping", params=[]), ["params-array"]),
    ("request", frame(id=1, method="ping", params="x"), ["params-string"]),
    ("request", frame(id=1, method="ping", params=None), ["params-null"]),
    ("request", frame(id=1, method="ping", params=3), ["params-not-structured"]),
    ("request", frame(id=1, method="ping", params=True), ["params-not-structured"]),
    ("result", frame(result={}), ["id-missing"]),
    ("error", frame(error=ERROR), ["id-missing"]),
    ("request", frame(id=None, method="ping"), ["id-null"]),
    ("result", frame(id=None, result={}), ["id-null"]),
    ("request", frame(id=5.5, method="ping"), ["id-fractional"]),
    ("request", b'{"jsonrpc":"2.0","id":1e-400,"method":"ping"}', ["id-fractional"]),
    ("request", frame(id=True, method="ping"), ["id-boolean"]),
    ("request", frame(id={}, method="ping"), ["id-object"]),
    ("request", frame(id=[1], method="ping"), ["id-array"]),
    ("malformed", frame(id=1, result={}, error=ERROR), ["result-and-error"]),
    ("malformed", frame(id=1, method="ping", result={}), ["method-and-response"]),
    ("malformed", frame(id=1, method="ping", error=ERROR), ["method-and-response"]),
    ("error", frame(id=1, error="no"), ["error-not-an-object"]),
    ("error", frame(id=1, error=None), ["error-not-an-object"]),
    ("error", frame(id=1, error={}), ["code-missing", "message-missing"]),
    ("error", frame(id=1, error={**ERROR, "code": -1.5}), ["code-fractional"]),
    ("error", frame(id=1, error={**ERROR, "code": "-32601"}), ["code-not-a-number"]),
    ("error", frame(id=1, error={**ERROR, "code": True}), ["code-not-a-number"]),
    ("error", frame(id=1, error={**ERROR, "code": None}), ["code-not-a-number"]),
    ("error", frame(id=1, error={**ERROR, "message": 7}), ["message-not-a-string"]),
]


@pytest.mark.parametrize(("kind", "data", "defects"), BAD)
def test_a_bad_frame_has_its_kind_and_exactly_these_defects(kind, data, defects):
    message = decode(data)
    assert (message.kind, names(message)) == (kind, defects)
    assert not message.ok
    assert message.raw == data


NOTED = [
    (b'{"jsonrpc":"2.0","id":5.0,"method":"ping"}', ["id-integral-float"]),
    (b'{"jsonrpc":"2.0","id":5e0,"method":"ping"}', ["id-integral-float"]),
    (b'{"jsonrpc":"2.0","id":1e400,"method":"ping"}', ["id-integral-float", "huge-integer"]),
    (b'{"jsonrpc":"2.0","id":1e16,"method":"ping"}', ["id-integral-float", "huge-integer"]),
    (b'{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', ["huge-integer"]),
    (b'{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":[-9007199254740992]}}', ["huge-integer"]),
    (
        b'{"jsonrpc":"2.0","id":1,"error":{"code":-32600.0,"message":""}}',
        ["code-integral-float"],
    ),
    (b'{"jsonrpc":"2.0","id":' + b"9" * 10_000 + b',"method":"ping"}', ["huge-integer"]),
]


@pytest.mark.parametrize(("data", "notes"), NOTED, ids=range(len(NOTED)))
def test_a_note_is_no_defect(data, notes):
    message = decode(data)
    assert message.ok
    assert [note.name for note in message.notes] == notes


def test_the_largest_exact_integer_is_worth_no_note():
    assert decode(frame(id=2**53 - 1, method="ping")).notes == ()


def test_every_row_is_shown_by_a_frame():
    shown = {name for _, data, _ in BAD for name in names(decode(data))}
    assert set(DEFECTS) - shown == {"too-deep", "too-large"}  # test_bounds shows these
    assert set(NOTES) == {note.name for data, _ in NOTED for note in decode(data).notes}


def test_every_row_cites_its_source():
    for name, row in {**DEFECTS, **NOTES}.items():
        assert row.name == name
        assert row.says.endswith(".")
        assert row.source.startswith(("RFC 8259 section ", "JSON-RPC 2.0 section ", "MCP schema"))


def test_several_defects_of_a_text_are_all_named():
    data = b'\xef\xbb\xbf{"id":NaN,"x":"\xff\\ud800","x":Infinity} {}'
    assert names(decode(data)) == [
        "not-utf-8",
        "byte-order-mark",
        "not-a-number",
        "lone-surrogate",
        "duplicate-key",
        "not-a-number",
        "trailing-data",
    ]


def test_several_defects_of_an_envelope_are_all_named():
    data = frame(jsonrpc=2, method=1, params=None, result=1, error={"code": "1"}, id=[])
    assert names(decode(data)) == [
        "jsonrpc-not-a-string",
        "method-and-response",
        "result-and-error",
        "method-not-a-string",
        "params-null",
        "id-array",
        "code-not-a-number",
        "message-missing",
    ]


@pytest.mark.parametrize("data", [data for _, data, _ in BAD])
def test_a_text_that_is_no_json_gives_no_value_and_no_id(data):
    message = decode(data)
    if NOT_JSON.intersection(names(message)) - {"byte-order-mark"}:
        assert message.value is ABSENT
        assert message.id is ABSENT
        assert message.kind == "malformed"
    else:
        assert message.value is not ABSENT


@pytest.mark.parametrize("form", ['"3"', "3", "-0", "3.0", "3.5", "null", "true", "[3]", '{"a":3}'])
@pytest.mark.parametrize(
    "rest", ['"method":"ping"', '"result":{}', '"result":1,"error":2', '"x":1']
)
def test_the_id_is_kept_as_it_came_whatever_else_is_wrong(form, rest):
    found = decode(f'{{"id":{form},{rest}}}').id
    assert (found, type(found)) == (json.loads(form), type(json.loads(form)))


def test_an_absent_member_is_not_null():
    message = decode(b'{"jsonrpc":"2.0","id":null,"error":null}')
    assert (message.id, message.error) == (None, None)
    assert (message.method, message.params, message.result) == (ABSENT, ABSENT, ABSENT)
    assert not ABSENT
    assert repr(ABSENT) == str(ABSENT) == "absent"


def test_of_two_ids_the_last_is_taken_and_the_defect_tells():
    message = decode(b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}')
    assert message.id == 2
    assert [(each.name, each.path) for each in message.defects] == [("duplicate-key", "id")]


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (b'{"params":{"items":[0,{"a":1,"a":2}]}}', "params.items[1].a"),
        (b'{"params":{"odd key":{"a":1,"a":2}}}', 'params["odd key"].a'),
        (b'{"a":[[[NaN]]]}', "a[0][0][0]"),
        (b'{"a":{"":{"a":NaN}}}', 'a[""].a'),
    ],
)
def test_a_path_says_where(data, path):
    assert decode(data).defects[0].path == path


def test_a_sentence_says_what_was_found_and_stays_short():
    long = "x" * 1_000_000
    for data in (frame(jsonrpc=long), long.encode(), f'{{"{long}":1,"{long}":2}}'.encode()):
        for defect in decode(data).defects:
            assert len(defect.says) < 200
            assert len(defect.path) < 60
    assert decode(frame(id=5.5, method="a")).defects[0].says == "id is the fractional number 5.5."


def test_a_sentence_can_be_printed_whatever_was_found():
    for data in (rb'{"jsonrpc":"\ud800\u001b[31m"}', b"\x1b[31m", b"\xff\xfe", b'"\x1b'):
        for defect in decode(data).defects:
            assert defect.says.encode().decode().isprintable()


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"{'a':1}", "double quotes"),
        (b"[1,]", "a comma stands before it"),
        (b"[True]", "Python"),
        (b"[01]", "leading zero"),
        (b"[1.]", "after the point"),
        (b"[-.5]", "before the point"),
        (b"[+5]", "plus sign"),
        (b"[-]", "breaks off"),
        (b"[undefined]", "JavaScript"),
        (b"# {}", "no comments"),
        ("{}".encode("utf-16"), "UTF-16"),
        ("{}".encode("utf-16-le"), "UTF-16"),
        (b"\x1f\x8b\x08\xff", "compressed"),
        (b'"a\nb"', "U+000A"),
        (rb'"\a"', "escape"),
    ],
)
def test_a_usual_mistake_is_called_by_its_name(data, hint):
    assert hint in decode(data).defects[0].says


def test_a_str_is_read_as_the_bytes_it_stands_for():
    assert decode('{"jsonrpc":"2.0","id":"é","method":"a"}').raw == (
        '{"jsonrpc":"2.0","id":"é","method":"a"}'.encode()
    )
    assert names(decode('"\ud800"')) == ["not-utf-8", "not-an-object"][:1]


class TestBatch:
    def test_each_message_is_decoded_by_itself(self):
        good, bad = REQUEST, b'{"id":1,"id":2,"method":3}'
        message = decode(b" [ " + good + b" ,\n" + bad + b',7, "x" ] ')
        assert (message.kind, names(message)) == ("batch", ["batch"])
        assert [member.raw for member in message.members] == [good, bad, b"7", b'"x"']
        assert [member.kind for member in message.members] == [
            "request",
            "request",
            "malformed",
            "malformed",
        ]
        assert message.members[0].ok
        assert names(message.members[1]) == [
            "duplicate-key",
            "jsonrpc-missing",
            "method-not-a-string",
        ]
        assert message.value == [member.value for member in message.members]

    @pytest.mark.parametrize("inner", [b"[]", b"[[]]", b"[" + REQUEST + b"]"])
    def test_a_batch_in_a_batch_is_no_message(self, inner):
        (member,) = decode(b"[" + inner + b"]").members
        assert (member.kind, names(member)) == ("malformed", ["not-an-object"])

    def test_a_text_defect_belongs_to_the_whole(self):
        message = decode(b"[" + REQUEST + b",NaN]")
        assert (message.kind, names(message), message.members) == (
            "malformed",
            ["not-a-number"],
            (),
        )

    def test_a_byte_order_mark_is_passed_over(self):
        message = decode(b"\xef\xbb\xbf[" + REQUEST + b"]")
        assert (message.kind, names(message)) == ("batch", ["byte-order-mark", "batch"])

    def test_a_batch_of_too_many_is_too_large(self):
        message = decode(b"[1,2,3]", Limits(members=2))
        assert (message.kind, names(message)) == ("malformed", ["too-large"])
        assert len(decode(b"[1,2]", Limits(members=2)).members) == 2

    def test_a_batch_has_no_id(self):
        assert decode(b"[" + REQUEST + b"]").id is ABSENT


def test_a_huge_number_keeps_its_text():
    digits = "9" * 10_000
    assert decode(f'{{"id":{digits}}}').id == Number(digits)
    assert decode('{"id":-1e999}').id.text == "-1e999"


@pytest.mark.parametrize(("digits", "kept_as"), [(4300, int), (4301, Number)])
def test_an_integer_is_an_int_as_long_as_python_reads_it(digits, kept_as):
    assert type(decode("9" * digits).value) is kept_as


@pytest.mark.parametrize("data", [5, None, 1.5, {"jsonrpc": "2.0"}, [1, 2], object()])
def test_what_is_neither_bytes_nor_text_is_refused_by_name(data):
    with pytest.raises(
        TypeError, match=f"the bytes of a frame.* not {type(data).__name__}"
    ) as told:
        decode(data)
    assert ("`encode`" in str(told.value)) == isinstance(data, dict | list)


@pytest.mark.parametrize("form", [bytearray, memoryview])
def test_every_form_of_bytes_is_taken(form):
    assert decode(form(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')).ok
