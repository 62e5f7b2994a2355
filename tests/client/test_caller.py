"""Attempts are linked, retries bounded, loops seen, and nothing that acts goes out in doubt."""

from dataclasses import replace

import pytest

from mcp_lab.client import (
    Belief,
    Caller,
    Client,
    LocalTrouble,
    Relation,
    Semantics,
    Settled,
    Trouble,
    default_policy,
)
from mcp_lab.contract import CURRENT, HOME
from mcp_lab.wire import decode, encode
from mcp_lab.world import World

READ = {"booking": "B-10000"}
BOOK = {"sailing": "S-1042", "passengers": 2, "class": "deck", "idempotency_key": "trip-0001"}
OK = {"content": [{"type": "text", "text": "done"}], "resultType": "complete"}


class Talk:
    """A caller whose peer is the test."""

    def __init__(self, revision=HOME, **tools):
        policy = default_policy()
        policy = replace(policy, tools={**policy.tools, **tools})
        self.world = World("caller")
        self.caller = Caller(Client(self.world, revision), policy)

    def call(self, tool="booking_status", arguments=READ):
        self.caller.call(tool, arguments)
        return self.caller.operations[-1]

    def answer(self, operation, **members):
        return self.answer_to(operation.attempts[-1], **members)

    def answer_to(self, attempt, **members):
        return self.caller.receive(encode({"jsonrpc": "2.0", "id": attempt.id} | members))

    def refuse(self, operation, retry=None):
        fields = {} if retry is None else {"_meta": {"ferry-desk/failure": {"retry": retry}}}
        return self.answer(operation, result=OK | {"isError": True} | fields)

    def time_out(self):
        self.world.clock.advance(30)
        return self.caller.expire()

    def action(self, operation):
        decided = self.caller.decide(operation)
        return None if decided is None else decided.action


def test_a_success_leaves_nothing_to_decide():
    talk = Talk()
    operation = talk.call()
    assert talk.action(operation) is None
    talk.answer(operation, result=OK)
    assert talk.action(operation) is None
    assert (operation.belief, operation.settled_by) == (Belief.DONE, Settled.ANSWER)


def test_a_read_that_times_out_is_tried_again_three_times_in_all():
    talk = Talk()
    operation = talk.call()
    pauses = []
    for _ in range(2):
        talk.time_out()
        assert talk.action(operation) == "retry-bounded"
        pauses.append(talk.caller.pause(operation))
        talk.caller.again(operation)
    talk.time_out()
    assert talk.action(operation) == "stop-protocol"
    first, second, third = operation.attempts
    assert [each.relation for each in operation.attempts] == ["first", "retry", "retry"]
    assert (first.before, second.before, third.before) == (None, first.id, second.id)
    assert len({first.id, second.id, third.id}) == 3
    assert 0.25 <= pauses[0] <= 0.5 <= pauses[1] <= 1.0


def test_a_changed_call_is_revised_and_has_attempts_of_its_own():
    talk = Talk()
    operation = talk.call()
    for arguments in (None, None, {"booking": "B-20000"}):
        talk.time_out()
        talk.caller.again(operation, arguments)
    talk.time_out()
    assert operation.attempts[-1].relation is Relation.REVISED
    assert operation.arguments == {"booking": "B-20000"}
    assert talk.action(operation) == "retry-bounded"


def test_the_same_denied_call_is_a_loop_and_a_changed_one_is_none():
    talk = Talk()
    operation = talk.call()
    talk.refuse(operation)
    assert talk.action(operation) == "show-tool-error"
    talk.caller.again(operation, {"booking": "B-20000"})
    talk.refuse(operation)
    assert talk.action(operation) == "show-tool-error"
    talk.caller.again(operation, dict(READ))
    talk.refuse(operation)
    assert talk.action(operation) == "ask-user"


def test_a_loop_is_seen_across_calls_and_under_another_key():
    talk = Talk()
    for key, action in (("trip-0001", "show-tool-error"), ("trip-0002", "ask-user")):
        operation = talk.call("book_passage", BOOK | {"idempotency_key": key})
        talk.refuse(operation, retry="when-mended")
        assert talk.action(operation) == action


def test_what_may_pass_is_no_denial():
    talk = Talk()
    operation = talk.call()
    talk.refuse(operation, retry="later")
    assert talk.action(operation) == "retry-bounded"
    talk.caller.again(operation)
    talk.refuse(operation, retry="later")
    assert talk.action(operation) == "retry-bounded"


