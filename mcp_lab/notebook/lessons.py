"""A lesson in a notebook: whose data it draws, and how far one is in it."""

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from mcp_lab import course
from mcp_lab.course.trouble import CourseTrouble
from mcp_lab.judge import ChallengeBroken
from mcp_lab.judge.verdict import exact
from mcp_lab.notebook import rendering
from mcp_lab.notebook.calm import NotPossible
from mcp_lab.notebook.keeping import NOT_KEPT, Keeping
from mcp_lab.notebook.place import show

if TYPE_CHECKING:
    from mcp_lab.course.overview import LessonStanding


class Lesson:
    """One lesson; shown, it says what it holds and where progress is kept."""

    def __init__(self, lesson_id: str, keeping: Keeping) -> None:
        self.id = lesson_id
        self._keeping = keeping

    def progress(self) -> None:
        """Show how far you are in it."""
        show(progress_bundle(self.id, self._keeping))

    def _bundle(self) -> dict[str, Any]:
        from mcp_lab.contract import HOME

        standing = _of(_overview(course.Progress()), self.id)
        found = [one.challenge for one in standing.challenges]
        minutes, points = sum(one.minutes for one in found), sum(one.points for one in found)
        return rendering.bundle(
            "lesson",
            title=standing.title,
            meta=f"{_many(len(found), 'challenge')} of about {_many(minutes, 'minute')} in all · "
            f"{_many(points, 'point')} · protocol revision {HOME}",
            kept=self._keeping.where(),
        )

    def __repr__(self) -> str:
        return str(self._bundle()["text/plain"])

    def _repr_mimebundle_(self, **_which: Any) -> dict[str, Any]:
        return self._bundle()


def progress_bundle(lesson_id: str, keeping: Keeping) -> dict[str, Any]:
    """The display of a lesson's progress; without a workspace it says how to get one."""
    progress = keeping.progress()
    trouble = keeping.trouble
    overview = _overview(progress or course.Progress())
    standing = _of(overview, lesson_id)
    done = f"{standing.passed} of {_many(len(standing.challenges), 'challenge')} passed"
    points = f"{exact(standing.points)} of {_many(standing.max_points, 'point')}"
    return rendering.bundle(
        "progress",
        title=f"{standing.title}: {done}, {points}",
        rows=list(_rows(standing)) if progress is not None else [],
        note=trouble or (overview.advice if progress is not None else NOT_KEPT),
    )


def where_next(challenge_id: str) -> str:
    """Where to go on once a challenge is passed; nothing where the course cannot tell."""
    try:
        return course.where_next(course.locate(), challenge_id)
    except (CourseTrouble, ChallengeBroken):
        return ""


def _rows(standing: "LessonStanding") -> Iterator[dict[str, str]]:
    for one in standing.challenges:
        yield {
            "title": one.challenge.title,
            "word": one.entry.verdict,
            "tries": _many(one.entry.tries, "try", "tries"),
            "hints": _many(one.entry.hints, "hint"),
        }


def _overview(progress: course.Progress) -> course.Overview:
    """The course with what is known of it.

    Raises:
        NotPossible: a challenge is damaged.
    """
    try:
        return course.overview(course.locate(), progress)
    except (CourseTrouble, ChallengeBroken) as error:
        raise NotPossible(str(error)) from None


def _of(overview: course.Overview, lesson_id: str) -> "LessonStanding":
    return next(one for one in overview.lessons if one.lesson == lesson_id)


def _many(count: int | Decimal, one: str, more: str = "") -> str:
    shown = exact(count) if isinstance(count, Decimal) else str(count)
    return f"{shown} {one if count == 1 else more or one + 's'}"
