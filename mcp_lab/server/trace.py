"""What the server says of its last message: how far it came and who decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mcp_lab.world import Boundary

if TYPE_CHECKING:
    from mcp_lab.wire import Decoded
    from mcp_lab.world.safe_error import SafeError


class Trace(NamedTuple):
    """One message's way through the server.

    Attributes:
        message: the message, decoded.
        path: every boundary in the order in which it was reached.
        reached: the boundary at which it ended.
        decided_by: who made the answer what it is.
        situation: the contract's name for what went wrong; None when nothing did.
        side_effect_began: whether the ledger saw a side effect begin meanwhile.
        safe: the error that was answered with, in the words that left; None for a success.
        waiting: whether its tool is not done; the trace of the end takes this one's place.
    """

    message: Decoded
    path: tuple[Boundary, ...]
    reached: Boundary
    decided_by: str
    situation: str | None
    side_effect_began: bool
    safe: SafeError | None
    waiting: bool = False

    @property
    def entered(self) -> bool:
        """Whether the tool's body was entered."""
        return Boundary.TOOL_INVOCATION in self.path

    @property
    def correlation(self) -> str | None:
        """The reference in the safe error, if there is one."""
        return None if self.safe is None else self.safe.reference
