"""Two adapters: each alone, both together, and the pairs of mistakes that only the wire shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.contract import REVISIONS, Outcome, Standing, look_up, situations
from mcp_lab.exchange import run
from mcp_lab.exchange.adapters import INBOUND, Received, outbound, retold
from mcp_lab.exchange.scenario import Call, Scenario
from mcp_lab.exchange.trials import RAW, cases, inbound_facts, outbound_facts, trial
from mcp_lab.exchange.wrong_pairs import PAIRS, both
from mcp_lab.world import DEFAULT_VARIANT, Boundary, Fault, World, samples

CASES = cases(DEFAULT_VARIANT)
EVERY = pytest.mark.parametrize("revision", REVISIONS)
EACH = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)


def fallen(facts):
    return [fact.name for fact in facts if fact.holds is False]


@EVERY
@pytest.mark.parametrize("case", CASES)
def test_the_right_adapters_agree_and_nothing_falls(revision, case):
    tried = trial((outbound(revision), INBOUND), case, revision)
    assert tried.exchange.trace.situation == case
    assert tried.agrees
    assert fallen(tried.facts()) == []


@EVERY
def test_each_right_adapter_holds_alone(revision):
    assert fallen(outbound_facts(outbound(revision), revision)) == []
    assert fallen(inbound_facts(INBOUND)) == []


@EVERY
@pytest.mark.parametrize("case", CASES)
def test_the_right_outbound_adapter_sends_what_the_server_sends(revision, case):
    scenario = Scenario(case, CASES[case], revision)
    as_it_is, by_table = run(scenario), run(scenario, retold(outbound(revision)))
    assert by_table.frames == as_it_is.frames


RAW_FRAMES = (
    b"{",
    b"5",
    b"[]",
    b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}',
    b'{"jsonrpc": "2.0", "id": 1, "method": "no/such"}',
    b'{"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": {"name": 5}}',
    b'[{"jsonrpc": "2.0", "id": 1, "method": "no/such"}]',
)


@EVERY
@pytest.mark.parametrize("data", RAW_FRAMES)
def test_it_does_so_whatever_came(revision, data):
    scenario = Scenario("raw", data, revision)
    assert run(scenario, retold(outbound(revision))).frames == run(scenario).frames


@EVERY
@pytest.mark.parametrize("boundary", Boundary)
def test_it_does_so_wherever_it_failed(revision, boundary):
    sample = samples.succeeding(World())["book_passage"]
    call = Call(sample.tool, sample.arguments)
    scenario = Scenario("planted", call, revision, (Fault(boundary, ValueError("no")),))
    assert run(scenario, retold(outbound(revision))).frames == run(scenario).frames


@EVERY
def test_a_row_is_what_the_contract_prefers(revision):
    rows = outbound(revision).rows
    for situation in {"parse-error", *CASES} & set(situations()):
        preferred = look_up(revision, situation).preferred
        assert rows[situation].channel is preferred.channel
        assert rows[situation].code == next(iter(preferred.codes), None)
    assert "notification" not in rows


@EVERY
@EACH
def test_a_wrong_pair_agrees_in_process_and_falls_on_the_wire(revision, pair):
    tried = trial(both(pair, revision), pair.case, revision)
    assert tried.agrees
    agrees, *on_the_wire = tried.facts()
    assert (agrees.name, agrees.holds) == ("pair.agrees", True)
    assert pair.falls in fallen(on_the_wire)
    assert all(fact.standing is not Standing.NOT_APPLICABLE for fact in tried.facts() if fact.holds)


@EACH
def test_one_wrong_side_is_seen_even_in_process(pair):
    wrong, _ = both(pair)
    tried = trial((wrong, INBOUND), pair.case)
    assert not tried.agrees
    assert fallen(tried.facts())[0] == "pair.agrees"
    assert not trial((outbound("2025-11-25"), pair.inbound), pair.case).agrees or fallen(
        inbound_facts(pair.inbound)
    )


@EACH
def test_each_side_of_a_wrong_pair_falls_alone(pair):
    wrong, inbound = both(pair)
    assert f"{pair.case}: {pair.falls}" in fallen(outbound_facts(wrong))
    assert fallen(inbound_facts(inbound))


@EACH
def test_a_right_client_is_not_taken_in(pair):
    """What any other peer makes of the wrong frame is not what was meant."""
    tried = trial(both(pair), pair.case)
    (event,) = tried.exchange.events
    assert getattr(event, "outcome", None) is not tried.meant


def test_every_raw_frame_tells_two_adapters_apart_or_is_the_plain_case():
    names = [raw.name for raw in RAW]
    assert len(set(names)) == len(names)
    seen = {name for pair in PAIRS for name in fallen(inbound_facts(pair.inbound))}
    plain = {"inbound: a success", "inbound: a tool error", "inbound: a code that nobody knows"}
    assert seen == {f"inbound: {name}" for name in names} - plain


@given(st.binary(max_size=80), st.integers() | st.text() | st.none())
def test_no_bytes_bring_the_inbound_adapter_down(data, id_):
    received = INBOUND.read(data, id_)
    assert received.outcome in (None, *Outcome)


def test_bytes_that_are_no_answer_are_unusable():
    for data in (b"", b"{", b'{"jsonrpc":"2.0","id":7,"method":"ping"}', b"[]"):
        assert INBOUND.read(data, 7).outcome is None
    assert INBOUND.read(b'{"jsonrpc":"2.0","id":7.0,"result":{}}', 7) == Received(
        Outcome.SUCCESS, matched=True
    )