@pytest.mark.parametrize(
    ("retry", "belief", "action"),
    [
        ("when-mended", "not-done", "show-tool-error"),
        ("later", "not-done", "retry-bounded"),
        ("after-checking", "unknown", "reconcile-side-effect"),
        ("never", "unknown", "reconcile-side-effect"),
        ("perhaps", "unknown", "reconcile-side-effect"),
        (None, "unknown", "reconcile-side-effect"),
    ],
)
def test_a_tool_error_means_nothing_was_done_only_where_it_says_so(retry, belief, action):
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    talk.refuse(operation, retry)
    assert operation.belief == belief
    assert talk.action(operation) == action


@pytest.mark.parametrize(
    ("error", "belief"),
    [
        ({"code": -32602, "message": "no"}, "not-done"),
        ({"code": -32603, "message": "no"}, "unknown"),
        ({"code": -32000, "message": "Connection closed"}, "unknown"),
        ({"code": -32603, "message": "no", "data": {"retry": "later"}}, "not-done"),
        ({"code": -32603, "message": "no", "data": "retry: later"}, "unknown"),
    ],
)
def test_an_error_from_inside_leaves_it_unknown(error, belief):
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    talk.answer(operation, error=error)
    assert operation.belief == belief


def test_a_broken_answer_leaves_it_unknown():
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    talk.answer(operation, result=[1])
    assert operation.belief is Belief.UNKNOWN
    assert not operation.can_still_arrive


def test_while_it_is_unknown_only_reads_go_out():
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    talk.time_out()
    talk.call()
    for attempt in (
        lambda: talk.call("book_passage", BOOK | {"idempotency_key": "trip-0002"}),
        lambda: talk.call("launch", {}),
        lambda: talk.caller.again(operation),
        lambda: talk.caller.again(operation, BOOK | {"passengers": 1}),
        lambda: talk.caller.with_input(operation, {}),
    ):
        with pytest.raises(LocalTrouble) as raised:
            attempt()
        assert raised.value.trouble is Trouble.UNSETTLED


ONCE = (
    lambda talk, operation: talk.caller.again(operation),
    lambda talk, operation: talk.caller.again(operation, BOOK | {"passengers": 1}),
    lambda talk, operation: talk.caller.with_input(operation, {}),
)
FIND_OUT = (lambda talk, operation: talk.caller.reconcile(operation),)


@pytest.mark.parametrize("revision", [HOME, CURRENT])
@pytest.mark.parametrize("attempt", ONCE + FIND_OUT)
def test_a_call_that_acts_and_is_in_flight_is_left_alone(attempt, revision):
    talk = Talk(revision)
    operation = talk.call("book_passage", BOOK)
    with pytest.raises(LocalTrouble, match="wait for its answer or its deadline") as raised:
        attempt(talk, operation)
    assert raised.value.trouble is Trouble.IN_FLIGHT
    assert len(operation.attempts) == 1
    assert operation.belief is Belief.OPEN


@pytest.mark.parametrize("revision", [HOME, CURRENT])
@pytest.mark.parametrize("attempt", ONCE + FIND_OUT)
def test_a_call_that_is_done_is_not_made_again(attempt, revision):
    talk = Talk(revision)
    operation = talk.call("book_passage", BOOK)
    talk.answer(operation, result=OK)
    with pytest.raises(LocalTrouble) as raised:
        attempt(talk, operation)
    assert raised.value.trouble is Trouble.SETTLED
    assert operation.belief is Belief.DONE


def test_the_trouble_says_what_to_do_instead():
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    talk.answer(operation, result=OK)
    with pytest.raises(LocalTrouble, match="make a new call"):
        talk.caller.again(operation)
    talk.call("launch", {})
    talk.time_out()
    with pytest.raises(LocalTrouble, match="reconcile it, or let a person settle it"):
        talk.call("launch", {})


def test_what_did_nothing_has_nothing_to_find_out():
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    talk.refuse(operation, retry="later")
    with pytest.raises(LocalTrouble) as raised:
        talk.caller.reconcile(operation)
    assert raised.value.trouble is Trouble.SETTLED
    talk.caller.again(operation)
    assert operation.belief is Belief.OPEN


