"""Asking a person: by a result, by a request, or not at all; and what comes back, good and bad."""

from __future__ import annotations

import base64
import json

import pytest

from mcp_lab.contract import look_up, outcome_of
from mcp_lab.wire import ABSENT, decode, encode
from mcp_lab.world import samples

CURRENT = "2026-07-28"
CAPABLE = {"elicitation": {}}
YES = {"action": "accept", "content": {"confirm": True}}
NO = ({"action": "accept", "content": {"confirm": False}}, {"action": "decline"},
      {"action": "cancel"})  # fmt: skip


class Person:
    """A client of 2026-07-28 that can ask a person, and the call that needs one."""

    def __init__(self, desk, capabilities=CAPABLE):
        self.desk = desk
        self.sample = samples.altering(desk.world)["cancel_booking"]
        self.meta = {
            "io.modelcontextprotocol/protocolVersion": CURRENT,
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        }

    def call(self, id_=1, arguments=None, **more):
        arguments = self.sample.arguments if arguments is None else arguments
        params = {"name": self.sample.tool, "arguments": arguments, "_meta": self.meta, **more}
        return self.desk.send(
            {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params}
        )

    def answer(self, state, response=YES, id_=2, **more):
        return self.call(id_, inputResponses={"confirm": response}, requestState=state, **more)


@pytest.fixture
def person(desk_at):
    return Person(desk_at(CURRENT))


def test_the_request_ends_in_asking_and_the_next_one_brings_the_answer(person):
    asked = person.call().result
    assert asked["resultType"] == "input_required"
    assert asked["inputRequests"]["confirm"]["method"] == "elicitation/create"
    assert "content" not in asked
    assert person.desk.trace.situation is None
    assert person.desk.world.ledger.began == 0
    done = person.answer(asked["requestState"]).result
    assert done["resultType"] == "complete"
    assert "isError" not in done
    (entry,) = person.desk.world.ledger.entries
    assert entry.kind == "cancellation"


@pytest.mark.parametrize("response", NO)
def test_a_no_is_told_and_nothing_happens(person, response):
    answer = person.answer(person.call().result["requestState"], response)
    assert outcome_of(answer, CURRENT) == look_up(CURRENT, "declined-elicitation").preferred.channel
    assert "not-confirmed" in str(answer.result)
    assert person.desk.world.ledger.began == 0


def test_nothing_is_asked_before_the_rules_have_spoken(person):
    refused = person.call(arguments={"booking": "B-00000"})
    assert refused.result["isError"] is True
    assert "not-yours-to-see" in str(refused.result)


@pytest.mark.parametrize("capabilities", [{}, {"sampling": {}}, {"elicitation": {"url": {}}}])
def test_a_client_that_cannot_ask_is_told_what_is_required_of_it(desk_at, capabilities):
    person = Person(desk_at(CURRENT), capabilities)
    error = person.call().error
    assert error["code"] == -32021
    assert error["data"]["requiredCapabilities"] == {"elicitation": {"form": {}}}
    assert person.desk.world.ledger.began == 0


def test_a_client_that_declares_the_form_mode_is_asked(desk_at):
    person = Person(desk_at(CURRENT), {"elicitation": {"form": {}, "url": {}}})
    assert person.call().result["resultType"] == "input_required"


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"inputResponses": {}},
        {"inputResponses": {"other": YES}},
    ],
)
def test_what_is_missing_is_asked_for_again(person, more):
    state = person.call().result["requestState"]
    again = person.call(2, requestState=state, **more).result
    assert again["resultType"] == "input_required"
    assert person.answer(again["requestState"], id_=3).result["resultType"] == "complete"
    assert len(person.desk.world.ledger) == 1


def test_an_answer_to_a_question_that_was_never_put_confirms_nothing(person):
    assert person.call(inputResponses={"confirm": YES}).result["resultType"] == "input_required"
    assert person.desk.world.ledger.began == 0


def test_what_is_not_asked_for_is_passed_over(person):
    state = person.call().result["requestState"]
    responses = {"confirm": YES, "more": {"action": "decline"}}
    done = person.call(2, requestState=state, inputResponses=responses)
    assert done.result["resultType"] == "complete"


