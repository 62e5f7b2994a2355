"""What a notebook imports: ``challenge``, ``lesson`` and ``Lab``.

lesson("01-jsonrpc-basics", variant="…")                # whose data it is
q = challenge("01-jsonrpc-basics/02-two-contracts")     # its display is the task card
q.check()                                               # the verdict
"""

from mcp_lab import course
from mcp_lab.course import CourseTrouble
from mcp_lab.exchange import Lab
from mcp_lab.notebook.calm import ChallengeNotPassed, NotPossible
from mcp_lab.notebook.handle import Handle
from mcp_lab.notebook.kernel import Kernel, nearest
from mcp_lab.notebook.lessons import Lesson

__all__ = ["ChallengeNotPassed", "Handle", "Lab", "Lesson", "NotPossible", "challenge", "lesson"]

_KERNEL = Kernel()
_KERNEL.watch()


def challenge(challenge_id: str) -> Handle:
    """The challenge of this id, the same object each time.

    Raises:
        NotPossible: there is none of this id (the nearest is named), or its folder is damaged.
    """
    _KERNEL.watch()
    if not isinstance(challenge_id, str):
        raise NotPossible(
            f"A challenge's id is a text, lesson/challenge, not a {_kind(challenge_id)}."
        )
    return _KERNEL.handle(challenge_id, lambda found: Handle(found, _KERNEL))


def _kind(value: object) -> str:
    return type(value).__name__


def lesson(lesson_id: str, variant: str | None = None) -> Lesson:
    """Begin a lesson; its challenges draw their data from ``variant``.

    Raises:
        NotPossible: there is none of this id (the nearest is named), or no course at all.
    """
    _KERNEL.watch()
    said: tuple[object, ...] = (lesson_id, "" if variant is None else variant)
    if not all(isinstance(one, str) for one in said):
        raise NotPossible(
            f'A lesson is begun with two texts, lesson("ID", variant="…"), '
            f"not with a {_kind(lesson_id)} and a {_kind(variant)}."
        )
    try:
        known = course.lessons()
    except CourseTrouble as trouble:
        raise NotPossible(str(trouble)) from None
    if lesson_id not in known:
        raise NotPossible(f"There is no lesson {lesson_id!r}. {nearest(lesson_id, known)}")
    _KERNEL.begin(variant)
    return Lesson(lesson_id, _KERNEL.keeping)
