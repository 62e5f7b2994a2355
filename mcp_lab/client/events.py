"""What a client makes of what reaches it, and of what doesn't: events, never an exception.

What the peer reported and what the client itself found wrong are different types, so that a local
finding can't be mistaken for an error that the peer sent. Only `Response` can be a success. Every
call ends with exactly one of `Response`, `Broken`, `TimedOut`, `Lost` and `Withdrawn`; whatever
comes for it afterwards is `Unmatched`, and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from mcp_lab.contract import Outcome

if TYPE_CHECKING:
    from mcp_lab.client.cancelling import Cancelling
    from mcp_lab.client.in_flight import Pending
    from mcp_lab.wire import Decoded, Defect


# Every good call makes one, so like a decoded message it is not frozen, and not changed either.
@dataclass(slots=True)
class Response:
    """A good response to a request in flight, which is answered with it.

    `outcome` is success, input-required, tool-error or protocol-error.
    """

    request: Pending
    outcome: Outcome
    message: Decoded

    @property
    def result(self) -> Any:
        """The result, or ABSENT."""
        return self.message.result

    @property
    def error(self) -> Any:
        """The error, or ABSENT."""
        return self.message.error


@dataclass(frozen=True, slots=True)
class Broken:
    """A message that can't be used, with everything that is wrong with it.

    `request` is the one in flight that it names, which will get no other answer; None when it
    names none. A broken message is never a success, whatever else it holds.
    """

    request: Pending | None
    defects: tuple[Defect, ...]
    message: Decoded


class Why(StrEnum):
    """Why a response matches no request in flight."""

    NO_ID = "it names no request: the server could read no id"
    NEVER_SENT = "no request of that id was sent"
    OTHER_FORM = "a request is in flight whose id has another form"
    ANSWERED = "the request of that id is answered already"
    TIMED_OUT = "the request of that id has timed out"
    LOST = "the request of that id was lost with its connection"
    WITHDRAWN = "the request of that id was cancelled"


_ENDED_BY: dict[Why, Outcome] = {
    Why.ANSWERED: Outcome.DUPLICATE,
    Why.TIMED_OUT: Outcome.LATE,
    Why.LOST: Outcome.LATE,
    Why.WITHDRAWN: Outcome.LATE,
}


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A response that belongs to no request in flight; nothing waits for it, nothing changes."""

    why: Why
    message: Decoded

    @property
    def outcome(self) -> Outcome | None:
        """Late or duplicate, where its request has ended; None where it never had one."""
        return _ENDED_BY.get(self.why)


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Nobody answered in time. Whether the server did the work is not known.

    `cancelling` is what tells the server to stop; a late answer is no success any more.
    """

    request: Pending
    cancelling: Cancelling
    outcome: ClassVar = Outcome.SILENCE


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection ended, or the server died, with this request in flight."""

    request: Pending
    outcome: ClassVar = Outcome.DEATH


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The client itself cancelled the request. The server may have done the work all the same."""

    request: Pending
    cancelling: Cancelling
    outcome: ClassVar = Outcome.SILENCE


@dataclass(frozen=True, slots=True)
class Notified:
    """A notification from the server. One that the revision does not have is ignored."""

    message: Decoded
    known: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """A request from the server; this client declares no capability, so none is expected."""

    message: Decoded


Ended: TypeAlias = Response | Broken | TimedOut | Lost | Withdrawn
Event: TypeAlias = Ended | Unmatched | Notified | Asked
