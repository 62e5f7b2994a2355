"""A caller: calls as they are meant, over requests as they are sent. No input or output here.

It keeps what a client has to remember to be careful: which request belongs to which call, what each
call's effect is believed to be, how often the same call was denied. It sends nothing by itself:
its methods give back the frame to send, and whoever drives it carries frames and lets time pass.

    caller = Caller(Client(world, revision))
    frame = caller.call("book_passage", {...})         # an Operation begins
    caller.receive(answer)                             # or caller.expire(), caller.disconnected()
    caller.decide(operation)                           # what the policy says
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.client.attempts import Attempt, Denials, Relation, identity
from mcp_lab.client.events import Broken, Lost, Response, TimedOut, Withdrawn
from mcp_lab.client.failures import FailureKind, context_of
from mcp_lab.client.operations import Belief, Operation, Settled
from mcp_lab.client.policy import Policy, default_policy
from mcp_lab.client.status import Trace, status_of
from mcp_lab.client.trouble import LocalTrouble, Trouble
from mcp_lab.contract import Outcome
from mcp_lab.wire import ABSENT, decode
from mcp_lab.world.chance import draw

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mcp_lab.client.client import Client
    from mcp_lab.client.events import Ended, Event
    from mcp_lab.client.failures import FailureContext
    from mcp_lab.client.policy import Decision

_DENIED: Final = frozenset({FailureKind.PROTOCOL, FailureKind.TOOL})
_BEGINS: Final = frozenset({Relation.FIRST, Relation.REVISED, Relation.WITH_INPUT})


# What to do instead.
_WAIT: Final = "wait for its answer or its deadline, or withdraw it"
_END_IT: Final = "wait for its answer, or end the connection, and look again"
_FIND_OUT: Final = "reconcile it, or let a person settle it"
_ANOTHER_CALL: Final = "it is done; to have it done once more, make a new call"
_GO_BY_IT: Final = "go by its belief, nothing has to be found out"


class Caller:
    """One client's calls, with a policy to decide by and a memory of what is unsettled."""

    def __init__(self, client: Client, policy: Policy | None = None) -> None:
        self.client = client
        self.policy = policy or default_policy()
        self.operations: list[Operation] = []
        self._by_id: dict[Any, tuple[Operation, Attempt]] = {}
        self._denials = Denials()
        self._chance = draw(client.world.variant, "backoff")

    def call(self, tool: str, arguments: Mapping[str, Any]) -> bytes:
        """The frame of a new call; its Operation is the last of `operations`.

        Raises LocalTrouble where the tool acts and an earlier call isn't settled: a fresh side
        effect then could be the second one.
        """
        semantics = self.policy.semantics(tool)
        self._hold_back(acts=semantics.acts)
        operation = Operation(tool, arguments, semantics)
        self.operations.append(operation)
        return self._send(operation, Relation.FIRST, tool, arguments)

    def receive(self, data: bytes) -> tuple[Event, ...]:
        """One frame from the server, and what became of each call that it touches."""
        return self._took(self.client.receive(data))

    def expire(self) -> tuple[Event, ...]:
        """End the requests whose time is up. Each event says what cancels its request."""
        return self._took(self.client.expire())

    def disconnected(self) -> tuple[Event, ...]:
        """The connection ended; whatever was in flight or on its way went with it."""
        events = self._took(self.client.disconnected())
        for operation in self.operations:
            operation.connection_ended()
        return events

    def decide(self, operation: Operation) -> Decision | None:
        """What to do about a call that failed; None where there is nothing to decide."""
        return None if operation.failure is None else self.policy.decide(operation.failure)

    def pause(self, operation: Operation) -> float:
        """Seconds to let pass before the next attempt; chance has a share in it."""
        return self.policy.backoff.pause(_tries(operation), self._chance)

    def again(self, operation: Operation, arguments: Mapping[str, Any] | None = None) -> bytes:
        """The frame of another attempt, under an id of its own, linked to the one before.

        With other arguments it is a revised attempt. Of a tool that acts there is another attempt
        only when nothing was done: raises LocalTrouble where the call, or another one that acts,
        isn't settled (that is for `reconcile`), where it is still in flight, and where it is done.
        """
        self._refuse_a_second(operation)
        meant = operation.arguments if arguments is None else arguments
        same = identity(operation.tool, meant) == identity(operation.tool, operation.arguments)
        relation = Relation.RETRY if same else Relation.REVISED
        return self._send(operation, relation, operation.tool, meant)

    def with_input(self, operation: Operation, responses: Mapping[str, Any]) -> bytes:
        """The frame that gives the server what it asked for, as 2026-07-28 has it.

        The id is new and the state goes back as it came. Raises LocalTrouble as `again` does.
        """
        self._refuse_a_second(operation)
        more = {"inputResponses": dict(responses), **_state(operation.last)}
        return self._send(
            operation, Relation.WITH_INPUT, operation.tool, operation.arguments, more=more
        )

    def reconcile(self, operation: Operation) -> bytes | None:
        """The frame that finds out what happened; None where only a person can.

        A status tool is asked first, because asking changes nothing; without one the same call goes
        out again under the same idempotency key, which does nothing twice. It is tried as often as
        the policy allows attempts; then a person has to. Raises LocalTrouble where there is nothing
        to find out: the call is in flight and may be answered yet, or its end is known.
        """
        _refuse_what_is_known(operation)
        tried = sum(each.relation is Relation.RECONCILE for each in operation.attempts)
        if tried >= self.policy.backoff.attempts:
            return None
        known = operation.semantics
        if known.status and known.name and known.name in operation.arguments:
            asked = {known.name: operation.arguments[known.name]}
            return self._send(operation, Relation.RECONCILE, known.status, asked)
        if known.key and known.key in operation.arguments:
            return self._send(operation, Relation.RECONCILE, operation.tool, operation.arguments)
        return None

    def withdraw(self, operation: Operation, reason: str) -> Withdrawn | None:
        """Cancel the request of a call that is in flight; None when there is none.

        A call that acts is unknown from then on: to ask a server to stop is no undoing.
        """
        event = self.client.cancel(operation.attempts[-1].id, reason)
        if event is not None:
            self._took((event,))
        return event

    def settle(self, operation: Operation, belief: Belief) -> None:
        """A person has found out what happened.

        Raises LocalTrouble for NOT_DONE where the call can still arrive: that nothing is there yet
        is no proof, whoever looks.
        """
        if belief is Belief.NOT_DONE and operation.can_still_arrive:
            raise LocalTrouble(Trouble.IN_FLIGHT, more=_END_IT)
        operation.settle(belief, Settled.PERSON)

    def _hold_back(self, *, acts: bool) -> None:
        if acts and any(each.is_unsettled for each in self.operations):
            raise LocalTrouble(Trouble.UNSETTLED, more=_FIND_OUT)

    def _refuse_a_second(self, operation: Operation) -> None:
        """Of a call that acts, another attempt goes out only when the ones before did nothing."""
        self._hold_back(acts=operation.acts)
        if not operation.acts:
            return
        if operation.is_in_flight:
            raise LocalTrouble(Trouble.IN_FLIGHT, more=_WAIT)
        if operation.belief is Belief.DONE:
            raise LocalTrouble(Trouble.SETTLED, more=_ANOTHER_CALL)

    def _send(
        self,
        operation: Operation,
        relation: Relation,
        tool: str,
        arguments: Mapping[str, Any],
        *,
        more: Mapping[str, Any] | None = None,
    ) -> bytes:
        frame = self.client.call(tool, arguments, more=more)
        before = operation.attempts[-1].id if operation.attempts else None
        number = len(operation.attempts) + 1
        attempt = Attempt(decode(frame).id, number, relation, tool, arguments, before)
        operation.sent(attempt)
        self._by_id[attempt.id] = (operation, attempt)
        return frame

    def _took(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        for event in _endings(events):
            found = self._by_id.pop(event.request.id, None) if event.request else None
            if found is not None:
                self._ended(*found, event)
        return events

    def _ended(self, operation: Operation, attempt: Attempt, event: Ended) -> None:
        operation.last = event
        if attempt.tool != operation.tool:
            self._status_told(operation, attempt, event)
            return
        failure = context_of(event, self.client.revision, operation.semantics)
        if failure is None:
            operation.succeeded(attempt)
            return
        answered = isinstance(event, Response | Broken)
        operation.failed(attempt, self._completed(operation, attempt, failure), answered=answered)

    def _completed(
        self, operation: Operation, attempt: Attempt, failure: FailureContext
    ) -> FailureContext:
        """The failure with what only the caller knows of it: earlier attempts and denials."""
        key = operation.semantics.key
        repeated = self._denials.times(attempt.tool, attempt.arguments, key) > 0
        if failure.kind in _DENIED and not failure.transient:
            self._denials.note(attempt.tool, attempt.arguments, key)
        left = _tries(operation) < self.policy.backoff.attempts
        return replace(failure, repeated=repeated, budget_left=left)

    def _status_told(self, operation: Operation, attempt: Attempt, event: Ended) -> None:
        """An answer of the status tool; whatever is no clear answer leaves the belief as it is."""
        found = status_of(event)
        if found is not Trace.UNCLEAR:
            operation.told(attempt, found=found is Trace.FOUND)


def _refuse_what_is_known(operation: Operation) -> None:
    if operation.belief is Belief.OPEN:
        raise LocalTrouble(Trouble.IN_FLIGHT, more=_WAIT)
    if operation.belief is not Belief.UNKNOWN:
        raise LocalTrouble(Trouble.SETTLED, more=_GO_BY_IT)


def _state(asked: Ended | None) -> dict[str, Any]:
    """What has to go back as it came, if the server asked for input and gave a state with it."""
    if not isinstance(asked, Response) or asked.outcome is not Outcome.INPUT_REQUIRED:
        return {}
    state = asked.result.get("requestState", ABSENT)
    return {} if state is ABSENT else {"requestState": state}


def _tries(operation: Operation) -> int:
    """How often the call went out as it is now: a change starts a new count."""
    relations = [attempt.relation for attempt in operation.attempts]
    begun = max(place for place, each in enumerate(relations) if each in _BEGINS)
    return 1 + relations[begun:].count(Relation.RETRY)


def _endings(events: Iterable[Event]) -> list[Ended]:
    return [
        event
        for event in events
        if isinstance(event, Response | Broken | TimedOut | Lost | Withdrawn)
    ]
