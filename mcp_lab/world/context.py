"""What a tool's body is given: the world, and the boundaries that it crosses in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcp_lab.world.waiting import Sleep

if TYPE_CHECKING:
    from types import TracebackType

    from mcp_lab.world.boundary import Boundary
    from mcp_lab.world.world import World


class Progress(NamedTuple):
    """How far a call is: so much of `total` done, and in a few words what."""

    done: float
    total: float
    says: str


class LogRecord(NamedTuple):
    """One log message for the client: a level of RFC 5424, whose it is, and any JSON value."""

    level: str
    logger: str
    data: Any


class Context:
    """The trail of one call: every boundary it reached, and the one where a failure began.

    A body marks its own boundaries, so that a failure is owned by the place where it happened:

        with context.at(Boundary.DOMAIN_VALIDATION):
            ...                                        # refuse, or go on
        with context.at(Boundary.PROVIDER_CALL):
            ...                                        # ask the provider

    An async body waits with `await context.sleep(2.5)` or on a Question. `notices` holds what it
    said on the way; whether the client sees any of it is not the body's business.
    """

    __slots__ = ("_failed", "notices", "path", "world")

    def __init__(self, world: World) -> None:
        self.world = world
        self.path: list[Boundary] = []
        self.notices: list[Progress | LogRecord] = []
        self._failed: tuple[BaseException, Boundary] | None = None

    def at(self, boundary: Boundary) -> Crossing:
        """Enter `boundary` for the length of a with block; a fault planted there strikes now."""
        return Crossing(self, boundary)

    def reach(self, boundary: Boundary) -> None:
        """Note that `boundary` is reached; raises the fault that is planted there."""
        self.path.append(boundary)
        if self.world.faults and (fault := self.world.fault_at(boundary)) is not None:
            raise fault.strike()

    def leave(self, boundary: Boundary) -> None:
        """The work at `boundary` is done; raises the fault that is planted after it."""
        if self.world.faults:
            fault = self.world.fault_at(boundary, after=True)
            if fault is not None:
                raise fault.strike()

    def sleep(self, seconds: float) -> Sleep:
        """Await it, to let so much time of the world's clock pass."""
        return Sleep(seconds)

    def progress(self, done: float, total: float, says: str) -> None:
        """Tell how far the call is."""
        self.notices.append(Progress(done, total, says))

    def log(self, level: str, logger: str, data: Any) -> None:
        """Tell something that is worth a log message."""
        self.notices.append(LogRecord(level, logger, data))

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
            return
        try:
            self._context.leave(self._boundary)
        except BaseException as planted:
            self._context.blame(planted, self._boundary)
            raise
