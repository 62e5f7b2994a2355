"""What a conversation shows: each clause falls in one, and holds in another that is as near.

A conversation is written as lines: `>` from client to server, `<` the other way, then the message.
Short words stand for the messages that every conversation has.
"""

import json
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_lab.contract import HOME, REVISIONS, Standing, clause, examine_conversation
from mcp_lab.contract.conversation import Conversation, told_clauses
from mcp_lab.contract.conversation.lives import REQUEST, SESSION, Life, Phase
from mcp_lab.wire import decode

CURRENT = "2026-07-28"
TO_SERVER, TO_CLIENT = "client→server", "server→client"


def request(id_, method, **params):
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}


def notification(name, **params):
    return {"jsonrpc": "2.0", "method": f"notifications/{name}", "params": params}


def result(id_, **members):
    return {"jsonrpc": "2.0", "id": id_, "result": members}


def error(id_, code=-32602):
    return {"jsonrpc": "2.0", "id": id_, "error": {"code": code, "message": "no"}}


def declaring(client=None, server=None):
    who = {"name": "x", "version": "1"}
    asked = request(0, "initialize", protocolVersion="x", capabilities=client or {}, clientInfo=who)
    given = result(0, protocolVersion="x", capabilities=server or {}, serverInfo=who)
    return [(">", asked), ("<", given), (">", notification("initialized"))]


