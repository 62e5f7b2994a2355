"""A failure planted at a boundary, before the work there or after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp_lab.world.boundary import Boundary


@dataclass(frozen=True, slots=True)
class Fault:
    """One planted failure, raised as a call reaches `boundary`, or with `after` as it leaves it.

    `exception` is raised as it is. With None the boundary refuses without one. Either way the
    answer is the one that the boundary owns: the exception's class decides nothing.

    Before and after differ in what has happened meanwhile: planted after the provider call, the
    provider has committed and the ledger has the side effect, though the caller is told of a
    failure.
    """

    boundary: Boundary
    exception: BaseException | None = None
    after: bool = False

    def strike(self) -> BaseException:
        """The exception to raise."""
        return Refused(self.boundary) if self.exception is None else self.exception


class Refused(Exception):  # noqa: N818 - it names what happened; a boundary's no is no error of ours
    """A boundary said no and gave no reason."""
