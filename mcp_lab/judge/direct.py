"""The direct port: the answer is an object of this process, as in a notebook."""

from collections.abc import Callable, Mapping
from typing import Any

from mcp_lab.judge.asking import LookUp, ask_here
from mcp_lab.judge.limit import LimitReached, can_interrupt, limited
from mcp_lab.judge.port import Reply, TimedOut

TIMEOUT = 10.0
"""Seconds that one question may take, unless told otherwise."""


class DirectPort:
    """Asks what `look_up` finds. Arguments and values still cross as JSON, as copies.

    `look_up(name)` gives the answer; it raises LookupError when there is none, `CellRaised` when
    the answer's cell raised. A question that takes longer than `timeout` seconds is interrupted
    where the platform can (`interrupts`); where it can't, `say` is told a sentence about it. What
    the answer prints is left alone, and KeyboardInterrupt passes through.
    """

    def __init__(
        self,
        look_up: LookUp,
        timeout: float = TIMEOUT,
        *,
        say: Callable[[str], None] | None = None,
    ) -> None:
        """See the class."""
        self._look_up, self._timeout, self._say = look_up, timeout, say

    @property
    def interrupts(self) -> bool:
        """Whether an answer that loops for ever will be interrupted, here and now."""
        return can_interrupt()

    def ask(self, name: str, arguments: Mapping[str, Any] | None) -> Reply:
        """Ask the answer called `name`; None reads it instead of calling it."""
        try:
            with limited(self._timeout, self._say):
                return ask_here(
                    self._look_up,
                    name,
                    arguments,
                    patience=self._timeout,
                    loose=(KeyboardInterrupt,),
                )
        except LimitReached:
            return TimedOut(self._timeout)