OPENING = declaring(server={"tools": {}})
ASKED, AGREED, READY = OPENING
CALL = (">", request(1, "tools/call", name="x"))
DONE = ("<", result(1, content=[]))
META = {
    "io.modelcontextprotocol/protocolVersion": CURRENT,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def call(id_=1, method="tools/call", meta=None, **params):
    return (">", request(id_, method, name="x", _meta=META | (meta or {}), **params))


def token(name="p", id_=1):
    return (">", request(id_, "tools/call", name="x", _meta={"progressToken": name}))


def progress(value=1, name="p"):
    return ("<", notification("progress", progressToken=name, progress=value))


def cancel(id_=1, by=">"):
    return (by, notification("cancelled", requestId=id_))


def log(level="info"):
    return ("<", notification("message", level=level, data="x"))


def level(name="info"):
    return {"io.modelcontextprotocol/logLevel": name}


def on(subscription, name="tools/list_changed", **params):
    meta = {"io.modelcontextprotocol/subscriptionId": subscription}
    return ("<", notification(name, _meta=meta, **params))


LISTEN = call(1, "subscriptions/listen", notifications={})
WANTING = ("<", result(1, resultType="input_required", requestState="s"))


class Pair(NamedTuple):
    clause: str
    bad: list
    good: list
    revision: str = HOME
    also: tuple[str, ...] = ()  # what falls with it, necessarily


def opened(*turns):
    return [*OPENING, *turns]


PAIRS = [
    Pair("request.id-unique", opened(CALL, DONE, CALL, DONE),
         opened(CALL, DONE, (">", request("1", "tools/call", name="x")), ("<", result("1")))),
    Pair("request.id-unique", opened(CALL, CALL, DONE, DONE), opened(CALL, DONE)),
    Pair("request.id-unique", [call(), call(), DONE, DONE], [call(), DONE, call(), DONE],
         revision=CURRENT),
    Pair("request.id-unique", opened(CALL, cancel(), CALL), opened(CALL, cancel()),
         also=("response.owed",)),
    Pair("response.same-id", opened(CALL, ("<", result(2)), DONE), opened(CALL, DONE)),
    Pair("response.only-one", opened(CALL, DONE, DONE), opened(CALL, DONE)),
    Pair("response.owed", opened(CALL), opened(CALL, DONE)),
    Pair("response.owed", [call()], [LISTEN, call(2), ("<", result(2))], revision=CURRENT),
    Pair("cancellation.no-response", opened(CALL, cancel(), DONE), opened(CALL, cancel())),
    Pair("cancellation.no-response", [call(), cancel(), DONE], [call(), cancel()],
         revision=CURRENT, also=("cancellation.nothing-further",)),
    Pair("cancellation.names-in-flight", opened(cancel(9)), opened(CALL, cancel())),
    Pair("cancellation.names-in-flight", opened(CALL, cancel(1, "<"), DONE),
         opened(CALL, cancel())),
    Pair("cancellation.not-initialize", [ASKED, cancel(0)], opened(CALL, cancel())),
    Pair("cancellation.tasks",
         opened((">", request(1, "tools/call", name="x", task={})), cancel()),
         opened(CALL, cancel())),
    Pair("cancellation.by-server", [call(), cancel(1, "<"), DONE], [LISTEN, cancel(1, "<")],
         revision=CURRENT, also=("cancellation.names-in-flight",)),
    Pair("cancellation.nothing-further", [token(), cancel(), progress()], [call(), cancel()],
         revision=CURRENT),
    Pair("response.same-id", opened(CALL, ("<", result("1"))), opened(CALL, DONE),
         also=("response.owed",)),
    Pair("progress.known-token", opened(CALL, progress(), DONE),
         opened(token(), progress(), DONE)),
    Pair("progress.known-token", opened(token(), progress(1, 1), DONE),
         opened(token(1), progress(1, 1), DONE)),
    Pair("progress.ends", opened(token(), DONE, progress()), opened(token(), progress(), DONE)),
    Pair("progress.increases", opened(token(), progress(1), progress(1), DONE),
         opened(token(), progress(1), progress(1.5), DONE)),
    Pair("progress.increases", opened(token(), progress(2), progress(1), DONE),
         opened(token(), progress(2), DONE, token("p", 2), progress(1), ("<", result(2)))),
    Pair("progress.token-unique", opened(token(), token("p", 2), DONE, ("<", result(2))),
         opened(token(), DONE, token("p", 2), ("<", result(2)))),
    Pair("notification.no-response", opened(("<", error(None))), opened(CALL, DONE)),
    Pair("lifecycle.initialize-first", [CALL, DONE, *OPENING[:0]], opened(CALL, DONE)),
    Pair("lifecycle.initialize-first", [ASKED, ("<", error(0)), CALL, DONE],
         [(">", request(5, "ping")), ("<", result(5)), *OPENING]),
    Pair("lifecycle.client-waits", [ASKED, CALL, AGREED, READY, DONE], opened(CALL, DONE)),
    Pair("lifecycle.server-waits",
         [ASKED, AGREED, ("<", request(5, "x/list")), (">", result(5)), READY],
         opened(("<", request(5, "x/list")), (">", result(5)))),
    Pair("lifecycle.initialized-sent", [ASKED, AGREED, CALL, DONE], opened(CALL, DONE)),
    Pair("lifecycle.initialized-sent", [READY], OPENING),
    Pair("lifecycle.initialize-once", opened(ASKED, AGREED), OPENING,
         also=("request.id-unique",)),
    Pair("capabilities.negotiated", opened((">", request(1, "prompts/list")), DONE),
         opened(CALL, DONE)),
    Pair("capabilities.negotiated", opened(("<", notification("tools/list_changed"))),
         [*declaring(server={"tools": {"listChanged": True}}),
          ("<", notification("tools/list_changed"))]),
    Pair("capabilities.negotiated", opened(("<", request(1, "roots/list")), (">", result(1))),
         [*declaring(client={"roots": {}}), ("<", request(1, "roots/list")), (">", result(1))]),
    Pair("elicitation.declared-modes",
         [*declaring(client={"elicitation": {}}),
          ("<", request(1, "elicitation/create", mode="url")), (">", result(1))],
         [*declaring(client={"elicitation": {}}),
          ("<", request(1, "elicitation/create")), (">", result(1))]),
    Pair("logging.declared", opened(log()), [*declaring(server={"logging": {}}), log()]),
    Pair("logging.opt-in", [call(), log(), DONE], [call(1, meta=level()), log(), DONE],
         revision=CURRENT),
    Pair("logging.opt-in", [call(1, meta=level()), DONE, log()],
         [call(), call(2, meta=level()), log(), DONE, ("<", result(2))], revision=CURRENT),
    Pair("direction.no-server-requests", [("<", request(1, "roots/list"))], [call(), DONE],
         revision=CURRENT, also=("response.owed",)),
    Pair("direction.no-client-responses", [("<", request(1, "x")), (">", result(1))],
         [call(), DONE], revision=CURRENT, also=("direction.no-server-requests",)),
    Pair("input.state-echoed", [call(), WANTING, call(2, requestState="t"), ("<", result(2))],
         [call(), WANTING, call(2, requestState="s"), ("<", result(2))], revision=CURRENT),
    Pair("input.state-echoed", [call(2, requestState="s"), ("<", result(2))],
         [call(), WANTING, call(2, requestState="s"), ("<", result(2))], revision=CURRENT),
    Pair("input.new-id", [call(), WANTING, call(1, requestState="s"), DONE],
         [call(), WANTING, call(2, requestState="s"), ("<", result(2))], revision=CURRENT),
    Pair("subscriptions.acknowledged-first", [LISTEN, on(1)],
         [LISTEN, on(1, "subscriptions/acknowledged", notifications={}), on(1)],
         revision=CURRENT),
]  # fmt: skip


def heard(turns):
    directions = {">": TO_SERVER, "<": TO_CLIENT}
    return [(directions[sign], decode(json.dumps(message))) for sign, message in turns]


def facts(turns, revision):
    return {fact.name: fact for fact in examine_conversation(heard(turns), revision)}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.clause)
