"""One message on its way through the boundaries, and the ways in which it can be stopped."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.wire import ABSENT, Number
from mcp_lab.world import Context

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.server.methods import Method
    from mcp_lab.wire import Decoded
    from mcp_lab.world import Tool, ToolOutput, World


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


class Visit:
    """What is known of one message so far. The steps fill it in, in the order of the boundaries."""

    def __init__(self, world: World, revision: str, message: Decoded, *, batched: bool) -> None:
        self.revision = revision
        self.message = message
        self.batched = batched
        self.context = Context(world)
        self.params: Any = {} if message.params is ABSENT else message.params
        self.method: Method | None = None
        self.tool: Tool | None = None
        self.arguments: Mapping[str, Any] = {}
        self.output: ToolOutput | None = None
        self.result: Mapping[str, Any] = {}
        self.response = b""

    @property
    def world(self) -> World:
        """The world that the server lives in."""
        return self.context.world

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
