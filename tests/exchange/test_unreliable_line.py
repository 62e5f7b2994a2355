"""Any number of calls over a line that drops, delays, doubles, swaps and cuts frames.

Whatever happens on the way: nothing raises, every call ends by its deadline and only once, and
what the client believes of a call never contradicts the ledger.
"""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from mcp_lab.client import (
    Belief,
    Broken,
    Caller,
    Client,
    ClientAction,
    LocalTrouble,
    Lost,
    Response,
    TimedOut,
    Withdrawn,
    default_policy,
    failures,
)
from mcp_lab.client.operations import Operation
from mcp_lab.contract import REVISIONS
from mcp_lab.exchange.line import Line
from mcp_lab.exchange.ticket_desk import SEMANTICS, TicketDesk
from mcp_lab.world import Boundary, Fault, World, samples
from mcp_lab.world.safe_error import Retry

ENDINGS = (Response, Broken, TimedOut, Lost, Withdrawn)
# Where a failure comes after the provider has committed, and where it comes before.
AFTER = [
    Fault(Boundary.PROVIDER_CALL, ValueError("planted"), after=True),
    Fault(Boundary.TOOL_INVOCATION, ValueError("planted"), after=True),
    Fault(Boundary.RESULT_SERIALISATION),
]
BEFORE = [Fault(boundary) for boundary in Boundary]
FAULTS = st.sampled_from([None, None, None, None, *AFTER, *BEFORE])
PLACES = st.integers(0, 9)
BOTH_WAYS = st.sampled_from(["to_server", "to_client"])