@pytest.mark.parametrize(
    "response",
    [
        {},
        {"action": "ok"},
        {"action": "accept"},
        {"action": "accept", "content": {}},
        {"action": "accept", "content": {"confirm": "CANARY"}},
        {"action": "accept", "content": {"confirm": 1}},
        {"action": "accept", "content": []},
        "CANARY",
        None,
    ],
)
def test_a_malformed_answer_is_a_protocol_error_and_is_not_repeated(person, response):
    answer = person.answer(person.call().result["requestState"], response)
    assert answer.error["code"] == -32602
    assert person.desk.trace.situation == "malformed-input-responses"
    assert b"CANARY" not in answer.raw
    assert person.desk.world.ledger.began == 0


@pytest.mark.parametrize("responses", [[], "CANARY", None, 5])
def test_responses_that_are_no_object_are_a_protocol_error(person, responses):
    answer = person.call(inputResponses=responses)
    assert answer.error["code"] == -32602
    assert b"CANARY" not in answer.raw


def forged(state):
    payload, _, signature = state.rpartition(".")
    held = json.loads(base64.urlsafe_b64decode(payload))
    changed = base64.urlsafe_b64encode(json.dumps(held | {"asked": "x"}).encode()).decode()
    return f"{changed}.{signature}"


@pytest.mark.parametrize(
    "spoil",
    [
        forged,
        lambda state: state[:-1],
        lambda state: state[:-1] + ("0" if state[-1] != "0" else "1"),
        lambda state: "x" + state,
        lambda state: state.upper(),
        lambda _state: "",
        lambda _state: ".",
        lambda _state: "\ud800.\ud800",
        lambda _state: 5,
        lambda _state: None,
        lambda state: {"state": state},
    ],
)
def test_a_state_that_is_not_the_servers_own_is_refused(person, spoil):
    answer = person.answer(spoil(person.call().result["requestState"]))
    preferred = look_up(CURRENT, "rejected-request-state").preferred
    assert answer.error["code"] == preferred.codes[0]
    assert person.desk.trace.situation == "rejected-request-state"
    assert person.desk.world.ledger.began == 0


def test_a_state_is_good_for_its_own_call_only(person):
    world = person.desk.world
    person.desk.call(person.desk.calls["book_passage"])
    other = world.provider.bookings(world.passenger)[1].reference
    state = person.call().result["requestState"]
    refused = person.answer(state, arguments={"booking": other})
    assert "another call" in refused.error["message"]
    person.sample = samples.succeeding(world)["booking_status"]
    assert "another call" in person.answer(state).error["message"]


def test_a_state_is_good_for_its_own_passenger_only(person):
    state = person.call().result["requestState"]
    person.desk.world.passenger = person.desk.world.company.people[1]
    assert "another call" in person.answer(state).error["message"]


def test_a_state_of_another_world_is_refused(person, desk_at):
    other = Person(desk_at(CURRENT, "another"))
    assert person.answer(other.call().result["requestState"]).error is not ABSENT


def test_a_state_expires(person):
    state = person.call().result["requestState"]
    person.desk.world.clock.advance(601)
    assert "expired" in person.answer(state).error["message"]


@pytest.mark.parametrize("id_", [1, 1.0])
def test_a_retry_has_an_id_of_its_own(person, id_):
    state = person.call().result["requestState"]
    assert "id of its own" in person.answer(state, id_=id_).error["message"]


def test_a_state_used_again_cancels_nothing_twice(person):
    state = person.call().result["requestState"]
    person.answer(state)
    again = person.answer(state, id_=3)
    assert "already-cancelled" in str(again.result)
    assert len(person.desk.world.ledger) == 1


def test_a_state_does_not_matter_to_the_connection_that_carries_it(person):
    """Statelessness: another server of the same world takes the answer."""
    from mcp_lab.server import Server

    state = person.call().result["requestState"]
    person.desk.server = Server(person.desk.world, CURRENT)
    assert person.answer(state).result["resultType"] == "complete"


# Until 2025-11-25.


