"""How a call ends without an answer: timeouts, lost connections, cancelling."""

import pytest

from mcp_lab.client import (
    Asked,
    Client,
    LocalTrouble,
    Lost,
    Response,
    TimedOut,
    Transport,
    Trouble,
    Way,
    Why,
    disconnect,
    result_of,
)
from mcp_lab.client.cancelling import is_known
from mcp_lab.contract import HOME, REVISIONS, Outcome
from mcp_lab.server import Server
from mcp_lab.wire import decode, encode
from mcp_lab.world import World

OK = {"content": [], "resultType": "complete"}


def client(revision=HOME, **options):
    return Client(World("ending"), revision, **options)


def sent(one, **options):
    return decode(one.call("booking_status", {"booking": "B-10000"}, **options)).id


def answer(one, id_):
    return one.receive(encode({"jsonrpc": "2.0", "id": id_, "result": OK}))


@pytest.fixture(params=REVISIONS)
def one(request):
    return client(request.param)


def test_without_a_word_every_request_has_a_bound(one):
    id_ = sent(one)
    one.world.clock.advance(29.9)
    assert one.expire() == ()
    one.world.clock.advance(0.1)
    (event,) = one.expire()
    assert isinstance(event, TimedOut)
    assert event.request.id == id_
    assert event.outcome is Outcome.SILENCE
    assert one.expire() == ()
    assert len(one.in_flight) == 0


def test_each_request_has_its_own_clock():
    one = client(timeout=10)
    first = sent(one)
    one.world.clock.advance(6)
    second, quick = sent(one), sent(one, timeout=1)
    one.world.clock.advance(4)
    assert [event.request.id for event in one.expire()] == [first, quick]
    assert [each.id for each in one.in_flight] == [second]


@pytest.mark.parametrize("bound", [0, -1, float("inf"), float("nan"), 90_000])
def test_a_timeout_that_bounds_nothing_is_refused(bound):
    with pytest.raises(ValueError, match="more than 0 s and at most a day"):
        client(timeout=bound)
    with pytest.raises(ValueError, match="more than 0 s"):
        sent(client(), timeout=bound)


def test_an_answer_after_the_time_is_late_even_when_nobody_looked_at_the_clock(one):
    id_ = sent(one)
    one.world.clock.advance(31)
    timed_out, late = answer(one, id_)
    assert isinstance(timed_out, TimedOut)
    assert late.why is Why.TIMED_OUT
    assert late.outcome is Outcome.LATE


def test_an_answer_in_the_last_moment_counts(one):
    id_ = sent(one)
    one.world.clock.advance(29.999)
    (event,) = answer(one, id_)
    assert isinstance(event, Response)


def test_at_the_timeout_the_cancellation_names_the_request(one):
    id_ = sent(one)
    one.world.clock.advance(30)
    (event,) = one.expire()
    notification = decode(event.cancelling.frame)
    assert notification.kind == "notification"
    assert notification.method == "notifications/cancelled"
    assert notification.params["requestId"] == id_


@pytest.mark.parametrize("revision", REVISIONS)
def test_over_http_the_current_revision_closes_the_stream_instead(revision):
    one = client(revision, transport=Transport.HTTP)
    event = one.cancel(sent(one))
    closes = revision == "2026-07-28"
    assert (event.cancelling.way is Way.CLOSE_STREAM) == closes
    assert (event.cancelling.frame is None) == closes


def test_initialize_is_never_cancelled():
    one = client()
    one.initialize()
    one.world.clock.advance(60)
    (event,) = one.expire()
    assert event.cancelling.way is Way.NONE
    assert event.cancelling.frame is None


def test_what_was_withdrawn_is_over_and_its_answer_late(one):
    id_ = sent(one)
    event = one.cancel(id_, "the user pressed stop")
    assert decode(event.cancelling.frame).params["reason"] == "the user pressed stop"
    (late,) = answer(one, id_)
    assert late.outcome is Outcome.LATE
    assert one.cancel(id_) is None
    with pytest.raises(LocalTrouble) as raised:
        result_of(event)
    assert raised.value.trouble is Trouble.WITHDRAWN