def test_the_bad_conversation_falls_and_the_good_one_holds(pair):
    bad = facts(pair.bad, pair.revision)
    assert {name for name, fact in bad.items() if fact.holds is False} == {pair.clause, *pair.also}
    assert bad[pair.clause].evidence
    good = facts(pair.good, pair.revision)
    assert {name for name, fact in good.items() if fact.holds is False} == set()
    assert good[pair.clause].holds is True


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.clause)
def test_a_fact_cites_the_clause_as_the_revision_has_it(pair):
    for revision in REVISIONS:
        fact = facts(pair.bad, revision)[pair.clause]
        text = clause(pair.clause).at(revision)
        assert fact.revision == revision
        assert (fact.level, fact.source) == ((text.level, text.source) if text else (None, ""))
        assert (fact.standing is Standing.NOT_APPLICABLE) == (fact.holds is None)
        assert text is not None or fact.holds is None
        assert fact.holds is not False or text.open is None or text.open in fact.says


def test_no_clause_that_a_conversation_can_tell_lacks_a_pair():
    assert {pair.clause for pair in PAIRS} == set(told_clauses())


def test_every_move_speaks_of_a_clause_and_every_state_is_reached():
    for table, states, start in ((REQUEST, Life, "unused"), (SESSION, Phase, "new")):
        assert {each for move in table.values() for each in move.clauses} <= set(told_clauses())
        reached = {str(move.to) for move in table.values()} | {start, "unseen"}
        assert {str(state) for state, _ in table} <= reached
        assert reached <= {str(state) for state in states} | {"unseen"}


def test_an_id_may_be_used_again_once_answered_since_2026_07_28():
    again = opened(CALL, DONE, CALL, DONE)
    standings = [facts(again, revision)["request.id-unique"].standing for revision in REVISIONS]
    assert standings == ["broken"] * 4 + ["fine"]


def test_a_request_can_have_its_own_answer_though_one_with_a_mistaken_id_came_before():
    found = facts(opened(CALL, ("<", result("1")), DONE), HOME)
    fallen = [name for name, fact in found.items() if fact.holds is False]
    assert fallen == ["response.same-id"]


def test_both_sides_may_use_the_same_id():
    both = [*declaring({"roots": {}}, {"tools": {}}), CALL, ("<", request(1, "roots/list")),
            (">", result(1)), DONE]  # fmt: skip
    assert not [fact for fact in examine_conversation(heard(both), HOME) if fact.holds is False]


def test_a_cancellation_that_crosses_the_answer_breaks_nothing():
    crossed = facts(opened(CALL, DONE, cancel()), HOME)
    assert not [fact for fact in crossed.values() if fact.holds is False]


def test_a_task_goes_on_after_its_answer_and_so_does_its_progress():
    started = (">", request(1, "tools/call", name="x", task={}, _meta={"progressToken": "p"}))
    assert facts(opened(started, DONE, progress()), HOME)["progress.ends"].holds is None


