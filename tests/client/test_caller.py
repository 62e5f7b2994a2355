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
        message = {"jsonrpc": "2.0", "id": operation.attempts[-1].id} | members
        return self.caller.receive(encode(message))

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
