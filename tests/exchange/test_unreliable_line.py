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
    caller,
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
        ticket_way=st.sampled_from(["status", "none"]),
    )
    def open(self, revision, fault, way, ticket_way):
        self.world = World("unreliable", () if fault is None else (fault,))
        self.sold = Counter()
        self.world.tools = {**self.world.tools, **TicketDesk(self.sold).tools}
        known = {"book_passage": SEMANTICS[way], "buy_ticket": SEMANTICS[ticket_way]}
        policy = default_policy()
        policy = replace(policy, tools={**policy.tools, **known})
        self.caller = Caller(Client(self.world, revision), policy)
        self.line = Line(self.caller)
        self.sent = Counter()

    # What people do.

    @rule(party=st.sampled_from([1, 2, 1, 2, 12]))
    def book(self, party):
        passage = samples.succeeding(self.world)["book_passage"].arguments
        key = f"trip-{len(self.caller.operations):04d}"
        self.order("book_passage", passage | {"passengers": party, "idempotency_key": key})

    @rule()
    def buy(self):
        """Each call of this tool charges: nothing but the client's care keeps it from two."""
        passage = dict(samples.succeeding(self.world)["book_passage"].arguments)
        del passage["idempotency_key"]
        order = f"order-{len(self.caller.operations):04d}"
        self.order("buy_ticket", passage | {"passengers": 1, "order": order})

    def order(self, tool, arguments):
        unsettled = any(each.is_unsettled for each in self.caller.operations)
        try:
            frame = self.caller.call(tool, arguments)
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
            self.find_out(operation)
        elif decided.action is ClientAction.RETRY_BOUNDED:
            self.line.wait(self.caller.pause(operation))
            self.again(operation)

    def again(self, operation, attempt=Caller.again):
        """It goes out exactly where it can't be a second one."""
        unsettled = any(each.is_unsettled for each in self.caller.operations)
        over = operation.belief is Belief.NOT_DONE
        may = not operation.acts or (over and not unsettled)
        try:
            self.line.send(attempt(self.caller, operation))
        except LocalTrouble:
            assert not may
        else:
            assert may

    @precondition(lambda self: self.caller.operations)
    @rule(data=st.data(), what=st.sampled_from(["again", "input", "find out", "not done"]))
    def somebody_is_hasty(self, data, what):
        """Whatever the policy says, and whatever is in flight."""
        operation = data.draw(st.sampled_from(self.caller.operations))
        if what == "again":
            self.again(operation)
        elif what == "input":
            self.again(operation, lambda caller, meant: caller.with_input(meant, {}))
        elif what == "find out":
            self.find_out(operation)
        elif operation.can_still_arrive:
            with pytest.raises(LocalTrouble):
                self.caller.settle(operation, Belief.NOT_DONE)

    def find_out(self, operation):
        unknown = operation.belief is Belief.UNKNOWN
        try:
            frame = self.caller.reconcile(operation)
        except LocalTrouble:
            assert not unknown
        else:
            assert unknown
            self.line.to_server += [] if frame is None else [frame]

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
        if what == "double" and way == "to_server":
            act = self.double_what_has_a_key
        more = (keep,) if what == "cut" else ()
        self.at(way, place, lambda queue, at: act(queue, at, *more))

    def double_what_has_a_key(self, queue, place):
        """Of a call without a key no client can help it when the line delivers it twice."""
        if b"buy_ticket" not in queue[place]:
            self.line.double(queue, place)

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
        if operation.tool == "buy_ticket":
            return self.sold[operation.arguments["order"]] > 0
        key = operation.arguments["idempotency_key"]
        return self.world.provider.booked_under(self.world.passenger, key) is not None

    @property
    def bookings(self):
        return [each for each in self.caller.operations if each.acts]

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


def forget_what_is_in_flight(patch):
    patch.setattr(Operation, "is_in_flight", property(lambda _: False))


def repeat_whatever_is_asked(patch):
    patch.setattr(Caller, "_refuse_a_second", lambda *_: None)


def find_out_whatever_is_asked(patch):
    patch.setattr(caller, "_refuse_what_is_known", lambda _: None)


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
        forget_what_is_in_flight,
        repeat_whatever_is_asked,
        find_out_whatever_is_asked,
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
