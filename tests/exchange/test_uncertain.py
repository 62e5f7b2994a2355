"""A call that may have acted stays unknown until a key, a status tool or a person settles it."""

from dataclasses import replace

import pytest

from mcp_lab.client import (
    Belief,
    Caller,
    Client,
    LocalTrouble,
    Relation,
    Settled,
    Trouble,
    default_policy,
)
from mcp_lab.contract import CURRENT, HOME, REVISIONS
from mcp_lab.exchange.line import Line
from mcp_lab.exchange.ticket_desk import SEMANTICS, TicketDesk
from mcp_lab.exchange.uncertain import UNCERTAIN, agrees, play_uncertain
from mcp_lab.wire import decode
from mcp_lab.world import World, samples

STORIES = [(name, revision) for name in UNCERTAIN for revision in REVISIONS]
CAREFUL = [name for name, scenario in UNCERTAIN.items() if scenario.host == "careful"]


@pytest.fixture(params=STORIES, ids=lambda pair: f"{pair[0]}@{pair[1]}")
def story(request):
    return play_uncertain(*request.param)


def test_it_ends_as_the_table_says(story):
    scenario = story.scenario
    assert tuple(each.action for each in story.decisions) == scenario.actions
    assert story.operation.belief == scenario.belief
    assert story.operation.settled_by == scenario.settled_by
    assert story.charges == scenario.charges


def test_after_the_loss_a_careful_client_says_that_it_does_not_know(story):
    if story.scenario.host == "careful":
        assert story.beliefs[0] is Belief.UNKNOWN
        assert story.held_back


def test_belief_and_ledger_contradict_each_other_only_for_the_careless(story):
    assert story.agrees == (story.scenario.host == "careful")


def test_each_attempt_has_an_id_of_its_own_and_names_the_one_before(story):
    attempts = story.operation.attempts
    assert len({attempt.id for attempt in attempts}) == len(attempts)
    assert [attempt.before for attempt in attempts] == [None, *(each.id for each in attempts[:-1])]
    assert [attempt.number for attempt in attempts] == list(range(1, len(attempts) + 1))


def test_a_careful_client_never_charges_twice_and_keeps_the_calls_own_name(story):
    if story.scenario.host == "careful":
        assert story.charges <= 1
        names = {
            attempt.arguments.get("order", attempt.arguments.get("idempotency_key"))
            for attempt in story.operation.attempts
        }
        assert len(names) == 1


def test_without_any_way_to_find_out_it_takes_a_person():
    assert play_uncertain("no-reconciliation").needs_person
    assert play_uncertain("never-sent").needs_person
    assert not play_uncertain("found").needs_person


def test_nothing_found_is_no_proof_while_it_can_still_arrive():
    slow = play_uncertain("nothing-found-yet")
    assert slow.beliefs == (Belief.UNKNOWN, Belief.UNKNOWN, Belief.DONE)
    lost = play_uncertain("nothing-found")
    assert lost.beliefs == (Belief.UNKNOWN, Belief.NOT_DONE, Belief.DONE)


def test_at_the_timeout_the_server_was_told_to_stop_and_it_changed_nothing():
    story = play_uncertain("answer-lost")
    methods = [decode(frame.data).method for frame in story.frames]
    assert "notifications/cancelled" in methods
    assert story.charges == 1


def test_a_repeat_under_the_key_is_an_attempt_to_reconcile():
    story = play_uncertain("answer-lost")
    first, second = story.operation.attempts
    assert second.relation is Relation.RECONCILE
    assert second.arguments == first.arguments


def test_what_is_believed_and_what_happened_are_compared_one_by_one():
    assert agrees(Belief.DONE, 1)
    assert not agrees(Belief.DONE, 2)
    assert not agrees(Belief.DONE, 0)
    assert agrees(Belief.NOT_DONE, 0)
    assert not agrees(Belief.NOT_DONE, 1)
    assert agrees(Belief.UNKNOWN, 1)
    assert agrees(Belief.OPEN, 0)


@pytest.mark.parametrize("name", CAREFUL)
def test_every_variant_tells_the_same_story(name):
    one, other = (play_uncertain(name, HOME, variant) for variant in ("one", "other"))
    assert one.beliefs == other.beliefs
    again = play_uncertain(name, HOME, "one")
    assert [frame.data for frame in again.frames] == [frame.data for frame in one.frames]


def test_a_person_settles_what_nothing_else_can_and_then_calls_go_out_again():
    world = World("person")
    caller = Caller(Client(world, HOME))
    arguments = samples.succeeding(world)["book_passage"].arguments
    caller.call("cancel_booking", {"booking": "B-10000"})
    caller.disconnected()
    (operation,) = caller.operations
    assert caller.reconcile(operation) is None
    with pytest.raises(LocalTrouble) as raised:
        caller.call("book_passage", arguments)
    assert raised.value.trouble is Trouble.UNSETTLED
    assert raised.value.event is None
    caller.settle(operation, Belief.NOT_DONE)
    assert operation.settled_by is Settled.PERSON
    caller.call("book_passage", arguments)


def test_a_call_in_flight_is_charged_once_whatever_somebody_tries_meanwhile():
    world = World("in flight")
    world.tools = {**world.tools, **TicketDesk().tools}
    known = {**default_policy().tools, "buy_ticket": SEMANTICS["status"]}
    caller = Caller(Client(world, CURRENT), replace(default_policy(), tools=known))
    line = Line(caller)
    passage = dict(samples.succeeding(world)["book_passage"].arguments)
    del passage["idempotency_key"]
    line.send(caller.call("buy_ticket", passage | {"order": "order-1"}))
    (operation,) = caller.operations
    attempts = (caller.reconcile, caller.again, lambda meant: caller.with_input(meant, {}))
    for belief in (Belief.OPEN, Belief.DONE):
        assert operation.belief is belief
        for attempt in attempts:
            with pytest.raises(LocalTrouble):
                attempt(operation)
        assert operation.belief is belief
        line.settle()
    assert len(world.ledger) == 1


def test_a_story_is_shown_with_what_was_believed_and_what_happened():
    for form in play_uncertain("duplicate-charge")._repr_mimebundle_().values():
        assert "contradict each other" in form
        assert "retry-bounded" in form
    assert "agree" in play_uncertain("found")._repr_mimebundle_()["text/html"]
    assert "believed unknown, charged 1" in repr(play_uncertain("no-reconciliation"))