class UnreliableLine(RuleBasedStateMachine):
    """One client and one server; the rules are what people and the line can do."""

    @initialize(
        revision=st.sampled_from(REVISIONS),
        fault=FAULTS,
        way=st.sampled_from(["key", "lookup", "none"]),
    )
    def open(self, revision, fault, way):
        self.world = World("unreliable", () if fault is None else (fault,))
        self.world.tools = {**self.world.tools, **TicketDesk().tools}
        policy = default_policy()
        policy = replace(policy, tools={**policy.tools, "book_passage": SEMANTICS[way]})
        self.caller = Caller(Client(self.world, revision), policy)
        self.line = Line(self.caller)
        self.sent = Counter()

    # What people do.

    @rule(party=st.sampled_from([1, 2, 1, 2, 12]))
    def book(self, party):
        passage = samples.succeeding(self.world)["book_passage"].arguments
        key = f"trip-{len(self.caller.operations):04d}"
        unsettled = any(each.is_unsettled for each in self.caller.operations)
        try:
            frame = self.caller.call(
                "book_passage", passage | {"passengers": party, "idempotency_key": key}
            )
        except LocalTrouble:
            assert unsettled
        else:
            assert not unsettled
            self.line.send(frame)

    @rule()
    def look(self):
        arguments = samples.succeeding(self.world)["quote_fare"].arguments
        self.line.send(self.caller.call("quote_fare", arguments))

    @precondition(lambda self: self.caller.operations)
    @rule(data=st.data())
    def go_on(self, data):
        operation = data.draw(st.sampled_from(self.caller.operations))
        decided = self.caller.decide(operation)
        if decided is None or operation.belief is Belief.OPEN:
            return
        if decided.action is ClientAction.RECONCILE_SIDE_EFFECT:
            frame = self.caller.reconcile(operation)
            self.line.to_server += [] if frame is None else [frame]
        elif decided.action is ClientAction.RETRY_BOUNDED:
            self.line.wait(self.caller.pause(operation))
            self.again(operation)

    def again(self, operation):
        others = [each for each in self.caller.operations if each.is_unsettled]
        try:
            self.line.send(self.caller.again(operation))
        except LocalTrouble:
            assert others
            assert operation.acts

    @rule(data=st.data())
    def a_person_finds_out(self, data):
        unsettled = [each for each in self.caller.operations if each.is_unsettled]
        if unsettled:
            operation = data.draw(st.sampled_from(unsettled))
            if self.booked(operation):
                self.caller.settle(operation, Belief.DONE)
            elif not operation.can_still_arrive and not self.line.to_server:
                self.caller.settle(operation, Belief.NOT_DONE)

    @precondition(lambda self: self.caller.client.in_flight)
    @rule(data=st.data())
    def withdraw(self, data):
        operation = data.draw(st.sampled_from(self.caller.operations))
        event = self.caller.withdraw(operation, "stop")
        if event is not None:
            self.line.events.append(event)
            self.line.send(event.cancelling.frame)

    # What the line does.

    @rule(way=BOTH_WAYS, place=PLACES)
    def carry(self, way, place):
        self.at(way, place, self.line.carry)

    @rule()
    def all_arrives(self):
        self.line.settle()

    @precondition(lambda self: any(each.is_unsettled for each in self.caller.operations))
    @rule()
    def a_question_overtakes(self):
        """What finds out goes there and back while everything before it is still on its way."""
        operation = next(each for each in self.caller.operations if each.is_unsettled)
        frame = self.caller.reconcile(operation)
        if frame is not None:
            self.line.send(frame)
            self.line.carry(self.line.to_server, -1)
            if self.line.to_client:
                self.line.carry(self.line.to_client, -1)

    @rule(
        what=st.sampled_from(["drop", "double", "cut"]),
        way=BOTH_WAYS,
        place=PLACES,
        keep=st.integers(0, 200),
    )
    def a_mishap(self, what, way, place, keep):
        act = getattr(self.line, what)
        more = (keep,) if what == "cut" else ()
        self.at(way, place, lambda queue, at: act(queue, at, *more))

    def at(self, way, place, act):
        queue = getattr(self.line, way)
        if queue:
            act(queue, place % len(queue))

    @rule(seconds=st.sampled_from([0.05, 15.0, 31.0]))
    def wait(self, seconds):
        self.line.wait(seconds)

    @precondition(lambda self: self.line.frames)
    @rule()
    def close(self):
        self.line.close()

    # What always holds.

    def booked(self, operation):
        key = operation.arguments["idempotency_key"]
        return self.world.provider.booked_under(self.world.passenger, key) is not None

    @property
    def bookings(self):
        return [each for each in self.caller.operations if each.tool == "book_passage"]

    @invariant()
    def belief_and_ledger_agree(self):
        for operation in self.bookings:
            if operation.belief is Belief.DONE:
                assert self.booked(operation)
            if operation.belief is Belief.NOT_DONE:
                assert not self.booked(operation)

    @invariant()
    def nothing_is_charged_twice(self):
        assert len(self.world.ledger) == sum(map(self.booked, self.bookings))

    @invariant()
    def no_call_ends_twice(self):
        ended = [
            each.request.id
            for each in self.line.events
            if isinstance(each, ENDINGS) and each.request
        ]
        assert len(ended) == len(set(ended))

    @invariant()
    def only_an_answer_is_a_success(self):
        for event in self.line.events:
            if getattr(event, "outcome", None) == "success":
                assert isinstance(event, Response)
                assert not event.message.defects

    @invariant()
    def no_two_requests_share_an_id(self):
        ids = [attempt.id for each in self.caller.operations for attempt in each.attempts]
        assert len(ids) == len(set(ids))

    def teardown(self):
        """Given time, every call has ended, and every one that acts is settled or unknown."""
        if not hasattr(self, "line"):
            return
        self.line.wait(self.caller.client.timeout)
        assert len(self.caller.client.in_flight) == 0
        ended = {
            each.request.id
            for each in self.line.events
            if isinstance(each, ENDINGS) and each.request
        }
        sent = {attempt.id for each in self.caller.operations for attempt in each.attempts}
        assert ended == sent
        assert all(each.belief is not Belief.OPEN for each in self.caller.operations)
        self.line.settle()
        self.belief_and_ledger_agree()


def run(examples, steps, **options):
    run_state_machine_as_test(
        UnreliableLine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            **options,
        ),
    )


def test_whatever_happens_on_the_line_nobody_believes_what_is_not_so():
    run(examples=100, steps=40)


@pytest.mark.slow
def test_and_at_length():
    run(examples=3000, steps=60)


def forget_what_is_on_its_way(patch):
    patch.setattr(Operation, "can_still_arrive", property(lambda _: False))


def believe_every_failure(patch):
    patch.setattr(failures, "_NOTHING_DONE", frozenset(Retry))


def take_every_tool_for_a_read(patch):
    patch.setattr(failures, "_may_have_acted", lambda *_: False)


def hold_nothing_back(patch):
    patch.setattr(Caller, "_hold_back", lambda *_, **__: None)


def wait_for_ever(patch):
    patch.setattr(Client, "expire", lambda _: ())


@pytest.mark.slow
@pytest.mark.parametrize(
    "careless",
    [
        forget_what_is_on_its_way,
        believe_every_failure,
        take_every_tool_for_a_read,
        hold_nothing_back,
        wait_for_ever,
    ],
    ids=lambda careless: careless.__name__,
)
def test_a_careless_client_is_found_out(careless, monkeypatch):
    careless(monkeypatch)
    with pytest.raises(AssertionError):
        run(
            examples=3000,
            steps=40,
            phases=[Phase.generate],
            database=None,
            report_multiple_bugs=False,
        )
