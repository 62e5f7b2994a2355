"""The lab in a notebook: pleasant to call, honest about what it can't do."""

from __future__ import annotations

import pytest

from mcp_lab.contract import REVISIONS
from mcp_lab.exchange import Lab
from mcp_lab.wire import Unencodable
from mcp_lab.world import Boundary, Fault

# The lab's client has nobody to ask.
ASKING = {"cancel_booking"}


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_call_that_it_offers_does_what_it_says(revision):
    lab = Lab(revision, "lab")
    for name, sample in lab.examples.items():
        exchange = lab.call(sample)
        assert (exchange.outcome == "success") == (name in lab.tools and name not in ASKING)


def test_the_world_remembers():
    lab = Lab()
    lab.call(lab.examples["book_passage"])
    (entry,) = lab.ledger.entries
    status = lab.call("booking_status", {"booking": entry.reference})
    assert status.outcome == "success"
    lab.call(lab.examples["book_passage"])
    assert len(lab.ledger) == 1


def test_each_request_has_an_id_of_its_own():
    lab = Lab()
    ids = [lab.call(lab.examples["quote_fare"]).request.id for _ in range(3)]
    assert len(set(ids)) == 3


def test_arguments_of_none_are_left_out():
    assert "arguments" not in Lab().call("quote_fare").request.params


@pytest.mark.parametrize(
    "fault", ["provider-call", Boundary.PROVIDER_CALL, Fault(Boundary.PROVIDER_CALL)]
)
def test_a_fault_is_planted_for_one_call(fault):
    lab = Lab()
    assert lab.call(lab.examples["quote_fare"], fault=fault).reached == "provider-call"
    assert lab.call(lab.examples["quote_fare"]).outcome == "success"


def test_an_unknown_boundary_is_answered_with_the_nearest():
    with pytest.raises(ValueError, match="nearest is 'provider-call'"):
        Lab().call("quote_fare", {}, fault="provider")


@pytest.mark.parametrize(
    "frame",
    [
        b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}',
        '{"jsonrpc": "2.0", "id": 1, "method": "ping"}',
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
    ],
)
def test_any_frame_can_be_sent(frame):
    exchange = Lab().send(frame)
    assert exchange.outcome == "success"
    assert exchange.request.id == 1


def test_a_dict_without_a_json_form_is_refused_here_not_on_the_wire():
    with pytest.raises(Unencodable):
        Lab().send({"id": {1, 2}})


def test_half_a_surrogate_pair_in_a_string_is_sent_as_bytes_that_are_no_utf_8():
    assert Lab().send('"\ud800"').outcome == "protocol-error"


def test_what_a_notebook_shows_of_it_names_calls_to_try():
    lab = Lab(variant="lab")
    shown = lab._repr_mimebundle_()
    for form in shown.values():
        assert lab.world.company.name in form
        for tool in lab.tools:
            assert tool in form
    assert repr(lab) == f"<Lab {lab.world.company.name}, revision 2025-11-25>"


def test_the_calls_that_it_shows_can_be_copied_and_run():
    lab = Lab(variant="lab")
    shown = lab._repr_mimebundle_()["text/plain"]
    calls = [line.strip() for line in shown.splitlines() if "lab.call(" in line]
    assert len(calls) == len(lab.tools)
    for call in calls:
        exchange = eval(call, {"lab": lab})
        assert (exchange.outcome == "success") == (exchange.scenario.name not in ASKING)


def test_an_exchange_shows_both_frames_in_a_notebook_and_in_a_terminal():
    exchange = Lab().call("booking_status", {"booking": "B-00000"})
    for form in exchange._repr_mimebundle_().values():
        assert "sent: client to server" in form
        assert "came back: server to client" in form


def test_there_is_no_lab_of_an_unknown_revision():
    with pytest.raises(ValueError, match="no protocol revision"):
        Lab("2025-11-26")
