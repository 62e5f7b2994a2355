"""One message on its way through the boundaries, and the ways in which it can be stopped."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.wire import ABSENT, Number
from mcp_lab.world import Context

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping
    from datetime import datetime

    from mcp_lab.server.connection import Connection
    from mcp_lab.server.methods import Method
    from mcp_lab.wire import Decoded
    from mcp_lab.world import Question, Tool, ToolOutput, World


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

    `row` is where the walk goes on, `waiting` the body that it waits for. `effects` counts the
    effects that began while it was worked on. `answers` holds what a person was asked before and
    said, `input` the question that ends this request with input_required.
    """

    __slots__ = (
        "answers", "arguments", "batched", "cancelled", "connection", "context", "effects",
        "handling", "input", "message", "method", "output", "params", "progress", "response",
        "result", "revision", "row", "tool", "waiting",
    )  # fmt: skip

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
        self.context = Context(world)
        self.params: Any = {} if message.params is ABSENT else message.params
        self.method: Method | None = None
        self.handling = False
        self.tool: Tool | None = None
        self.arguments: Mapping[str, Any] = {}
        self.answers: Mapping[str, Any] = {}
        self.input: Question | None = None
        self.output: ToolOutput | None = None
        self.result: Mapping[str, Any] = {}
        self.response = b""
        self.row = 0
        self.waiting: Waiting | None = None
        self.cancelled = False
        self.effects = 0
        self.progress: float | None = None

    @property
    def world(self) -> World:
        """The world that the server lives in."""
        return self.context.world

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
