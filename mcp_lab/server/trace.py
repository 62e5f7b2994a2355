"""What the server says of its last message: how far it came and who decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mcp_lab.world import Boundary

if TYPE_CHECKING:
    from mcp_lab.wire import Decoded


class Trace(NamedTuple):
    """One message's way through the server.

    Attributes:
        message: the message, decoded.
        path: every boundary in the order in which it was reached.
        reached: the boundary at which it ended.
        decided_by: who made the answer what it is.
        situation: the contract's name for what went wrong; None when nothing did.
        side_effect_began: whether the ledger saw a side effect begin meanwhile.
        correlation: the reference in the safe error, if there is one.
    """

    message: Decoded
    path: tuple[Boundary, ...]
    reached: Boundary
    decided_by: str
    situation: str | None
    side_effect_began: bool
    correlation: str | None

    @property
    def entered(self) -> bool:
        """Whether the tool's body was entered."""
        return Boundary.TOOL_INVOCATION in self.path
