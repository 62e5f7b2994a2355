"""What a client believes of a call that acts: done, not done, or unknown.

Unknown is a state of its own. A call that timed out, was lost, or came back broken may have acted,
and stays unknown until an idempotency key, a status tool or a person settles it. That no trace of
it is found is not enough as long as it can still arrive: a slow request is not a lost one, and one
in flight has not even timed out. What was sent on a connection that has ended since can't. Nor does
a "nothing found" count that was asked for before the latest attempt ended.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from mcp_lab.client.attempts import Attempt, Relation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.client.events import Ended
    from mcp_lab.client.failures import FailureContext, Semantics


class Belief(StrEnum):
    """What the client holds to be true of a call's effect."""

    OPEN = "open"
    """In flight, and nothing is known yet."""

    DONE = "done"
    NOT_DONE = "not-done"
    UNKNOWN = "unknown"
    """It may have acted, and nobody can say."""


class Settled(StrEnum):
    """What settled a belief."""

    ANSWER = "the answer"
    KEY = "the idempotency key"
    STATUS = "the status tool"
    PERSON = "a person"


@dataclass
class Operation:
    """One call as the caller means it, whatever number of requests it takes.

    Attributes:
        tool: the tool.
        arguments: the arguments of the latest attempt.
        semantics: what the host knows of the tool.
        attempts: every request for it, oldest first.
        belief: what is held to be true of its effect.
        settled_by: what settled it, or None.
        last: the event that ended the latest request, or None while it is in flight.
        failure: what a decision about it rests on; None after a success and in flight.
    """

    tool: str
    arguments: Mapping[str, Any]
    semantics: Semantics
    attempts: list[Attempt] = field(default_factory=list)
    belief: Belief = Belief.OPEN
    settled_by: Settled | None = None
    last: Ended | None = None
    failure: FailureContext | None = None
    _in_flight: set[Any] = field(default_factory=set, repr=False)
    _unsure: dict[Any, bool] = field(default_factory=dict, repr=False)
    _ended: int = field(default=0, repr=False)
    _asked: dict[Any, int] = field(default_factory=dict, repr=False)

    @property
    def acts(self) -> bool:
        """Whether its tool changes something outside."""
        return self.semantics.acts

    @property
    def is_unsettled(self) -> bool:
        """Whether it may have acted and nobody knows: no fresh side effect meanwhile."""
        return self.acts and self.belief is Belief.UNKNOWN

    @property
    def is_in_flight(self) -> bool:
        """Whether a request of it waits for its answer; questions to a status tool don't count."""
        return bool(self._in_flight)

    @property
    def can_still_arrive(self) -> bool:
        """Whether a request of it is in flight, or ended unanswered and may be on its way yet."""
        return self.is_in_flight or any(self._unsure.values())

    def sent(self, attempt: Attempt) -> None:
        """Another request for it went out."""
        self.attempts.append(attempt)
        if attempt.tool == self.tool:
            self._in_flight.add(attempt.id)
        else:
            self._asked[attempt.id] = self._ended
        if attempt.relation is not Relation.RECONCILE:
            self.arguments = attempt.arguments
        self.last = None
        if self.belief is not Belief.UNKNOWN:
            self.belief, self.settled_by, self.failure = Belief.OPEN, None, None

    def succeeded(self, attempt: Attempt) -> None:
        """An answer says that it is done."""
        self._is_over(attempt)
        by_key = attempt.relation is Relation.RECONCILE
        self.settle(Belief.DONE, Settled.KEY if by_key else Settled.ANSWER)

    def failed(self, attempt: Attempt, failure: FailureContext, *, answered: bool) -> None:
        """A request for it failed; `answered` says that the server has it: it isn't underway.

        A failure undoes no success of another request for it, and one that did nothing says nothing
        of the others.
        """
        self._is_over(attempt)
        if self.belief is Belief.DONE:
            return
        if failure.side_effect_may_have_occurred:
            self.failure = failure
            self._unsure[attempt.id] = not answered
            self.belief, self.settled_by = Belief.UNKNOWN, None
        elif self.belief is Belief.OPEN and not self.is_in_flight:
            self.failure = failure
            self.settle(Belief.NOT_DONE, Settled.ANSWER)

    def told(self, attempt: Attempt, *, found: bool) -> None:
        """The status tool says whether there is a trace of it. None settles only what is over."""
        is_latest = self._asked[attempt.id] == self._ended
        if found:
            self.settle(Belief.DONE, Settled.STATUS)
        elif self.belief is Belief.UNKNOWN and is_latest and not self.can_still_arrive:
            self.settle(Belief.NOT_DONE, Settled.STATUS)

    def connection_ended(self) -> None:
        """What was still on its way is gone with the connection."""
        self._unsure = dict.fromkeys(self._unsure, False)

    def settle(self, belief: Belief, by: Settled) -> None:
        """It is known what happened, and how that is known."""
        self.belief, self.settled_by = belief, by
        self._unsure = {}
        if belief is Belief.DONE:
            self.failure = None
        elif self.failure is not None:
            self.failure = replace(self.failure, side_effect_may_have_occurred=False)

    def _is_over(self, attempt: Attempt) -> None:
        self._in_flight.discard(attempt.id)
        self._ended += 1