def test_a_read_goes_out_as_often_as_anybody_likes():
    talk = Talk()
    operation = talk.call()
    talk.caller.again(operation)
    talk.answer(operation, result=OK)
    talk.caller.again(operation)
    assert len(operation.attempts) == 3


@pytest.mark.parametrize("last", ["refused", "answered", "timed out"])
def test_a_refusal_says_nothing_of_what_is_still_in_flight(last):
    talk = Talk()
    operation = talk.call()
    talk.caller.again(operation)
    first, second = operation.attempts
    talk.answer_to(first, error={"code": -32602, "message": "no"})
    assert (operation.belief, talk.action(operation)) == (Belief.OPEN, None)
    if last == "timed out":
        talk.time_out()
    elif last == "refused":
        talk.answer_to(second, error={"code": -32602, "message": "no"})
    else:
        talk.answer_to(second, result=OK)
    ends = {"refused": "not-done", "answered": "done", "timed out": "not-done"}
    assert operation.belief == ends[last]


def test_a_failure_undoes_no_success():
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    talk.time_out()
    talk.caller.reconcile(operation)
    talk.caller.reconcile(operation)
    _, second, third = operation.attempts
    talk.answer_to(second, result=OK)
    talk.answer_to(third, error={"code": -32602, "message": "no"})
    assert (operation.belief, operation.failure) == (Belief.DONE, None)


def test_a_refused_repeat_leaves_the_same_to_do():
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    talk.time_out()
    talk.caller.reconcile(operation)
    talk.refuse(operation, retry="later")
    assert operation.belief is Belief.UNKNOWN
    assert talk.action(operation) == "reconcile-side-effect"


def test_nobody_says_that_it_is_not_done_while_it_can_still_arrive():
    talk = Talk()
    operation = talk.call("launch", {})
    for end in (lambda: None, talk.time_out):
        end()
        with pytest.raises(LocalTrouble) as raised:
            talk.caller.settle(operation, Belief.NOT_DONE)
        assert raised.value.trouble is Trouble.IN_FLIGHT
    talk.caller.disconnected()
    talk.caller.settle(operation, Belief.NOT_DONE)
    assert (operation.belief, operation.settled_by) == (Belief.NOT_DONE, Settled.PERSON)


def test_an_answer_asked_for_before_the_latest_attempt_says_nothing_of_it():
    talk = Talk(buy=Semantics(acts=True, status="order_status", name="order"))
    operation = talk.call("buy", {"order": "o-1"})
    talk.answer(operation, result=[1])
    talk.caller.reconcile(operation)
    talk.caller.reconcile(operation)
    early, late = operation.attempts[1:]
    nothing = OK | {"structuredContent": {"found": False}}
    talk.answer_to(early, result=nothing)
    assert operation.belief is Belief.NOT_DONE
    talk.caller.again(operation)
    talk.answer(operation, error={"code": -32603, "message": "no"})
    talk.answer_to(late, result=nothing)
    assert operation.belief is Belief.UNKNOWN


def test_input_for_a_call_that_was_refused_carries_no_state():
    talk = Talk(CURRENT)
    operation = talk.call()
    talk.answer(operation, error={"code": -32602, "message": "no"})
    assert "requestState" not in decode(talk.caller.with_input(operation, {})).params


def test_a_late_answer_settles_nothing():
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    talk.time_out()
    (event,) = talk.answer(operation, result=OK)
    assert event.outcome == "late"
    assert operation.belief is Belief.UNKNOWN


def test_to_cancel_is_no_undoing():
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    event = talk.caller.withdraw(operation, "the user pressed stop")
    assert decode(event.cancelling.frame).method == "notifications/cancelled"
    assert operation.belief is Belief.UNKNOWN
    assert talk.caller.withdraw(operation, "again") is None


def test_reconciling_is_bounded_as_well():
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    frames = 0
    talk.time_out()
    while talk.caller.reconcile(operation) is not None:
        frames += 1
        talk.time_out()
        assert operation.belief is Belief.UNKNOWN
    assert frames == 3


def test_without_the_argument_that_names_it_there_is_no_way_back():
    talk = Talk()
    operation = talk.call("book_passage", {"sailing": "S-1042"})
    talk.time_out()
    assert talk.caller.reconcile(operation) is None


def test_a_refusal_of_the_repeat_says_nothing_of_the_first():
    talk = Talk()
    operation = talk.call("book_passage", BOOK)
    talk.time_out()
    talk.caller.reconcile(operation)
    talk.refuse(operation, retry="when-mended")
    assert operation.belief is Belief.UNKNOWN