def test_a_lost_connection_ends_everything_in_flight_and_nothing_later(one):
    ids = [sent(one), sent(one)]
    events = one.disconnected()
    assert [event.request.id for event in events] == ids
    assert all(isinstance(event, Lost) and event.outcome is Outcome.DEATH for event in events)
    assert one.disconnected() == ()
    (late,) = answer(one, ids[0])
    assert late.why is Why.LOST
    (event,) = answer(one, sent(one))
    assert event.outcome is Outcome.SUCCESS


@pytest.mark.parametrize(
    ("revision", "cancels", "level"),
    [
        ("2024-11-05", None, None),
        ("2025-03-26", False, "SHOULD"),
        ("2025-06-18", False, "SHOULD"),
        ("2025-11-25", False, "SHOULD"),
        ("2026-07-28", True, "MUST"),
    ],
)
def test_what_a_disconnect_means_depends_on_the_revision(revision, cancels, level):
    said = disconnect(revision, Transport.HTTP)
    assert (said.cancels, said.level) == (cancels, level)
    assert "{" not in said.source
    assert (revision in said.source) == (level is not None)
    assert disconnect(revision, Transport.STDIO).cancels is None


def test_a_cancellation_of_the_language_servers_is_ignored_on_both_sides(one):
    frame = b'{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}'
    id_ = sent(one)
    (event,) = one.receive(frame)
    assert not event.known
    assert [each.id for each in one.in_flight] == [id_]
    assert Server(World("ending"), one.revision).receive(frame) == ()


def test_which_notifications_are_known_depends_on_the_revision():
    assert is_known("notifications/tasks/status", "2025-11-25")
    assert not is_known("notifications/tasks/status", "2026-07-28")
    assert is_known("notifications/subscriptions/acknowledged", "2026-07-28")
    assert all(is_known("notifications/message", revision) for revision in REVISIONS)
    assert not is_known(None, HOME)


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_request_of_the_servers_gets_what_it_is_owed(revision):
    one = client(revision)
    (ping,) = one.receive(b'{"jsonrpc":"2.0","id":"s-1","method":"ping"}')
    (ask,) = one.receive(b'{"jsonrpc":"2.0","id":"s-2","method":"roots/list"}')
    assert isinstance(ping, Asked)
    if revision == "2026-07-28":
        assert one.reply(ping) is None
    else:
        assert decode(one.reply(ping)).result == {}
        assert decode(one.reply(ask)).error["code"] == -32601


def listed(one, schema):
    tool = {"name": "quote", "inputSchema": {"type": "object"}, "outputSchema": schema}
    id_ = decode(one.request("tools/list")).id
    result = {"tools": [tool], "resultType": "complete", "ttlMs": 0, "cacheScope": "public"}
    return one.receive(encode({"jsonrpc": "2.0", "id": id_, "result": result}))


def quoted(one, **members):
    id_ = decode(one.call("quote", {})).id
    (event,) = one.receive(encode({"jsonrpc": "2.0", "id": id_, "result": OK | members}))
    return event


SCHEMA = {"type": "object", "properties": {"cents": {"type": "integer"}}, "required": ["cents"]}


def test_a_result_is_held_to_what_its_tool_promised(one):
    listed(one, SCHEMA)
    promised = one.revision >= "2025-06-18"
    fine, misfit = {"cents": 5}, {"cents": "secret-5"}
    assert isinstance(quoted(one, structuredContent=fine), Response)
    broken = quoted(one, structuredContent=misfit)
    assert isinstance(broken, Response) != promised
    assert isinstance(quoted(one), Response) != promised
    assert isinstance(quoted(one, isError=True), Response)
    if promised:
        (defect,) = broken.defects
        assert defect.path == "result.structuredContent.cents"
        assert "secret" not in defect.says


@pytest.mark.parametrize("schema", [{"type": "nothing"}, {"$ref": "https://a.example/s"}, 5, None])
def test_a_schema_that_is_none_promises_nothing(one, schema):
    listed(one, schema)
    assert isinstance(quoted(one), Response)


def test_a_list_of_tools_that_is_none_teaches_nothing(one):
    for tools in ({}, [1, {"name": 3}, {}]):
        one.catalogue.learn({"tools": tools})
    one.catalogue.learn([])
    assert isinstance(quoted(one), Response)