def opened(desk_at, revision, capabilities):
    desk = desk_at(revision, opened=False)
    info = {"name": "tests", "version": "1"}
    params = {"protocolVersion": revision, "capabilities": capabilities, "clientInfo": info}
    desk.request("initialize", params)
    return desk, samples.altering(desk.world)["cancel_booking"]


ASKS = ["2025-06-18", "2025-11-25"]


@pytest.mark.parametrize("revision", ASKS)
def test_the_server_asks_with_a_request_of_its_own_and_waits(desk_at, revision):
    desk, sample = opened(desk_at, revision, CAPABLE)
    request = desk.call(sample)
    assert (request.kind, request.method) == ("request", "elicitation/create")
    assert ("mode" in request.params) == (revision == "2025-11-25")
    assert desk.trace.waiting
    assert desk.server.due is None
    done = desk.send({"jsonrpc": "2.0", "id": request.id, "result": YES})
    assert done.id == 7
    assert "isError" not in done.result
    assert len(desk.world.ledger) == 1


@pytest.mark.parametrize("revision", ASKS)
@pytest.mark.parametrize("response", NO)
def test_a_no_to_the_servers_request_ends_in_words(desk_at, revision, response):
    desk, sample = opened(desk_at, revision, CAPABLE)
    request = desk.call(sample)
    done = desk.send({"jsonrpc": "2.0", "id": request.id, "result": response})
    assert done.result["isError"] is True
    assert desk.world.ledger.began == 0


@pytest.mark.parametrize("revision", ASKS)
@pytest.mark.parametrize(
    "reply",
    [
        {"result": {}},
        {"result": {"action": "accept", "content": {"confirm": "CANARY"}}},
        {"result": "CANARY"},
        {"error": {"code": -32601, "message": "CANARY"}},
    ],
)
def test_a_client_that_does_not_answer_the_question_ends_the_call(desk_at, revision, reply):
    desk, sample = opened(desk_at, revision, CAPABLE)
    request = desk.call(sample)
    done = desk.send({"jsonrpc": "2.0", "id": request.id, **reply})
    assert done.result["isError"] is True
    assert b"CANARY" not in done.raw
    assert desk.world.ledger.began == 0


@pytest.mark.parametrize("revision", ASKS)
@pytest.mark.parametrize("id_", ["desk-2", 1, "7", 7])
def test_a_response_to_nothing_changes_nothing(desk_at, revision, id_):
    desk, sample = opened(desk_at, revision, CAPABLE)
    request = desk.call(sample)
    assert desk.send({"jsonrpc": "2.0", "id": id_, "result": YES}) is None
    assert desk.send({"jsonrpc": "2.0", "id": request.id, "result": YES}).id == 7
    assert desk.send({"jsonrpc": "2.0", "id": request.id, "result": YES}) is None


@pytest.mark.parametrize("revision", ASKS)
def test_a_call_that_waits_for_a_person_can_be_cancelled(desk_at, revision):
    desk, sample = opened(desk_at, revision, CAPABLE)
    request = desk.call(sample)
    params = {"requestId": 7}
    desk.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
    assert desk.send({"jsonrpc": "2.0", "id": request.id, "result": YES}) is None
    assert desk.world.ledger.began == 0


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", *ASKS])
def test_where_there_is_nobody_to_ask_the_caller_is_told_what_to_do(desk_at, revision):
    desk, sample = opened(desk_at, revision, {} if revision in ASKS else CAPABLE)
    answer = desk.call(sample)
    situation = "missing-client-capability" if revision in ASKS else "input-required"
    assert desk.trace.situation == situation
    assert outcome_of(answer, revision) == look_up(revision, situation).preferred.channel
    assert "Let the passenger cancel it" in str(answer.result)
    assert desk.world.ledger.began == 0


def test_a_frame_of_the_servers_own_is_json_rpc(desk_at):
    desk, sample = opened(desk_at, "2025-11-25", CAPABLE)
    (frame,) = desk.server.receive(
        encode(desk.frame("tools/call", {"name": sample.tool, "arguments": sample.arguments}))
    )
    assert decode(frame).ok
