"""This kernel's lesson: which variant its data is drawn from, its handles, what its cells made.

Two IPython events carry the state: before a cell and after it. They run beside the learner's cells
and must never break one, so whatever goes wrong in them goes to the log alone.
"""

import difflib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mcp_lab import course
from mcp_lab.course.trouble import CourseTrouble
from mcp_lab.judge import ChallengeBroken
from mcp_lab.notebook.calm import NotPossible
from mcp_lab.notebook.cells import Cells, answered_by
from mcp_lab.notebook.keeping import Keeping
from mcp_lab.notebook.kits_names import KitsNames
from mcp_lab.notebook.place import names, shell

if TYPE_CHECKING:
    from mcp_lab.judge import Challenge
    from mcp_lab.notebook.handle import Handle

_log = logging.getLogger(__name__)


class Kernel:
    """The state that the cells of one notebook share.

    ``running`` names the cell that is running: the front end's id of it or, where a front end has
    none, its first line.
    """

    def __init__(self) -> None:
        self.keeping = Keeping()
        self.cells = Cells(self._find, names)
        self.kits_names = KitsNames(names)
        self.running: str | None = None
        self._variant: str | None = None
        self._handles: dict[str, Handle] = {}
        self._challenges: dict[str, Challenge] = {}

    @property
    def variant(self) -> str:
        """The seed of the data: the lesson's, else the workspace's, else that of the course."""
        if self._variant is None:
            here = self.keeping.workspace()
            return here.variant if here else ""
        return self._variant

    def begin(self, variant: str | None) -> None:
        """A lesson begins with this variant; handles of another variant are no longer used."""
        if variant != self._variant:
            self._variant = variant
            self._handles.clear()

    def challenge(self, challenge_id: str) -> "Challenge":
        """Load a challenge, once a kernel.

        Raises:
            NotPossible: there is none of this id (the nearest is named), or its folder is damaged.
        """
        if challenge_id not in self._challenges:
            try:
                self._challenges[challenge_id] = course.challenge(challenge_id)
            except (CourseTrouble, ChallengeBroken) as error:
                raise NotPossible(str(error)) from None
        return self._challenges[challenge_id]

    def handle(self, challenge_id: str, make: "Callable[[Challenge], Handle]") -> "Handle":
        """The challenge's handle, the same one each time.

        Raises:
            NotPossible: as ``challenge``; or its data cannot be drawn.
        """
        challenge = self.challenge(challenge_id)
        if challenge.id not in self._handles:
            try:
                self._handles[challenge.id] = make(challenge)
            except ChallengeBroken as error:
                raise NotPossible(str(error)) from None
        return self._handles[challenge.id]

    def watch(self) -> None:
        """Follow the cells of the IPython that we are in; once, however often this is asked."""
        here = shell()
        if here is None or getattr(here, "_mcp_lab_kernel", None) is self:
            return
        here._mcp_lab_kernel = self  # noqa: SLF001 - the mark of the one kernel that watches
        here.events.register("pre_run_cell", _quietly(self._before))
        here.events.register("post_run_cell", _quietly(self._after))

    def _before(self, info: Any) -> None:
        self.running = _key(info)
        if info.raw_cell and _is_kits(info.raw_cell):
            self.kits_names.lend()
        for handle in self._handles.values():
            handle.cell_begins(self.running)

    def _after(self, result: Any) -> None:
        raised = result.error_before_exec or result.error_in_exec
        self.running = None
        self.kits_names.give_back()
        if result.info.raw_cell and not _is_kits(result.info.raw_cell):
            self.cells.ran(_key(result.info), result.info.raw_cell, raised)

    def _find(self, challenge_id: str) -> "Challenge | None":
        try:
            return self.challenge(challenge_id)
        except NotPossible:
            return None


def nearest(wanted: str, known: tuple[str, ...]) -> str:
    """The one of the known that looks most like what was wanted, as a sentence."""
    near = difflib.get_close_matches(wanted, known, n=1, cutoff=0.0)
    return f"The nearest is {near[0]}." if near else "This course has none."


def _is_kits(source: str) -> bool:
    """The kit's own cells are nobody's answer."""
    return course.is_handed_out(course.locate(), source)


def _key(info: Any) -> str:
    return str(getattr(info, "cell_id", None) or answered_by(info.raw_cell) or info.raw_cell)


def _quietly(follow: Callable[[Any], None]) -> Callable[[Any], None]:
    def event(what: Any) -> None:
        try:
            follow(what)
        except Exception:  # noqa: BLE001 - whatever it is, the learner's cell goes on
            _log.debug("a cell could not be followed", exc_info=True)

    return event
