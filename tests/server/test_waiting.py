"""Tools that wait: answers that are due later, cancellations, and bodies that take them badly."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from mcp_lab.wire import ABSENT, decode, encode
from mcp_lab.world import Boundary, Fault, Tool, ToolOutput, samples

SCHEMA = {"type": "object"}


def offer(desk, body, name="slow"):
    tool = Tool(name=name, description="", input_schema=SCHEMA, body=body)
    desk.world.tools = {**desk.world.tools, name: tool}


def call(desk, id_=7, name="slow", **meta):
    frame = desk.frame("tools/call", {"name": name}, id_)
    if meta:
        carried = frame["params"].get("_meta", {})
        frame["params"] = {**frame["params"], "_meta": {**carried, **meta}}
    return [decode(each) for each in desk.server.receive(encode(frame))]


def cancel(desk, id_=7):
    params = {"requestId": id_}
    frame = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
    return desk.server.receive(encode(frame))


def later(desk, seconds):
    return [decode(each) for each in desk.server.advance(seconds)]


def text(response):
    return response.result["content"][0]["text"]


async def five_seconds(context, _arguments):
    await context.sleep(5)
    return ToolOutput("done")


def test_a_slow_tool_is_answered_when_its_time_has_come(desk):
    offer(desk, five_seconds)
    before = desk.world.clock.now
    assert call(desk) == []
    assert desk.trace.waiting
    assert later(desk, 4.9) == []
    (response,) = later(desk, 0.1)
    assert (response.id, text(response)) == (7, "done")
    assert (desk.world.clock.now - before).total_seconds() == 5
    assert not desk.trace.waiting
    crossed_by_the_body = {Boundary.DOMAIN_VALIDATION, Boundary.PROVIDER_CALL}
    assert desk.trace.path == tuple(each for each in Boundary if each not in crossed_by_the_body)
    assert desk.server.due is None


def test_others_are_served_meanwhile_and_answers_come_in_the_order_of_their_time(desk):
    async def waits(context, arguments):
        await context.sleep(arguments["seconds"])
        return ToolOutput("done")

    offer(desk, waits)
    for id_, seconds in (("a", 3), ("b", 1), ("c", 2)):
        params = {"name": "slow", "arguments": {"seconds": seconds}}
        assert desk.server.receive(encode(desk.frame("tools/call", params, id_))) == ()
    assert desk.request("tools/list").error is ABSENT
    assert [decode(each).id for each in desk.server.finish()] == ["b", "c", "a"]


def test_polling_early_gives_nothing_and_late_gives_all(desk):
    offer(desk, five_seconds)
    call(desk)
    assert desk.server.poll() == ()
    desk.world.clock.advance(60)
    assert len(desk.server.poll()) == 1
    assert desk.server.poll() == ()


def test_the_ferry_companys_slow_tool_reports_progress_to_who_gave_a_token(desk):
    sample = samples.altering(desk.world)["find_connections"]
    for token in (None, "t", 5, 0):
        frame = desk.frame("tools/call", {"name": sample.tool, "arguments": sample.arguments})
        if token is not None:
            meta = {**frame["params"].get("_meta", {}), "progressToken": token}
            frame["params"]["_meta"] = meta
        assert desk.server.receive(encode(frame)) == ()
        *notices, response = [decode(each) for each in desk.server.finish()]
        assert response.kind == "result"
        assert [each.method for each in notices] == ["notifications/progress"] * 2 * (
            token is not None
        )
        assert [each.params["progress"] for each in notices] == [1, 2][: len(notices)]
        for notice in notices:
            assert notice.params["progressToken"] == token
            assert ("message" in notice.params) == (desk.revision >= "2025-03-26")


def test_progress_only_ever_goes_forward(desk):
    async def wavering(context, _arguments):
        for done in (1, 1, 3, 2, 4):
            context.progress(done, 4, "so far")
            await context.sleep(1)
        return ToolOutput("done")

    offer(desk, wavering)
    frames = call(desk, progressToken=1) + [decode(each) for each in desk.server.finish()]
    assert [each.params["progress"] for each in frames[:-1]] == [1, 3, 4]


def test_a_cancelled_call_is_never_answered(desk):
    offer(desk, five_seconds)
    call(desk)
    assert cancel(desk) == ()
    assert [trace.situation for trace in desk.server.traces] == ["cancelled", "notification"]
    assert desk.server.traces[0].decided_by == "the client"
    assert later(desk, 60) == []


@pytest.mark.parametrize("id_", [8, "7", None, True, 7.5])
def test_a_cancellation_of_another_id_is_passed_over(desk, id_):
    offer(desk, five_seconds)
    call(desk)
    assert cancel(desk, id_) == ()
    assert len(later(desk, 5)) == 1


def test_a_cancellation_that_comes_too_late_or_twice_is_passed_over(desk):
    offer(desk, five_seconds)
    call(desk)
    cancel(desk)
    assert cancel(desk) == ()
    call(desk, 9)
    assert len(later(desk, 5)) == 1
    assert cancel(desk, 9) == ()


def swallows(then):
    async def body(context, _arguments):
        with suppress(asyncio.CancelledError):
            await context.sleep(5)
        return await then(context)

    return body


async def answers(_context):
    return ToolOutput("an answer after all")


async def goes_on(context):
    context.progress(1, 2, "still at it")
    await context.sleep(5)
    return ToolOutput("done in spite of it")


async def fails(_context):
    raise ValueError("CANARY")


async def leaves(_context):
    raise SystemExit


@pytest.mark.parametrize("then", [answers, goes_on, fails, leaves])
def test_whatever_a_body_makes_of_a_cancellation_nothing_is_sent(desk, then):
    offer(desk, swallows(then))
    call(desk, progressToken=1)
    assert cancel(desk) == ()
    assert later(desk, 60) == []
    assert desk.request("tools/list").error is ABSENT


def test_a_swallowed_cancellation_does_not_stop_a_side_effect(desk):
    """The client was told nothing, and the booking is made: only the ledger knows."""
    arguments = desk.calls["book_passage"].arguments
    book = desk.world.tools["book_passage"].body

    async def stubborn(context, _arguments):
        with suppress(asyncio.CancelledError):
            await context.sleep(5)
        return book(context, arguments)

    offer(desk, stubborn)
    call(desk)
    assert cancel(desk) == ()
    (entry,) = desk.world.ledger.entries
    assert entry.kind == "booking"
    assert desk.server.traces[0].side_effect_began


def test_a_cancelled_body_may_clean_up_first(desk):
    cleaned = []

    async def tidy(context, _arguments):
        try:
            await context.sleep(5)
        finally:
            cleaned.append(True)

    offer(desk, tidy)
    call(desk)
    cancel(desk)
    assert cleaned == [True]


@pytest.mark.parametrize(
    "trouble", [ValueError("CANARY"), SystemExit(1), asyncio.CancelledError(), GeneratorExit()]
)
def test_an_exception_of_an_async_body_ends_its_call_in_words(desk, trouble):
    async def fails_late(context, _arguments):
        await context.sleep(1)
        raise trouble

    offer(desk, fails_late)
    call(desk)
    (response,) = later(desk, 1)
    assert response.result["isError"] is True
    assert desk.trace.situation == "tool-crash"
    assert b"CANARY" not in response.raw


def test_a_failure_after_a_wait_is_owned_by_the_boundary_where_it_happened(desk):
    sample = samples.altering(desk.world)["find_connections"]
    with desk.world.planted(Fault(Boundary.PROVIDER_CALL, ValueError("CANARY"))):
        desk.server.receive(
            encode(desk.frame("tools/call", {"name": sample.tool, "arguments": sample.arguments}))
        )
        (frame,) = desk.server.finish()
    assert desk.trace.situation == "provider-failure"
    assert b"CANARY" not in frame


def test_a_body_that_awaits_what_there_is_not_fails_alone(desk):
    async def wrong(_context, _arguments):
        await asyncio.sleep(0)

    offer(desk, wrong)
    (response,) = call(desk)
    assert response.result["isError"] is True
    assert desk.trace.situation == "tool-crash"


@pytest.mark.parametrize("seconds", [0, -3])
def test_a_wait_of_no_length_is_due_at_once(desk, seconds):
    async def brief(context, _arguments):
        await context.sleep(seconds)
        return ToolOutput("done")

    offer(desk, brief)
    assert call(desk) == []
    assert len(desk.server.poll()) == 1


def test_a_batch_is_answered_when_its_slowest_member_is_done(desk_at):
    desk = desk_at("2025-03-26")
    offer(desk, five_seconds)
    batch = [
        desk.frame("tools/call", {"name": "slow"}, 1),
        desk.frame("ping", id_=2),
        desk.frame("tools/call", {"name": "slow"}, 3),
    ]
    members = desk.send(encode(batch)).members
    assert [member.id for member in members] == [1, 2, 3]
    assert len(desk.server.traces) == 3
    assert desk.server.due is None


def test_two_runs_of_one_story_are_the_same_to_the_byte(desk_at):
    def story():
        desk = desk_at("2025-11-25")
        sample = samples.altering(desk.world)["find_connections"]
        desk.server.receive(
            encode(desk.frame("tools/call", {"name": sample.tool, "arguments": sample.arguments}))
        )
        return desk.server.finish()

    assert story() == story()