def test_the_members_of_a_batch_are_heard_one_by_one():
    calls = [request(1, "tools/call", name="x"), request(1, "tools/call", name="x")]
    found = facts(opened((">", calls), DONE, DONE), "2025-03-26")["request.id-unique"]
    assert (found.holds, found.evidence) == (
        False,
        "id: 1, used before by the request of frame 4",
    )


def test_without_directions_the_methods_tell():
    frames = [(None, message) for _, message in heard(opened(CALL, DONE))]
    assert not [fact for fact in examine_conversation(frames, HOME) if fact.holds is False]


def test_a_partial_conversation_does_not_blame_what_it_did_not_see():
    conversation = Conversation(partial=True)
    fallen = [
        observation
        for _, message in heard([DONE, progress(), cancel(7), CALL])
        for observation in conversation.hear(message).observations
        if not observation.holds
    ]
    assert {each.clause for each in fallen} == {
        "response.same-id",
        "progress.known-token",
        "cancellation.names-in-flight",
    }
    assert not any(each.certain for each in fallen)


def test_an_unknown_revision_is_refused():
    with pytest.raises(KeyError, match="there are 2024-11-05"):
        examine_conversation([], "2025-12-31")


TURNS = st.sampled_from(
    sorted({json.dumps(turn) for pair in PAIRS for turn in (*pair.bad, *pair.good)})
).map(json.loads)


@settings(deadline=None)  # the machine may be busy; nothing here measures time
@given(st.lists(TURNS, max_size=12), st.sampled_from(REVISIONS), st.booleans())
def test_any_order_of_turns_is_heard_and_tells_the_same_facts(turns, revision, named):
    frames = [(sign if named else None, message) for sign, message in heard(turns)]
    found = examine_conversation(frames, revision)
    assert tuple(fact.name for fact in found) == told_clauses()
    for fact in found:
        assert fact.holds is not False or fact.evidence


@settings(deadline=None)
@given(st.lists(st.binary(max_size=30), max_size=4), st.sampled_from(REVISIONS))
def test_any_bytes_are_heard(lines, revision):
    examine_conversation([(None, decode(line)) for line in lines], revision)


def test_a_parse_error_answers_the_frame_that_could_not_be_read():
    conversation = Conversation(partial=True)
    conversation.hear(decode("{"), place="line 1")
    heard_ = conversation.hear(decode(json.dumps(error(None, -32700))), place="line 2")
    assert heard_.request is not None
    assert heard_.request.raw == b"{"
    assert [each for each in heard_.observations if not each.holds] == []


def test_another_session_begins_its_ids_anew_in_a_log():
    conversation = Conversation(partial=True)
    turns = [*OPENING, CALL, ASKED, AGREED, READY, CALL]
    fallen = [
        each.clause
        for _, message in heard(turns)
        for each in conversation.hear(message).observations
        if not each.holds
    ]
    assert fallen == []
    assert [place for place, _ in conversation.waiting] == ["frame 4", "frame 8"]


def test_what_was_asked_before_a_session_can_still_be_answered_in_it():
    conversation = Conversation(partial=True)
    told = [conversation.hear(message) for _, message in heard([CALL, ASKED, AGREED, DONE])]
    assert told[-1].request is not None
    assert all(each.holds for each in told[-1].observations)


def test_a_call_of_unknown_method_is_taken_for_a_clients():
    found = facts([("<", request(1, "acme/list"))], CURRENT)
    assert found["direction.no-server-requests"].holds is False
    alone = [(None, decode(json.dumps(request(1, "acme/list"))))]
    told = {fact.name: fact for fact in examine_conversation(alone, CURRENT)}
    assert told["direction.no-server-requests"].holds is True


def test_progress_that_is_no_number_is_left_to_its_form():
    found = facts(opened(token(), progress("half"), progress(1), DONE), HOME)
    assert found["progress.increases"].holds is True
    found = facts(opened(token(), progress(1, [1]), DONE), HOME)
    assert found["progress.known-token"].holds is None
