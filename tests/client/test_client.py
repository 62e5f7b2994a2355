"""Correlation by the exact id; a broken response harms one request at most and is no success."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.client import Asked, Broken, Client, Notified, Response, Unmatched, Why, advise
from mcp_lab.contract import REVISIONS
from mcp_lab.server import Server
from mcp_lab.wire import decode, encode
from mcp_lab.world import World, samples

HOME = "2025-11-25"
OK = {"content": [{"type": "text", "text": "S-1042 departs 08:30"}]}


class Calls:
    """A client with three calls in flight; the answers are the test's."""

    def __init__(self, revision=HOME):
        self.client = Client(World("client"), revision)
        frames = [self.client.call("booking_status", {"booking": f"B-1000{n}"}) for n in range(3)]
        self.ids = [decode(frame).id for frame in frames]
        self.id = self.ids[1]

    def answer(self, **members):
        message = {"jsonrpc": "2.0", "id": self.id} | members
        return self.client.receive(encode(message))

    @property
    def waiting(self):
        return [pending.id for pending in self.client.in_flight]


@pytest.fixture(params=REVISIONS)
def calls(request):
    return Calls(request.param)


BROKEN = {
    "result and error": {"result": OK, "error": {"code": -32603, "message": "no"}},
    "neither": {},
    "no jsonrpc": {"result": OK, "jsonrpc": None},
    "error without message": {"error": {"code": 1}},
    "code is a string": {"error": {"code": "E42", "message": "no"}},
    "code is fractional": {"error": {"code": -32603.5, "message": "no"}},
    "error is a string": {"error": "boom"},
    "result is null": {"result": None},
    "result is an array": {"result": [1]},
    "no content": {"result": {"isError": True}},
    "isError is a string": {"result": OK | {"isError": "true"}},
    "isError is a number": {"result": OK | {"isError": 1}},
    "unknown block": {"result": {"content": [{"type": "hologram"}]}},
    "a block without its text": {"result": {"content": [{"type": "text"}]}},
    "content is a string": {"result": {"content": "done"}},
}
USABLE = {
    "success": ({"result": OK}, "success"),
    "no blocks": ({"result": {"content": []}}, "success"),
    "isError false": ({"result": OK | {"isError": False}}, "success"),
    "tool error": ({"result": OK | {"isError": True}}, "tool-error"),
    "an image": (
        {"result": {"content": [{"type": "image", "data": "AA==", "mimeType": "image/png"}]}},
        "success",
    ),
    "a further member": ({"result": OK | {"more": [1]}}, "success"),
    "protocol error": ({"error": {"code": -32602, "message": "no"}}, "protocol-error"),
    "unknown code": ({"error": {"code": 7, "message": "no", "data": [1]}}, "protocol-error"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_response_ends_its_request_and_no_other(calls, name):
    (event,) = calls.answer(**BROKEN[name])
    assert isinstance(event, Broken)
    assert event.request.id == calls.id
    assert event.defects
    assert calls.waiting == [calls.ids[0], calls.ids[2]]
    assert advise(event).action == "reconcile"


@pytest.mark.parametrize("name", USABLE)
def test_a_good_response_ends_its_request_with_its_outcome(calls, name):
    members, outcome = USABLE[name]
    (event,) = calls.answer(**members)
    assert isinstance(event, Response)
    assert (event.request.id, event.outcome) == (calls.id, outcome)
    assert (event.result or event.error) == (members.get("result") or members.get("error"))
    assert calls.waiting == [calls.ids[0], calls.ids[2]]


@pytest.mark.parametrize(
    ("form", "why"),
    [
        (str, Why.OTHER_FORM),
        (lambda id_: [id_], None),
        (lambda id_: id_ + 100, Why.NEVER_SENT),
        (lambda _: None, None),
        (lambda _: True, None),
    ],
)
def test_an_id_of_another_form_or_value_answers_nothing(calls, form, why):
    (event,) = calls.answer(id=form(calls.id), result=OK)
    if why is None:
        assert isinstance(event, Broken)
        assert event.request is None
    else:
        assert isinstance(event, Unmatched)
        assert event.why is why
    assert calls.waiting == calls.ids
    assert advise(event) is None


def test_an_integral_float_is_the_same_id(calls):
    (event,) = calls.answer(id=float(calls.id), result=OK)
    assert isinstance(event, Response)


def test_a_string_id_is_found_by_the_same_string_only():
    client = Client(World("client"), HOME)
    client.send(b'{"jsonrpc": "2.0", "id": "7", "method": "ping"}')
    (wrong,) = client.receive(b'{"jsonrpc": "2.0", "id": 7, "result": {}}')
    (right,) = client.receive(b'{"jsonrpc": "2.0", "id": "7", "result": {}}')
    assert wrong.why is Why.OTHER_FORM
    assert isinstance(right, Response)


def test_a_second_answer_changes_nothing(calls):
    calls.answer(result=OK)
    (event,) = calls.answer(result=OK | {"isError": True})
    assert event.why is Why.ANSWERED
    assert calls.waiting == [calls.ids[0], calls.ids[2]]


@pytest.mark.parametrize("id_", [{}, {"id": None}])
def test_an_error_without_an_id_belongs_to_no_request(calls, id_):
    error = {"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}}
    (event,) = calls.client.receive(encode(error | id_))
    assert event.why is Why.NO_ID
    assert calls.waiting == calls.ids


@pytest.mark.parametrize("data", [b"", b"Listening on stdio", b"{", b"\xff", b"5", b'"ok"', b"[]"])
def test_what_is_no_message_leaves_every_call_in_flight(calls, data):
    (event,) = calls.client.receive(data)
    assert isinstance(event, Broken)
    assert event.request is None
    assert calls.waiting == calls.ids


def test_a_batch_is_read_where_the_revision_has_batches(calls):
    batch = [{"jsonrpc": "2.0", "id": id_, "result": OK} for id_ in calls.ids]
    events = calls.client.receive(encode(batch))
    if calls.client.revision in ("2024-11-05", "2025-03-26"):
        assert [event.request.id for event in events] == calls.ids
        assert calls.waiting == []
    else:
        assert [type(event) for event in events] == [Broken]
        assert calls.waiting == calls.ids


def test_notifications_and_requests_of_the_server_answer_nothing(calls):
    (note,) = calls.client.receive(b'{"jsonrpc": "2.0", "method": "notifications/message"}')
    (ask,) = calls.client.receive(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}')
    assert isinstance(note, Notified)
    assert isinstance(ask, Asked)
    assert calls.waiting == calls.ids


def test_the_type_of_a_result_counts_at_the_current_revision_only(calls):
    (event,) = calls.answer(result=OK | {"resultType": "banana"})
    current = calls.client.revision == "2026-07-28"
    assert isinstance(event, Broken if current else Response)


def test_a_missing_type_is_read_as_complete():
    calls = Calls("2026-07-28")
    (event,) = calls.answer(result=OK)
    assert event.outcome == "success"


def test_input_required_is_neither_success_nor_failure():
    calls = Calls("2026-07-28")
    result = {"resultType": "input_required", "inputRequests": {}}
    (event,) = calls.answer(result=result)
    assert event.outcome == "input-required"
    assert advise(event).action == "ask"


@pytest.mark.parametrize(
    ("name", "action"),
    [("success", "show"), ("tool error", "show"), ("protocol error", "stop")],
)
def test_what_it_would_do_follows_from_the_outcome(name, action):
    (event,) = Calls().answer(**USABLE[name][0])
    assert advise(event).action == action


@pytest.mark.parametrize(
    ("code", "action"), [(-32602, "stop"), (-32603, "reconcile"), (7, "reconcile")]
)
def test_an_error_from_inside_the_server_may_hide_an_effect(code, action):
    (event,) = Calls().answer(error={"code": code, "message": "no"})
    assert advise(event).action == action


def test_a_broken_answer_to_what_acts_on_nothing_is_not_reconciled():
    client = Client(World("client"), HOME)
    id_ = decode(client.request("tools/list")).id
    (event,) = client.receive(encode({"jsonrpc": "2.0", "id": id_, "result": []}))
    assert advise(event).action == "stop"


def test_each_request_has_an_id_of_its_own():
    calls = Calls()
    assert len(set(calls.ids)) == 3


def test_requests_of_the_current_revision_carry_their_meta():
    calls = Calls("2026-07-28")
    params = decode(next(iter(calls.client.in_flight)).data).params
    assert params["_meta"]["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"
    assert params["_meta"]["io.modelcontextprotocol/clientCapabilities"] == {}


def test_arguments_left_out_stay_out():
    client = Client(World("client"), HOME)
    assert decode(client.call("find_sailings")).params == {"name": "find_sailings"}
    assert "params" not in decode(client.request("ping")).value


def test_there_is_no_client_of_an_unknown_revision():
    with pytest.raises(ValueError, match="no protocol revision"):
        Client(World(), "2025-11-26")


def test_every_answer_of_the_lab_is_usable(calls):
    world = World("both")
    revision = calls.client.revision
    client, server = Client(world, revision), Server(world, revision, opened=True)
    for group in (samples.succeeding, samples.refused, samples.malformed):
        for sample in group(world).values():
            (answer,) = server.receive(client.call(sample.tool, sample.arguments))
            (event,) = client.receive(answer)
            assert isinstance(event, Response)
    assert len(client.in_flight) == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
ANSWERS = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | JSON,
        "id": st.sampled_from(Calls().ids) | JSON,
        "result": st.just(OK) | st.just(OK | {"isError": True}) | JSON,
        "error": st.just({"code": 1, "message": "no"}) | JSON,
        "method": st.just("notifications/message") | JSON,
    },
)


@given(st.lists(st.binary(max_size=60) | ANSWERS.map(json.dumps).map(str.encode), max_size=6))
def test_whatever_comes_back_no_call_is_answered_twice_and_none_is_lost(frames):
    for revision in REVISIONS:
        calls = Calls(revision)
        settled = []
        for frame in frames:
            for event in calls.client.receive(frame):
                request = getattr(event, "request", None)
                settled += [request.id] if request is not None else []
        assert sorted(settled + calls.waiting) == calls.ids


@given(ANSWERS)
def test_only_a_message_without_defects_is_ever_a_response(message):
    for revision in REVISIONS:
        calls = Calls(revision)
        for event in calls.client.receive(json.dumps(message).encode()):
            assert not (isinstance(event, Response) and event.message.defects)
