"""What a client would do about an event, for now: five actions and an ordered table.

The first row that fits decides. This is a policy, not the protocol: no revision says what a client
does about a failure, beyond showing tool errors to the model (a SHOULD from 2025-11-25 on).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from mcp_lab.client.events import Broken, Event, Response
from mcp_lab.contract import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp_lab.client.in_flight import Pending


class Action(StrEnum):
    """What a client can do next."""

    STOP = "stop"
    RETRY = "retry"
    ASK = "ask"
    RECONCILE = "reconcile"
    SHOW = "show"


class Advice(NamedTuple):
    """One action and the reason for it."""

    action: Action
    because: str


class _Row(NamedTuple):
    fits: Callable[[Event], bool]
    advice: Advice


def _ended(outcome: Outcome) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, Response) and event.outcome is outcome


def _may_have_acted(event: Event) -> bool:
    return isinstance(event, Broken) and _calls_a_tool(event.request)


def _calls_a_tool(request: Pending | None) -> bool:
    return request is not None and request.tool is not None


# Codes that say that the request was turned away before anything was done.
_TURNED_AWAY: Final = frozenset({-32700, -32600, -32601, -32602, -32020, -32021, -32022})


def _failed_inside(event: Event) -> bool:
    """A tool was called, and the error is none that turns a request away."""
    return (
        isinstance(event, Response)
        and event.outcome is Outcome.PROTOCOL_ERROR
        and event.error["code"] not in _TURNED_AWAY
        and _calls_a_tool(event.request)
    )


_TABLE: Final[tuple[_Row, ...]] = (
    _Row(
        _may_have_acted,
        Advice(
            Action.RECONCILE,
            "The answer can't be used, and the tool may have run: find out before calling again.",
        ),
    ),
    _Row(
        lambda event: isinstance(event, Broken) and event.request is not None,
        Advice(Action.STOP, "The peer's answer breaks the protocol; asking again changes nothing."),
    ),
    _Row(
        _failed_inside,
        Advice(
            Action.RECONCILE,
            "The server failed on the way, and the tool may have run: find out first.",
        ),
    ),
    _Row(
        _ended(Outcome.PROTOCOL_ERROR),
        Advice(Action.STOP, "The request was refused as a request; mend it, don't repeat it."),
    ),
    _Row(
        _ended(Outcome.INPUT_REQUIRED),
        Advice(Action.ASK, "The server needs something that only the user can give."),
    ),
    _Row(
        _ended(Outcome.TOOL_ERROR),
        Advice(Action.SHOW, "The tool says why it failed; whoever called it can act on that."),
    ),
    _Row(_ended(Outcome.SUCCESS), Advice(Action.SHOW, "The call did what was asked.")),
)


def advise(event: Event) -> Advice | None:
    """What to do about an event; None where no call is touched by it."""
    return next((row.advice for row in _TABLE if row.fits(event)), None)
