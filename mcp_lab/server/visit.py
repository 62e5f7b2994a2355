"""One message on its way through the boundaries, and the ways in which it can be stopped."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mcp_lab.wire import ABSENT, Number
from mcp_lab.world import Boundary, Context

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping
    from datetime import datetime

    from mcp_lab.server.connection import Connection
    from mcp_lab.server.methods import Method
    from mcp_lab.wire import Decoded
    from mcp_lab.world import Question, Tool, ToolOutput, World
    from mcp_lab.world.safe_error import SafeError


IGNORED: Final = "ignored"
"""The situation of what is no request: nothing is owed, and no contract speaks of it."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A boundary stops the message: the situation, and what may be said of this one case.

    `situation` is the contract's name; which channel and code it means is looked up there. The
    rest replaces the situation's own wording; all of it may leave the server.
    """

    situation: str
    category: str = ""
    says: str = ""
    remedy: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


class End(NamedTuple):
    """Where the walk of a message ended, and what stopped it; None for a success."""

    reached: Boundary
    stop: Stop | None


@dataclass(slots=True)
class Waiting:
    """The body of an async tool that is not done.

    Attributes:
        body: the coroutine.
        until: the moment at which it goes on; None while it waits for the client.
        question: what the person at the client is asked.
        asked: the id of the request that asks it, in revisions in which a server sends requests.
    """

    body: Coroutine[Any, Any, ToolOutput]
    until: datetime | None = None
    question: Question | None = None
    asked: str | None = None


class Visit:
    """What is known of one message so far. The steps fill it in, in the order of the boundaries.

    Attributes:
        row: where the walk goes on; `waiting` is the body of the tool that it waits for.
        handling: whether the method's own handler is at work.
        answers: what a person said when asked before; `input` is the question with which this
            request ends.
        effects: whether a side effect began while it was worked on.
        cancelled: whether the client has withdrawn it.
        progress: how far the client was told that it is.
        end: where it ended, with `safe`, the error that was answered with.
    """

    # What holds of most messages all the way: a message costs no more than it needs.
    method: Method | None = None
    handling = False
    tool: Tool | None = None
    arguments: Mapping[str, Any] = MappingProxyType({})
    answers: Mapping[str, Any] = MappingProxyType({})
    input: Question | None = None
    output: ToolOutput | None = None
    result: Mapping[str, Any] = MappingProxyType({})
    response = b""
    row = 0
    waiting: Waiting | None = None
    cancelled = False
    effects = False
    end = End(Boundary.TOOL_INVOCATION, None)
    safe: SafeError | None = None
    progress: float | None = None

    def __init__(
        self,
        world: World,
        revision: str,
        message: Decoded,
        connection: Connection,
        *,
        batched: bool,
    ) -> None:
        self.revision = revision
        self.message = message
        self.connection = connection
        self.batched = batched
        self.world = world
        self.context = Context(world)
        params = message.params
        self.params: Any = {} if params is ABSENT else params

    @property
    def meta(self) -> Mapping[str, Any]:
        """The request's `_meta`; empty where there is none that can be read."""
        found = self.params.get("_meta") if isinstance(self.params, dict) else None
        return found if isinstance(found, dict) else {}

    @property
    def id(self) -> Any:
        """The id to answer under, exactly as it came; ABSENT when none could be read.

        An id that MCP forbids (null, fractional, a boolean, ...) is no id to answer under.
        """
        return self.message.id if readable_id(self.message) else ABSENT


def readable_id(message: Decoded) -> bool:
    """Whether the id is a string or an integer, and the only one in its message."""
    if not message.defects:
        return message.kind == "request"
    if any(defect.name.startswith("id-") for defect in message.defects):
        return False
    if any(defect.name == "duplicate-key" and defect.path == "id" for defect in message.defects):
        return False
    found = message.id
    return isinstance(found, str | int | float | Number) and not isinstance(found, bool)
