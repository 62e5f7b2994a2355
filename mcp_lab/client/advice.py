"""What a client would do about an event, in five words: the policy's decision, made short.

Nothing is known here of the tool that was called, nor of earlier attempts. `policy.toml` holds the
table that decides.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from mcp_lab.client.actions import ClientAction
from mcp_lab.client.events import Response
from mcp_lab.client.failures import context_of
from mcp_lab.client.policy import default_policy
from mcp_lab.contract import HOME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.client.events import Event


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


IN_A_WORD: Final[Mapping[ClientAction, Action]] = {
    ClientAction.STOP_PROTOCOL: Action.STOP,
    ClientAction.RECONCILE_SIDE_EFFECT: Action.RECONCILE,
    ClientAction.ASK_USER: Action.ASK,
    ClientAction.RETRY_BOUNDED: Action.RETRY,
    ClientAction.SHOW_TOOL_ERROR: Action.SHOW,
    ClientAction.RETRY_WITH_SUPPORTED_VERSION: Action.RETRY,
    ClientAction.RETRY_WITH_MENDED_HEADERS: Action.RETRY,
    ClientAction.RETRY_WITH_INPUT: Action.RETRY,
}
_DONE: Final = Advice(Action.SHOW, "The call did what was asked.")


def advise(event: Event, revision: str = HOME) -> Advice | None:
    """What to do about an event; None where no call is touched by it."""
    context = context_of(event, revision)
    if context is None:
        return _DONE if isinstance(event, Response) else None
    decided = default_policy().decide(context)
    return Advice(IN_A_WORD[decided.action], decided.because)
