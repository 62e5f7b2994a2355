"""What a server remembers of one connection.

Until 2025-11-25 a connection is a session: it is opened by `initialize`, which tells what the
client can do. From 2026-07-28 on every request stands alone, and nothing of this decides anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


class Connection:
    """The state of one connection.

    Attributes:
        opened: whether `initialize` was answered.
        capabilities: what the client declared with it.
        level: the log level from which on the client wants messages; None until it asks for them.
    """

    __slots__ = ("_asked", "capabilities", "level", "opened")

    def __init__(self) -> None:
        self.opened = False
        self.capabilities: Mapping[str, Any] = {}
        self.level: str | None = None
        self._asked = 0

    def next_id(self) -> str:
        """The id of the server's next request to the client."""
        self._asked += 1
        return f"desk-{self._asked}"
