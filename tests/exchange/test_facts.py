"""The facts of an exchange: nothing of the lab's own falls, and each of its checks can."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mcp_lab.contract import REVISIONS, Standing, clauses
from mcp_lab.exchange import Call, Exchange, Frame, Scenario, run
from mcp_lab.exchange.facts import facts_of
from mcp_lab.wire import decode, encode
from mcp_lab.world import Boundary, Effects, Fault, World, samples

VARIANT = "facts"
WORLD = World(VARIANT)
CALLS = samples.succeeding(WORLD)
GROUPS = CALLS | samples.refused(WORLD) | samples.malformed(WORLD)
RAW = {
    "unreadable": b"{",
    "no request": b"5",
    "unknown method": b'{"jsonrpc": "2.0", "id": 1, "method": "no/such"}',
    "notification": b'{"jsonrpc": "2.0", "method": "notifications/initialized"}',
    "batch": b'[{"jsonrpc": "2.0", "id": 1, "method": "no/such"}]',
    "empty batch": b"[]",
}
CANARY = ValueError("CANARY-4711")


def tried(send, revision="2025-11-25", *faults) -> Exchange:
    return run(Scenario("tried", send, revision, faults, VARIANT))


def call(name) -> Call:
    return Call(GROUPS[name].tool, GROUPS[name].arguments)


def fallen(exchange):
    return [fact.name for fact in exchange.facts() if fact.holds is False]


def broken(exchange):
    return [fact for fact in exchange.facts() if fact.standing is Standing.BROKEN]


def fact(exchange, name):
    return next(each for each in exchange.facts() if each.name == name)


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("name", GROUPS)
def test_no_fact_of_a_call_falls(revision, name):
    assert fallen(tried(call(name), revision)) == []


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("name", RAW)
def test_nothing_is_broken_in_what_is_answered_to_any_frame(revision, name):
    assert broken(tried(RAW[name], revision)) == []


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("boundary", [*Boundary][1:])
def test_nothing_is_broken_in_the_answer_to_a_planted_failure(revision, boundary):
    assert broken(tried(call("book_passage"), revision, Fault(boundary, CANARY))) == []


def test_facts_have_names_of_their_own_and_clauses_that_exist():
    batch = tried(RAW["batch"], "2025-03-26")
    for exchange in (batch, tried(call("quote_fare"))):
        names = [each.name for each in exchange.facts()]
        assert len(names) == len(set(names))
        assert {each.clause for each in exchange.facts()} <= clauses().keys()


def test_a_situation_is_settled():
    names = {each.name: each.holds for each in tried(call("maximum")).facts()}
    assert names["invalid-argument.channel"] is True
    assert tried(RAW["notification"]).facts()[0].name == "notification.channel"


def test_each_member_of_a_batch_is_examined_with_its_own_request():
    two = (
        b'[{"jsonrpc":"2.0","id":1,"method":"no/such"},{"jsonrpc":"2.0","id":"2","method":"ping"}]'
    )
    exchange = tried(two, "2025-03-26")
    assert fact(exchange, "[0].unknown-method.code").holds is True
    assert fact(exchange, "[1].response.same-id").holds is True
    value = decode(exchange.frames[1].data).value
    swapped = encode([value[0] | {"id": "2"}, value[1] | {"id": 1}])
    back = exchange.frames[1]._replace(data=swapped)
    changed = replace(exchange, frames=(exchange.frames[0], back))
    assert "[1].unknown-method.channel" in fallen(changed)
    stranger = encode([value[0] | {"id": 99}])
    back = exchange.frames[1]._replace(data=stranger)
    alone = replace(exchange, frames=(exchange.frames[0], back))
    assert fact(alone, "[0].response.same-id").holds is None


def with_answer(exchange, value, *, times=1):
    """The same exchange, with another frame from the server in place of its own."""
    sent, back = exchange.frames
    data = encode(value)
    changed = replace(
        exchange,
        frames=(sent, *([Frame(back.direction, data, back.at)] * times)),
        events=(replace(exchange.events[0], message=decode(data)),) * times,
    )
    assert changed.response is not None
    return changed


def test_a_defect_in_the_answer_falls_at_its_own_fact():
    good = tried(call("maximum"))
    value = decode(good.frames[1].data).value
    assert "response.same-id" in fallen(with_answer(good, value | {"id": str(value["id"])}))
    result = {"content": value["result"]["content"]}
    assert "invalid-argument.channel" in fallen(with_answer(good, value | {"result": result}))
    result = value["result"] | {"isError": "true"}
    assert "result.is-error-boolean" in fallen(with_answer(good, value | {"result": result}))


def test_an_effect_behind_a_failure_is_told():
    fault = Fault(Boundary.RESULT_SERIALISATION, CANARY)
    told = fact(tried(call("book_passage"), "2025-11-25", fault), "exchange.effects-told")
    assert told.holds is False
    assert told.standing is Standing.OPEN
    assert "1 begun, 1 finished" in told.evidence
    assert fact(tried(call("book_passage")), "exchange.effects-told").holds is True
    assert fact(tried(call("quote_fare")), "exchange.effects-told").holds is None


def test_an_effect_that_the_server_missed_is_told():
    exchange = replace(tried(call("quote_fare")), effects=Effects(1, ()))
    assert fact(exchange, "exchange.effects-told").holds is False


def test_a_body_that_ran_on_invalid_arguments_is_told():
    exchange = tried(call("maximum"))
    assert fact(exchange, "exchange.body-kept-out").holds is True
    (trace,) = exchange.traces
    entered = trace._replace(path=(*trace.path, Boundary.TOOL_INVOCATION))
    assert fact(replace(exchange, traces=(entered,)), "exchange.body-kept-out").holds is False


def test_a_secret_in_the_answer_is_told():
    fault = Fault(Boundary.PROVIDER_CALL, CANARY)
    exchange = tried(call("book_passage"), "2025-11-25", fault)
    assert fact(exchange, "exchange.secrets-kept").holds is True
    leak = {"content": [{"type": "text", "text": f"Error: {CANARY}"}], "isError": True}
    value = decode(exchange.frames[1].data).value | {"result": leak}
    assert fact(with_answer(exchange, value), "exchange.secrets-kept").holds is False


def test_an_answer_to_a_notification_is_told():
    silent = tried(RAW["notification"])
    assert fact(silent, "exchange.notification-unanswered").holds is True
    data = b'{"jsonrpc": "2.0", "id": null, "result": {}}'
    answer = Frame("server→client", data, silent.frames[0].at)
    answered = replace(silent, frames=(*silent.frames, answer))
    assert fact(answered, "exchange.notification-unanswered").holds is False
    assert facts_of(answered)
