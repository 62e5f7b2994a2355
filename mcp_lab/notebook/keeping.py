"""What outlives the kernel: the workspace where there is one, and the notebook's own bundles.

Trouble with a workspace is a sentence, never an exception: a verdict does not wait for a full disk.
Without a workspace the same things are remembered as long as the kernel lives.
"""

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from mcp_lab.course import Workspace
from mcp_lab.course.bundles import bundles_in
from mcp_lab.course.cells import read_cells
from mcp_lab.course.progress import is_a_try
from mcp_lab.course.trouble import CourseTrouble
from mcp_lab.notebook.place import notebook_file

if TYPE_CHECKING:
    from mcp_lab.course import Progress
    from mcp_lab.judge import Verdict

T = TypeVar("T")

HINTS = 3

NOT_KEPT = (
    "Progress is not kept here, because this notebook is in no workspace: "
    "`mcp-lab start` makes one."
)


class Keeping:
    """The learner's memory. ``trouble`` is the newest sentence about it, empty when all is well."""

    def __init__(self, find: Callable[[], Workspace | None] = Workspace.find) -> None:
        self._find = find
        self._tries: Counter[str] = Counter()
        self._hints: Counter[str] = Counter()
        self._said = False
        self.trouble = ""

    def where(self) -> str:
        """Where progress is kept, in a sentence."""
        if self.workspace():
            return "Progress is kept in this workspace."
        self._said = True
        return self.trouble or NOT_KEPT

    def not_kept(self) -> str:
        """Where progress is kept, if that is nowhere and was not said before; else nothing."""
        return "" if self._said or self.workspace() else self.where()

    def workspace(self) -> Workspace | None:
        """The workspace around the current folder, or None."""
        return self._try(self._find, None)

    def record(self, verdict: "Verdict") -> int:
        """Remember one press of check; gives how often it was tried without passing.

        A press that had no answer to judge is no try.
        """
        tried = is_a_try(verdict.verdict)
        self._tries[verdict.challenge] += tried
        if verdict.passed:
            self._tries[verdict.challenge] = 0
        here = self.workspace()
        if here is None:
            return self._tries[verdict.challenge]
        entry = self._try(lambda: here.record(verdict), None)
        return entry.tries if entry and not entry.passed else self._tries[verdict.challenge]

    def next_hint(self, challenge_id: str) -> int:
        """Take the next rung of the ladder; gives how many were taken now, at most three."""
        taken = min(self.hints(challenge_id) + 1, HINTS)
        self._hints[challenge_id] = taken
        here = self.workspace()
        if here is not None:
            self._try(lambda: here.took_hint(challenge_id), None)
        return taken

    def hints(self, challenge_id: str) -> int:
        """How many hints were taken."""
        here = self.workspace()
        kept = self._try(lambda: here.hint_rung(challenge_id), 0) if here else 0
        return max(kept, self._hints[challenge_id])

    def progress(self) -> "Progress | None":
        """What the workspace remembers, None where there is none."""
        here = self.workspace()
        return self._try(here.progress, None) if here else None

    def store(self, challenge_id: str, answer: Any) -> str:
        """Keep a widget answer at once; says where it is kept, or why it is not."""
        here = self.workspace()
        if here is None:
            return self.trouble or "Run the check cell to keep this in the notebook."
        self._try(lambda: here.store_answer(challenge_id, answer), None)
        return self.trouble or "Kept."

    def kept_answer(self, challenge_id: str, variant: str) -> Any:
        """The widget answer to start from, or None.

        The workspace's store has every click, so it is at least as new as the notebook's bundles.
        But it belongs to the workspace's own variant: somebody else's notebook, opened here, is
        shown with the answers that it carries.
        """
        here = self.workspace()
        if here is not None and here.variant == variant:
            stored = self._try(lambda: here.stored_answer(challenge_id), None)
            if stored is not None:
                return stored
        return self._try(lambda: _bundle_on_disk(challenge_id), None)

    def put_back(self, challenge_id: str, source: str) -> str:
        """Back up an answer that is reset and forget what was clicked; says where it went.

        Where that fails, ``trouble`` says why and nothing is forgotten.
        """
        here = self.workspace()
        if here is None:
            return ""

        def put_back() -> str:
            with here.locked():
                name = challenge_id.replace("/", "--")
                kept = here.back_up(f"{name}.py", source.rstrip() + "\n") if source else None
                clicked = here.drop_answer(challenge_id)
            if clicked:
                here.store_answer(challenge_id, {})  # newer than any bundle in the notebook
            here.restart(challenge_id)
            backups = [path.name for path in (kept, clicked) if path]
            return (
                f"The old answer is in .mcp-lab/backups: {', '.join(backups)}." if backups else ""
            )

        return self._try(put_back, "")

    def _try(self, attempt: Callable[[], T], otherwise: T) -> T:
        self.trouble = ""
        try:
            return attempt()
        except (CourseTrouble, OSError) as error:
            self.trouble = f"Progress could not be kept. {error}"
            return otherwise


def _bundle_on_disk(challenge_id: str) -> Any:
    """The newest answer to this challenge in the notebook file as it was last saved."""
    path = notebook_file()
    answer = None
    for cell in read_cells(path).cells if path else ():
        for found, held in bundles_in(cell.raw):
            answer = held if found == challenge_id else answer
    return answer
