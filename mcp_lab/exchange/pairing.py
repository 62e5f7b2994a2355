"""The lines of one conversation: each frame beside what it answers, and what only many show.

Frames do not say who sent them, and a log may begin in the middle; what that leaves in doubt is
open. The contract walks the conversation; here it gets the numbers of its lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from mcp_lab.contract.conversation import Conversation as Spoken
from mcp_lab.exchange.judging import Finding, observed

if TYPE_CHECKING:
    from mcp_lab.wire import Decoded

_LINE: Final = "line "


class Sent(NamedTuple):
    """A request, and the line that it stood on."""

    line: int
    message: Decoded


class Heard(NamedTuple):
    """What a conversation adds to a frame: the request that it answers, and what is wrong."""

    request: Decoded | None = None
    findings: tuple[Finding, ...] = ()


class Conversation:
    """What has been said so far, in a log that may have begun later."""

    def __init__(self) -> None:
        self._spoken = Spoken(partial=True)

    @property
    def waiting(self) -> tuple[Sent, ...]:
        """The requests that have had no answer, in the order in which they came."""
        waiting = (_sent(*each) for each in self._spoken.waiting)
        return tuple(sorted(waiting, key=lambda sent: sent.line))

    def hear(self, line: int, message: Decoded) -> Heard:
        """Take in the next message."""
        request, observations = self._spoken.hear(message, place=f"{_LINE}{line}")
        fallen = [
            each
            for each in observations
            # beside its request a response is judged as a frame, its id as well
            if not each.holds and not (request and each.clause == "response.same-id")
        ]
        return Heard(request, tuple(found for each in fallen if (found := observed(each))))


def _sent(place: str, message: Decoded) -> Sent:
    return Sent(int(place.removeprefix(_LINE)), message)
