"""The boundary decides the answer, never the exception's class; nothing inside gets out."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from mcp_lab.contract import look_up, outcome_of
from mcp_lab.server import BOUNDARIES
from mcp_lab.wire import ABSENT
from mcp_lab.world import Boundary, Fault, Refusal, Tool, ToolOutput, samples

CANARY = "CANARY-postgres://ferry:s3cret@10.0.0.7/bookings"
ENTERED = {row.boundary for row in BOUNDARIES[3:]}


def planted(desk, boundary, exception):
    with desk.world.planted(Fault(boundary, exception)):
        return desk.call(desk.calls["book_passage"])


def gist(response):
    """Channel, code and category: what a caller can tell the answers apart by."""
    if response.error is not ABSENT:
        return "error", response.error["code"], response.error["data"]["category"]
    text = response.result["content"][0]["text"]
    return "result", response.result["isError"], text.rpartition("[")[2].partition(",")[0]


def test_the_same_exception_gets_an_answer_of_its_own_at_each_boundary(desk):
    trouble = ValueError(CANARY)
    answers = [gist(planted(desk, row.boundary, trouble)) for row in BOUNDARIES]
    assert len(set(answers)) == len(BOUNDARIES) == len(Boundary)


@pytest.mark.parametrize("row", BOUNDARIES, ids=lambda row: row.boundary)
def test_the_class_of_the_exception_changes_nothing(desk, row):
    classes = (ValueError, KeyError, PermissionError, SystemExit, asyncio.CancelledError)
    answers = {gist(planted(desk, row.boundary, make(CANARY))) for make in classes}
    answers.add(gist(planted(desk, row.boundary, None)))
    assert len(answers) == 1


@pytest.mark.parametrize("row", BOUNDARIES, ids=lambda row: row.boundary)
def test_a_failure_goes_the_way_that_the_contract_prefers(desk, row):
    response = planted(desk, row.boundary, ValueError(CANARY))
    preferred = look_up(desk.revision, row.becomes).preferred
    assert outcome_of(response, desk.revision) == preferred.channel
    if preferred.codes:
        assert response.error["code"] == preferred.codes[0]


@pytest.mark.parametrize("row", BOUNDARIES, ids=lambda row: row.boundary)
def test_no_text_of_the_exception_gets_out(desk, row):
    for cause in (None, RuntimeError(CANARY)):
        trouble = ValueError(CANARY, {"token": CANARY})
        trouble.__cause__ = cause
        trouble.add_note(CANARY)
        assert b"CANARY" not in planted(desk, row.boundary, trouble).raw


@pytest.mark.parametrize("row", BOUNDARIES, ids=lambda row: row.boundary)
def test_the_trace_says_how_far_it_came_and_who_decided(desk, row):
    response = planted(desk, row.boundary, ValueError(CANARY))
    trace = desk.trace
    assert trace.reached is row.boundary
    assert trace.path[-1] is row.boundary
    assert trace.decided_by == row.owner
    assert trace.situation == row.becomes
    assert trace.entered == (row.boundary in ENTERED)
    # Booked, and then the answer was lost in serialising: the side effect is there all the same.
    assert trace.side_effect_began == (row.boundary is Boundary.RESULT_SERIALISATION)
    assert trace.side_effect_began == bool(desk.world.ledger.entries)
    assert trace.correlation is not None
    assert trace.correlation.encode() in response.raw


def test_who_could_not_decode_a_request_does_not_know_its_id(desk):
    response = planted(desk, Boundary.REQUEST_DECODING, ValueError(CANARY))
    assert response.id in (ABSENT, None)


def test_a_success_passes_every_boundary_in_order(desk):
    desk.call(desk.calls["book_passage"])
    trace = desk.trace
    assert trace.path == tuple(Boundary)
    assert (trace.entered, trace.side_effect_began) == (True, True)
    assert (trace.decided_by, trace.situation) == ("the tool", None)


def test_a_read_begins_no_side_effect(desk):
    for name in ("find_sailings", "quote_fare", "booking_status"):
        desk.call(desk.calls[name])
        assert not desk.trace.side_effect_began


@pytest.mark.parametrize("kind", ["required", "type", "enum", "pattern", "maximum", "format"])
def test_invalid_arguments_never_reach_the_body(desk, kind):
    response = desk.call(samples.malformed(desk.world)[kind])
    assert (
        outcome_of(response, desk.revision)
        == look_up(desk.revision, "invalid-argument").preferred.channel
    )
    assert not desk.trace.entered
    assert desk.trace.decided_by == "the tool's input schema"


def test_a_rule_refuses_in_its_own_words_and_the_body_was_entered(desk):
    for category, sample in samples.refused(desk.world).items():
        response = desk.call(sample)
        assert response.result["isError"] is True
        tail = f"[{category}, retry never, reference {desk.trace.correlation}]"
        assert response.result["content"][0]["text"].endswith(tail)
        assert desk.trace.entered
        assert desk.trace.reached is Boundary.DOMAIN_VALIDATION


def test_nothing_of_anothers_booking_gets_out(desk):
    other = desk.world.company.people[1]
    (booking,) = desk.world.provider.bookings(other)
    raw = desk.call(samples.refused(desk.world)["not-yours-to-see"]).raw.decode()
    for secret in (other, booking.order.sailing, booking.reference):
        assert secret not in raw


def test_a_refusals_words_go_out_from_wherever_it_left(desk):
    response = planted(
        desk, Boundary.PROVIDER_CALL, Refusal("office-closed", "The office is shut.", "Wait.")
    )
    assert response.result["content"][0]["text"].startswith("The office is shut. Wait.")
    assert desk.trace.situation == "provider-failure"


def test_only_a_persons_own_interrupt_leaves_the_server(desk):
    def interrupted(_context, _arguments):
        raise KeyboardInterrupt

    with_interrupt(desk, interrupted)
    with pytest.raises(KeyboardInterrupt):
        desk.request("tools/call", {"name": "interrupted"})


@pytest.mark.parametrize("leaving", [SystemExit, asyncio.CancelledError, GeneratorExit])
def test_a_tool_that_would_end_the_process_ends_its_call(desk, leaving):
    def leaves(_context, _arguments):
        raise leaving

    with_interrupt(desk, leaves)
    desk.request("tools/call", {"name": "interrupted"})
    assert desk.trace.situation == "tool-crash"


def with_interrupt(desk, body):
    schema = {"type": "object"}
    tool = Tool(name="interrupted", description="", input_schema=schema, body=body)
    desk.world.tools = {**desk.world.tools, tool.name: tool}


def test_a_body_may_catch_what_its_provider_raised(desk):
    def patient(context, _arguments):
        with suppress(OSError), context.at(Boundary.PROVIDER_CALL):
            raise OSError(CANARY)
        return ToolOutput("The office is closed; here is yesterday's timetable.")

    with_interrupt(desk, patient)
    response = desk.request("tools/call", {"name": "interrupted"})
    assert "isError" not in response.result
    assert desk.trace.situation is None


@pytest.mark.parametrize("row", BOUNDARIES, ids=lambda row: row.boundary)
def test_planted_after_the_work_the_boundary_answers_all_the_same(desk, row):
    fault = Fault(row.boundary, ValueError(CANARY), after=True)
    with desk.world.planted(fault):
        response = desk.call(desk.calls["book_passage"])
    before = planted(desk, row.boundary, ValueError(CANARY))
    assert gist(response) == gist(before)
    assert b"CANARY" not in response.raw


@pytest.mark.parametrize(
    ("boundary", "after", "committed"),
    [
        (Boundary.DOMAIN_VALIDATION, True, 0),
        (Boundary.PROVIDER_CALL, False, 0),
        (Boundary.PROVIDER_CALL, True, 1),
        (Boundary.TOOL_INVOCATION, False, 0),
        (Boundary.TOOL_INVOCATION, True, 1),
        (Boundary.RESULT_SERIALISATION, False, 1),
    ],
)
def test_the_same_answer_before_and_after_the_provider_committed(desk, boundary, after, committed):
    """What the caller is told is the same; what has happened is not, and only the ledger knows."""
    with desk.world.planted(Fault(boundary, ValueError(CANARY), after=after)):
        desk.call(desk.calls["book_passage"])
    assert len(desk.world.ledger) == committed
    assert desk.trace.side_effect_began == bool(committed)


def test_of_a_change_only_the_kind_that_was_chosen_is_told(desk):
    sample = samples.altering(desk.world)["change_booking"]
    booking = sample.arguments["booking"]
    for change, words in (
        ({"kind": "class"}, "change.class is required."),
        ({"kind": "passengers", "passengers": "2"}, "change.passengers must be an integer"),
        ({"kind": "passengers", "passengers": True}, "change.passengers must be an integer"),
        ({"kind": "boat"}, "change.kind must be one of: class, passengers, sailing."),
        ({}, "change.kind is required: one of: class, passengers, sailing."),
        ('{"kind": "class"}', "change must be an object, not a string that holds one"),
    ):
        raw = str(desk.call(sample, booking=booking, change=change).value)
        assert words in raw
        assert raw.count("change.") + raw.count("change must") == 1
        assert desk.trace.situation == "invalid-argument"


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "class", "class": "lounge"},
        {"kind": "passengers", "passengers": 2.0},
        {"kind": "passengers", "passengers": 9},
    ],
)
def test_each_kind_of_change_is_made_once(desk, change):
    sample = samples.altering(desk.world)["change_booking"]
    first = desk.call(sample, change=change).result
    again = desk.call(sample, change=change).result
    assert first["content"] == again["content"]
    assert len(desk.world.ledger) <= 1


def test_arguments_encoded_twice_are_no_call(desk):
    response = desk.request("tools/call", {"name": "quote_fare", "arguments": '{"sailing": "S"}'})
    assert response.error["code"] == -32602
    assert "a string that holds one: send the JSON itself" in response.error["message"]
