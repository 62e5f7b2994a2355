"""What a client makes of the frames that reach it: one event a message, never an exception.

What the peer reported and what the client itself found wrong are different types, so that a local
finding can't be mistaken for an error that the peer sent. Only `Response` can be a success.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from mcp_lab.client.in_flight import Pending
    from mcp_lab.contract import Outcome
    from mcp_lab.wire import Decoded, Defect


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A response that belongs to no request in flight; nothing waits for it, nothing changes."""

    why: Why
    message: Decoded


@dataclass(frozen=True, slots=True)
class Notified:
    """A notification from the server."""

    message: Decoded


@dataclass(frozen=True, slots=True)
class Asked:
    """A request from the server; this client declares no capability, so none is expected."""

    message: Decoded


Event: TypeAlias = Response | Broken | Unmatched | Notified | Asked
