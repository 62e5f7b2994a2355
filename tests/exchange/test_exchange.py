"""A scenario run: what is recorded of it, the same every time."""

from __future__ import annotations

import pytest

from mcp_lab.contract import REVISIONS
from mcp_lab.exchange import Call, Scenario, run
from mcp_lab.wire import decode
from mcp_lab.world import Boundary, Fault, World, samples

VARIANT = "exchange"
CALLS = samples.succeeding(World(VARIANT))
REFUSED = samples.refused(World(VARIANT))


def scenario(send, revision="2025-11-25", *faults):
    return Scenario("tried", send, revision, faults, VARIANT)


def call(sample):
    return Call(sample.tool, sample.arguments)


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_call_is_two_frames_and_what_became_of_it(revision):
    exchange = run(scenario(call(CALLS["book_passage"]), revision))
    sent, back = exchange.frames
    assert (sent.direction, back.direction) == ("client→server", "server→client")
    assert sent.at < back.at
    assert decode(sent.data).id == decode(back.data).id
    assert exchange.outcome == "success"
    assert exchange.reached is Boundary.RESULT_SERIALISATION
    assert (exchange.entered, exchange.side_effect_began) == (True, True)
    assert exchange.effects.began == len(exchange.effects.finished) == 1


@pytest.mark.parametrize("revision", REVISIONS)
def test_the_handshake_stands_apart_where_the_revision_has_one(revision):
    exchange = run(scenario(call(CALLS["quote_fare"]), revision))
    methods = [decode(frame.data).method for frame in exchange.opening]
    if revision == "2026-07-28":
        assert methods == []
    else:
        assert [str(method) for method in methods] == [
            "initialize",
            "absent",
            "notifications/initialized",
        ]
    assert len(exchange.frames) == 2


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_scenario_gives_the_same_exchange_byte_for_byte(revision):
    tried = scenario(call(REFUSED["not-enough-seats"]), revision)
    first, second = run(tried), run(tried)
    assert first.frames == second.frames
    assert first.opening == second.opening
    assert str(first.report()) == str(second.report())
    assert first.report()._repr_html_() == second.report()._repr_html_()


def test_silence_is_an_outcome():
    exchange = run(scenario(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}'))
    assert (exchange.outcome, exchange.response) == ("silence", None)
    assert len(exchange.frames) == 1


def test_raw_bytes_go_out_as_they_are_and_their_answer_is_matched():
    raw = b' {"jsonrpc":"2.0" , "id":"\\u0061","method":"ping"} '
    exchange = run(scenario(raw))
    assert exchange.frames[0].data == raw
    assert exchange.events[0].outcome == "success"


def test_a_fault_is_planted_for_its_scenario_alone():
    fault = Fault(Boundary.PROVIDER_CALL, ValueError("CANARY"))
    exchange = run(scenario(call(CALLS["book_passage"]), "2025-11-25", fault))
    assert exchange.outcome == "tool-error"
    assert exchange.reached is Boundary.PROVIDER_CALL
    assert exchange.effects.began == 0


def test_a_batch_is_one_exchange_of_many_messages():
    batch = b'[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"no"}]'
    exchange = run(scenario(batch, "2025-03-26"))
    assert [event.outcome for event in exchange.events] == ["success", "protocol-error"]
    assert exchange.outcome == "success"
    assert exchange.response.kind == exchange.request.kind == "batch"


def test_a_batch_of_one_is_a_batch():
    exchange = run(scenario(b'[{"jsonrpc":"2.0","id":1,"method":"no"}]', "2025-03-26"))
    assert exchange.response.kind == exchange.request.kind == "batch"


def test_what_the_client_would_do_is_part_of_it():
    assert run(scenario(call(CALLS["quote_fare"]))).advice.action == "show"
    assert run(scenario(Call("no-such-tool"))).advice.action == "stop"
    assert run(scenario(b"{")).advice is None


def test_there_is_no_exchange_in_an_unknown_revision():
    with pytest.raises(ValueError, match="no protocol revision"):
        run(scenario(Call("ping"), "2025-11-26"))


def test_its_short_form_says_what_became_of_it():
    assert repr(run(scenario(Call("x")))) == "<Exchange tried: protocol error at method-dispatch>"