@pytest.mark.parametrize(
    ("result", "belief"),
    [
        ({"structuredContent": {"found": True}}, "done"),
        ({"structuredContent": {"found": False}}, "not-done"),
        ({"content": [{"type": "text", "text": '{"found": true}'}]}, "done"),
        ({"content": [{"type": "text", "text": '{"found": false}'}]}, "not-done"),
        ({"structuredContent": {"found": "yes"}}, "unknown"),
        ({"structuredContent": {}}, "unknown"),
        ({"content": []}, "unknown"),
        ({"content": [{"type": "text", "text": "found"}]}, "unknown"),
        ({"content": [{"type": "text", "text": "[true]"}]}, "unknown"),
        ({"structuredContent": {"found": False}, "isError": True}, "unknown"),
    ],
)
def test_only_a_clear_answer_of_the_status_tool_settles(result, belief):
    known = Semantics(acts=True, status="order_status", name="order")
    talk = Talk(buy=known)
    operation = talk.call("buy", {"order": "o-1"})
    talk.caller.disconnected()
    frame = decode(talk.caller.reconcile(operation))
    assert frame.params["name"] == "order_status"
    assert frame.params["arguments"] == {"order": "o-1"}
    talk.answer(operation, result=OK | result)
    assert operation.belief == belief
    action = {"done": None, "not-done": "retry-bounded", "unknown": "reconcile-side-effect"}
    assert talk.action(operation) == action[belief]


def test_input_goes_out_under_a_new_id_with_the_state_as_it_came():
    talk = Talk(CURRENT)
    operation = talk.call()
    asked = {"resultType": "input_required", "inputRequests": {"a": {}}, "requestState": "s-1"}
    talk.answer(operation, result=asked)
    assert talk.action(operation) == "ask-user"
    assert talk.caller.decide(operation).how == "input_required"
    given = {"a": {"action": "accept", "content": {}}}
    frame = decode(talk.caller.with_input(operation, given))
    assert frame.params["inputResponses"] == given
    assert frame.params["requestState"] == "s-1"
    first, second = operation.attempts
    assert second.relation is Relation.WITH_INPUT
    assert second.id != first.id
    assert frame.params["arguments"] == READ


def test_without_a_state_none_is_sent_back():
    talk = Talk(CURRENT)
    operation = talk.call()
    talk.answer(operation, result={"resultType": "input_required", "inputRequests": {"a": {}}})
    assert "requestState" not in decode(talk.caller.with_input(operation, {})).params


@pytest.mark.parametrize(
    ("error", "action"),
    [
        (
            {"code": -32022, "message": "no", "data": {"supported": ["2025-11-25"]}},
            "retry-with-supported-version",
        ),
        ({"code": -32022, "message": "no", "data": {"supported": ["2099-01-01"]}}, "stop-protocol"),
        ({"code": -32022, "message": "no", "data": {"supported": "2025-11-25"}}, "stop-protocol"),
        ({"code": -32022, "message": "no"}, "stop-protocol"),
        ({"code": -32020, "message": "no"}, "retry-with-mended-headers"),
        (
            {"code": -32020, "message": "no", "data": {"supported": ["2025-11-25"]}},
            "retry-with-supported-version",
        ),
        ({"code": -32021, "message": "no"}, "stop-protocol"),
    ],
)
def test_what_the_current_revisions_errors_ask_for(error, action):
    talk = Talk(CURRENT)
    operation = talk.call("book_passage", BOOK)
    talk.answer(operation, error=error)
    assert talk.action(operation) == action
    assert operation.belief is Belief.NOT_DONE


def test_the_same_codes_mean_nothing_before_it():
    talk = Talk(HOME)
    operation = talk.call("book_passage", BOOK)
    talk.answer(
        operation, error={"code": -32022, "message": "x", "data": {"supported": ["2025-11-25"]}}
    )
    assert talk.action(operation) == "reconcile-side-effect"


def test_what_belongs_to_no_call_of_its_own_changes_nothing():
    talk = Talk()
    operation = talk.call()
    other = decode(talk.caller.client.call("booking_status", READ)).id
    events = talk.caller.receive(encode({"jsonrpc": "2.0", "id": other, "result": OK}))
    events += talk.caller.receive(b"{")
    assert len(events) == 2
    assert operation.belief is Belief.OPEN
