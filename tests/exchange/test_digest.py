"""What becomes of a line: its kind, its outcome, and each thing that is wrong, by revision."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.contract import REVISIONS, Standing, clause
from mcp_lab.exchange import digest
from mcp_lab.exchange.digest import Digester
from mcp_lab.exchange.judging import NOT_JUDGED
from mcp_lab.wire import DEFECTS, LIMITS

# Frames recorded over stdio from small probe servers built on the official SDKs, a few of many.
RECORDED = [
    json.loads(line)
    for line in (Path(__file__).parent / "recorded.jsonl").read_text(encoding="utf-8").splitlines()
]
BESIDE = Path(__file__).resolve().parents[3] / "shared" / "cases" / "wire"

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
ERROR = '"error":{"code":-32601,"message":"Unknown method"}'


def one(line: bytes | str, **options):
    data = line if isinstance(line, bytes) else line.encode()
    (entry,) = digest([data], **options)
    return entry


def names(entry) -> list[str]:
    return [finding.name for finding in entry.defects]


def standings(finding) -> list[str]:
    return [str(place.standing) for place in finding.revisions.values()]


@pytest.mark.parametrize("row", RECORDED, ids=lambda row: row["case"])
def test_a_recorded_frame_is_what_a_careful_reader_says(row):
    entry = one(row["frame"])
    assert (entry.kind, entry.outcome) == (row["kind"], row["outcome"])
    assert names(entry) == row["names"]


@pytest.mark.skipif(not BESIDE.is_dir(), reason="the recorded cases are not beside this checkout")
def test_every_recorded_frame_is_digested():
    lines = [
        each if isinstance(each, str) else json.dumps(each)
        for path in sorted(BESIDE.glob("*.jsonl"))
        for case in map(json.loads, path.read_text(encoding="utf-8").splitlines())
        for each in (*case["sent"], *case["recv"])
    ]
    data = [line.encode("utf-8", "surrogatepass") for line in lines]
    assert len(data) > 400
    for conversation in (False, True):
        entries = list(digest(data, conversation=conversation))
        assert [entry.line for entry in entries] == list(range(1, len(data) + 1))
        for entry in entries:
            json.dumps(entry.to_json())
            assert entry.kind != "text"
            wire_defects = {defect.name for defect in entry.message.defects}
            assert wire_defects <= set(names(entry)) | {"id-missing"}


# One frame for each defect that wire names.
SHOWN = {
    "empty": b"",
    "not-utf-8": b'{"jsonrpc":"2.0","id":1,"method":"\xff"}',
    "byte-order-mark": b"\xef\xbb\xbf" + PING,
    "not-json": b"{",
    "not-a-number": b'{"jsonrpc":"2.0","id":1,"result":{"a":NaN}}',
    "trailing-data": PING + b"x",
    "too-deep": b"[" * 1000,
    "too-large": b" " * (LIMITS.size + 1),
    "duplicate-key": b'{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}',
    "lone-surrogate": rb'{"jsonrpc":"2.0","id":"\ud800","method":"ping"}',
    "not-an-object": b"7",
    "batch": b"[" + PING + b"]",
    "empty-batch": b"[]",
    "jsonrpc-missing": b'{"id":1,"method":"ping"}',
    "jsonrpc-wrong-version": b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
    "jsonrpc-not-a-string": b'{"jsonrpc":2.0,"id":1,"method":"ping"}',
    "method-missing": b'{"jsonrpc":"2.0","id":1,"params":{}}',
    "method-not-a-string": b'{"jsonrpc":"2.0","id":1,"method":1}',
    "params-array": b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
    "params-string": b'{"jsonrpc":"2.0","id":1,"method":"ping","params":""}',
    "params-null": b'{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
    "params-not-structured": b'{"jsonrpc":"2.0","id":1,"method":"ping","params":1}',
    "id-missing": b'{"jsonrpc":"2.0","result":{}}',
    "id-null": b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
    "id-fractional": b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    "id-boolean": b'{"jsonrpc":"2.0","id":true,"method":"ping"}',
    "id-object": b'{"jsonrpc":"2.0","id":{},"method":"ping"}',
    "id-array": b'{"jsonrpc":"2.0","id":[],"method":"ping"}',
    "result-and-error": f'{{"jsonrpc":"2.0","id":1,"result":{{}},{ERROR}}}'.encode(),
    "result-or-error-missing": b'{"jsonrpc":"2.0","id":1}',
    "method-and-response": b'{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}',
    "error-not-an-object": b'{"jsonrpc":"2.0","id":1,"error":"no"}',
    "code-missing": b'{"jsonrpc":"2.0","id":1,"error":{"message":""}}',
    "code-fractional": b'{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":""}}',
    "code-not-a-number": b'{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}',
    "message-missing": b'{"jsonrpc":"2.0","id":1,"error":{"code":1}}',
    "message-not-a-string": b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":1}}',
}
OPEN_SOMEWHERE = {
    "empty",
    "too-deep",
    "too-large",
    "lone-surrogate",
    "method-and-response",
    "batch",
}
ADVISED_AGAINST = {"duplicate-key"}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_of_wire_keeps_its_name_and_finds_its_clause(name):
    entry = one(SHOWN[name])
    finding = next(each for each in entry.defects if each.name == name)
    assert list(finding.revisions) == list(REVISIONS)
    assert clause(finding.clause)
    assert finding.says
    if name in OPEN_SOMEWHERE:
        assert "open" in standings(finding)
    elif name in ADVISED_AGAINST:
        assert set(standings(finding)) == {"advised-against"}
    else:
        assert set(standings(finding)) == {"broken"}
    for place in finding.revisions.values():
        assert (place.level is None) == (place.source is None)


@pytest.mark.parametrize("form", ["null", "1.5", "true", "{}", "[]"])
@pytest.mark.parametrize("rest", ['"result":{}', ERROR])
def test_the_id_of_a_response_is_judged_as_one(form, rest):
    entry = one(f'{{"jsonrpc":"2.0","id":{form},{rest}}}')
    about_ids = [each for each in entry.defects if "id" in each.clause]
    assert [each.clause.split(".")[0] for each in about_ids] == ["response"]
    assert set(standings(about_ids[0])) <= {"broken", "open"}


def test_a_good_call_is_fine_and_has_no_outcome():
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "lab", "version": "1"},
    }
    call = {"name": "quote_fare", "arguments": {}, "_meta": meta}
    entry = one(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}))
    assert (entry.kind, entry.outcome, entry.defects) == ("request", None, ())


@pytest.mark.parametrize(
    ("members", "outcome"),
    [
        ('"result":{"content":[],"resultType":"complete"}', "success"),
        ('"result":{"content":[],"isError":true,"resultType":"complete"}', "tool-error"),
        ('"result":{"resultType":"input_required"}', "input-required"),
        (ERROR, "protocol-error"),
    ],
)
def test_the_outcome_is_read_off_the_members(members, outcome):
    assert one(f'{{"jsonrpc":"2.0","id":1,{members}}}').outcome == outcome


@pytest.mark.parametrize("flag", ['"true"', "1", "null"])
def test_no_outcome_is_claimed_where_is_error_is_no_boolean(flag):
    entry = one(f'{{"jsonrpc":"2.0","id":1,"result":{{"content":[],"isError":{flag}}}}}')
    assert (entry.kind, entry.outcome) == ("result", None)
    assert "result.is-error-boolean" in names(entry)


@pytest.mark.parametrize("line", [b"", b" \t", b"\r"])
def test_a_blank_line_is_malformed_and_broken_nowhere(line):
    entry = one(line)
    assert (entry.kind, names(entry), entry.blank) == ("malformed", ["empty"], True)
    assert set(standings(entry.defects[0])) == {"open"}
    assert not one(b"\xef\xbb\xbf").blank
    assert not one(line, log=True).blank


def test_a_batch_stands_differently_in_each_revision():
    finding = one(b"[" + PING + b"]").defects[0]
    assert standings(finding) == ["open", "fine", "broken", "broken", "broken"]


def test_what_falls_only_in_older_revisions_is_told_as_they_say_it():
    result = '{"content":[],"structuredContent":[1],"resultType":"complete"}'
    (finding,) = one(f'{{"jsonrpc":"2.0","id":1,"result":{result}}}').defects
    assert standings(finding) == ["fine", "fine", "broken", "broken", "fine"]
    assert finding.says.endswith("is an object. Found: result.structuredContent: [1].")


def test_each_message_of_a_batch_is_judged_by_itself():
    entry = one(b"[" + PING + b',{"jsonrpc":"2.0","id":null,"method":"ping"},[1]]')
    assert [member.kind for member in entry.members] == ["request", "request", "malformed"]
    assert [member.line for member in entry.members] == [1, 1, 1]
    assert "id-null" in names(entry.members[1])
    assert "id-null" not in names(entry)
    assert not entry.members[0].is_broken(["2025-03-26"])
    assert entry.is_broken(["2025-03-26"])


def test_what_a_method_carries_that_no_revision_has_is_said_not_to_be_judged():
    finding = one('{"jsonrpc":"2.0","method":"acme/refresh"}').defects[-1]
    assert finding.name == NOT_JUDGED
    assert "acme/refresh" in finding.says
    assert set(standings(finding)) == {"n/a"}


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("ping", ["fine", "fine", "fine", "fine", "open"]),
        ("server/discover", ["open", "open", "open", "open", "fine"]),
        ("tasks/get", ["open", "open", "open", "fine", "open"]),
    ],
)
def test_a_method_that_a_revision_does_not_have_is_said(method, expected):
    frame = f'{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"taskId":"t"}}}}'
    finding = next(each for each in one(frame).defects if each.name == "method.in-revision")
    assert standings(finding) == expected
    assert method in finding.says


def test_a_frame_is_broken_only_where_it_is_broken_in_every_revision_asked():
    old = one(b'{"jsonrpc":"2.0","id":1,"result":{"content":[]}}')
    assert old.is_broken(["2026-07-28"])
    assert not old.is_broken(["2025-11-25", "2026-07-28"])
    assert old.worst("2025-11-25") == Standing.FINE
    assert one("no frame").is_broken(REVISIONS)
    assert not one("no frame", log=True).is_broken(REVISIONS)


def test_the_json_of_an_entry_has_exactly_the_members_that_are_promised():
    entry = one("[info] " + SHOWN["id-null"].decode()).to_json()
    assert set(entry) == {"line", "kind", "outcome", "cut", "members", "defects"}
    assert set(entry["defects"][0]) == {"name", "clause", "says", "revisions"}
    assert set(entry["defects"][0]["revisions"]) == set(REVISIONS)
    assert set(entry["defects"][0]["revisions"]["2025-11-25"]) == {"standing", "level", "source"}
    assert entry["cut"] == "[info]"


@given(st.lists(st.binary(max_size=30) | st.sampled_from(list(SHOWN.values())[:7]), max_size=5))
def test_a_line_of_any_bytes_gets_exactly_one_entry(lines):
    for log in (False, True):
        for conversation in (False, True):
            entries = list(digest(lines, log=log, conversation=conversation))
            assert [entry.line for entry in entries] == list(range(1, len(lines) + 1))
            assert all(json.dumps(entry.to_json()) for entry in entries)


class TestConversation:
    def told(self, *frames: str) -> list:
        return list(digest([frame.encode() for frame in frames], conversation=True))

    def request(self, id_: object = 1, method: str = "tools/call") -> str:
        params = {"name": "quote_fare"}
        frame = {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}
        return json.dumps(frame)

    def result(self, id_: object = 1, **result: object) -> str:
        return json.dumps({"jsonrpc": "2.0", "id": id_, "result": result or {"content": []}})

    def test_a_result_is_judged_as_its_request_says(self):
        _, tools, _, call = self.told(
            self.request(1, "tools/list"),
            self.result(1, tools=[]),
            self.request(2),
            self.result(2, tools=[]),
        )
        assert "result.content-required" not in names(tools)
        assert "result.content-required" in names(call)
        assert names(tools) == ["result.type-required", "tools.list-result"]
        assert NOT_JUDGED not in names(call)

    def test_a_result_that_stands_alone_is_judged_by_what_it_carries(self):
        assert "result.content-required" in names(one(self.result(isError=True)))
        assert "result.content-required" not in names(one(self.result(tools=[])))

    @pytest.mark.parametrize(("asked", "answered"), [("3", 3), (3, "3")])
    def test_an_id_that_changed_its_type_is_broken(self, asked, answered):
        _, entry = self.told(self.request(asked), self.result(answered))
        finding = next(each for each in entry.defects if each.clause == "response.same-id")
        assert set(standings(finding)) == {"broken"}

    def test_the_right_answer_is_right_though_a_wrong_one_came_before(self):
        digester = Digester(conversation=True)
        frames = (self.request(7), self.result("7"), self.result(7), self.result(7))
        _, wrong, right, again = (digester.digest(frame.encode()) for frame in frames)
        assert "response.same-id" in names(wrong)
        assert "response.same-id" not in {each.clause for each in right.defects}
        assert "answered-again" in names(again)
        assert "line 3" in again.defects[-1].says
        assert digester.waiting == ()

    def test_a_wrong_answer_given_twice_is_told_as_given_twice(self):
        *_, again = self.told(self.request(7), self.result("7"), self.result("7"))
        assert "answered-again" in names(again)

    def test_an_answer_to_nothing_is_open_because_a_log_may_begin_in_the_middle(self):
        (entry,) = self.told(self.result(9))
        finding = next(each for each in entry.defects if each.name == "request-not-seen")
        assert set(standings(finding)) == {"open"}

    def test_a_second_answer_is_told_with_the_line_of_the_first(self):
        *_, entry = self.told(self.request(), self.result(), self.result())
        finding = next(each for each in entry.defects if each.name == "answered-again")
        assert "line 2" in finding.says

    def test_an_id_that_is_used_again_is_broken(self):
        *_, entry = self.told(self.request(), self.request())
        finding = next(each for each in entry.defects if each.name == "id-used-again")
        assert set(standings(finding)) == {"broken"}
        assert "line 1" in finding.says

    def test_an_id_may_be_used_again_once_it_has_its_answer_since_2026_07_28(self):
        *_, entry = self.told(self.request(), self.result(), self.request())
        finding = next(each for each in entry.defects if each.name == "id-used-again")
        assert standings(finding) == ["broken"] * 4 + ["fine"]

    def test_what_comes_after_a_cancellation_is_open_because_the_two_may_have_crossed(self):
        cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
        *_, entry = self.told(self.request(), cancel, self.result())
        finding = next(each for each in entry.defects if each.name == "cancellation.no-response")
        assert set(standings(finding)) == {"open"}

    def test_a_request_before_the_answer_to_initialize_is_advised_against(self):
        *_, entry = self.told(self.request(0, "initialize"), self.request())
        finding = next(each for each in entry.defects if each.name == "lifecycle.client-waits")
        assert standings(finding) == ["advised-against"] * 4 + ["n/a"]

    def test_a_request_of_the_server_is_broken_since_2026_07_28(self):
        (entry,) = self.told(self.request(1, "roots/list"))
        finding = next(each for each in entry.defects if each.clause.startswith("direction"))
        assert standings(finding) == ["n/a"] * 4 + ["broken"]

    @pytest.mark.parametrize("method", ["sampling/createMessage", "ping"])
    def test_the_server_counts_its_own_ids(self, method):
        *_, entry = self.told(self.request(), self.request(1, method))
        assert "id-used-again" not in names(entry)

    def test_a_new_session_begins_its_ids_anew(self):
        *_, entry = self.told(self.request(), self.request(2, "initialize"), self.request())
        assert "id-used-again" not in names(entry)

    def test_several_in_flight_are_paired_in_any_order(self):
        entries = self.told(
            self.request(1), self.request("1"), self.request(2), *map(self.result, ("1", 2, 1))
        )
        for entry in entries:
            assert {"response.same-id"}.isdisjoint(each.clause for each in entry.defects)

    def test_a_parse_error_answers_the_line_that_could_not_be_read(self):
        answer = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'
        _, after_broken = self.told('{"jsonrpc":', answer)
        assert "codes.parse-error" not in names(after_broken)
        _, after_readable = self.told('{"jsonrpc":"2.0","id":null,"method":"tools/call"}', answer)
        assert "codes.parse-error" in names(after_readable)
        _, after_nothing, again = self.told("{", answer, answer)
        assert "codes.parse-error" not in names(after_nothing)
        assert "codes.parse-error" not in names(again)

    def test_requests_without_an_answer_are_kept(self):
        digester = Digester(conversation=True)
        for frame in (self.request(1), self.request("b"), self.result(1)):
            digester.digest(frame.encode())
        assert [(sent.line, sent.message.id) for sent in digester.waiting] == [(2, "b")]
        assert Digester().waiting == ()

    def test_messages_of_a_batch_take_part(self):
        digester = Digester(conversation=True)
        digester.digest(f"[{self.request(1)},{self.request(2)}]".encode())
        digester.digest(f"[{self.result(2)}]".encode())
        assert [sent.message.id for sent in digester.waiting] == [1]

    @pytest.mark.parametrize("id_", [[1], {"a": 1}, True, 1e400, 1.5, None])
    def test_ids_that_can_be_none_do_no_harm(self, id_):
        text = json.dumps(id_).replace("Infinity", "1e400")
        request = f'{{"jsonrpc":"2.0","id":{text},"method":"tools/call"}}'
        for entry in self.told(request, self.result().replace("1", text, 1), request):
            assert entry.kind in ("request", "result", "malformed")
