"""What a tool's body is given: the world, and the boundaries that it crosses in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

    from mcp_lab.world.boundary import Boundary
    from mcp_lab.world.world import World


class Context:
    """The trail of one call: every boundary it reached, and the one where a failure began.

    A body marks its own boundaries, so that a failure is owned by the place where it happened:

        with context.at(Boundary.DOMAIN_VALIDATION):
            ...                                        # refuse, or go on
        with context.at(Boundary.PROVIDER_CALL):
            ...                                        # ask the provider
    """

    __slots__ = ("_failed", "path", "world")

    def __init__(self, world: World) -> None:
        self.world = world
        self.path: list[Boundary] = []
        self._failed: tuple[BaseException, Boundary] | None = None

    def at(self, boundary: Boundary) -> Crossing:
        """Enter `boundary` for the length of a with block; a fault planted there strikes now."""
        return Crossing(self, boundary)

    def reach(self, boundary: Boundary) -> None:
        """Note that `boundary` is reached; raises the fault that is planted there."""
        self.path.append(boundary)
        if self.world.faults and (fault := self.world.fault_at(boundary)) is not None:
            raise fault.strike()

    def owner_of(self, trouble: BaseException) -> Boundary | None:
        """The innermost boundary that `trouble` left, or None when it left none."""
        if self._failed is not None and self._failed[0] is trouble:
            return self._failed[1]
        return None

    def blame(self, trouble: BaseException, boundary: Boundary) -> None:
        """Remember that `trouble` left `boundary`, unless one further in has it already."""
        if self.owner_of(trouble) is None:
            self._failed = (trouble, boundary)


class Crossing:
    """One passage through one boundary."""

    __slots__ = ("_boundary", "_context")

    def __init__(self, context: Context, boundary: Boundary) -> None:
        self._context = context
        self._boundary = boundary

    def __enter__(self) -> None:
        try:
            self._context.reach(self._boundary)
        except BaseException as trouble:
            self._context.blame(trouble, self._boundary)
            raise

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        trouble: BaseException | None,
        _: TracebackType | None,
    ) -> None:
        if trouble is not None:
            self._context.blame(trouble, self._boundary)
