"""Where a learner stands: lessons, challenges, points, and the one thing to do next."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from mcp_lab.course.files import CourseFiles
from mcp_lab.course.progress import HINTS, Entry, Progress
from mcp_lab.judge import Challenge
from mcp_lab.judge.verdict import exact

SCHEMA = "mcp-lab/status/1"
TRIES_BEFORE_A_HINT = 3


@dataclass(frozen=True, slots=True)
class ChallengeStanding:
    """One challenge and how far it got."""

    challenge: Challenge
    entry: Entry

    @property
    def points(self) -> Decimal:
        """Points reached."""
        return self.challenge.points if self.entry.passed else Decimal(0)


@dataclass(frozen=True, slots=True)
class LessonStanding:
    """One lesson and its challenges, in order."""

    lesson: str
    title: str
    challenges: tuple[ChallengeStanding, ...]

    @property
    def passed(self) -> int:
        """How many of its challenges are passed."""
        return sum(one.entry.passed for one in self.challenges)

    @property
    def points(self) -> Decimal:
        """Points reached in it."""
        return sum((one.points for one in self.challenges), Decimal(0))

    @property
    def max_points(self) -> Decimal:
        """Points that it is worth."""
        return sum((one.challenge.points for one in self.challenges), Decimal(0))


@dataclass(frozen=True, slots=True)
class Overview:
    """The whole course, and what to do next."""

    lessons: tuple[LessonStanding, ...]
    next: ChallengeStanding | None

    @property
    def advice(self) -> str:
        """What to do next, in one or two sentences."""
        if self.next is None:
            return "Every challenge is passed."
        found, entry = self.next.challenge, self.next.entry
        minutes = f"{found.minutes} minute{'' if found.minutes == 1 else 's'}"
        says = f"Next: {found.title} ({found.level}, {minutes}), in {found.lesson}.ipynb."
        if entry.tries >= TRIES_BEFORE_A_HINT and entry.hints < HINTS:
            says += f" `mcp-lab hint {found.id}` gives the next hint."
        return says

    def to_json(self) -> dict[str, Any]:
        """What `mcp-lab status --json` prints."""
        return {
            "schema": SCHEMA,
            "points": exact(sum((one.points for one in self.lessons), Decimal(0))),
            "max_points": exact(sum((one.max_points for one in self.lessons), Decimal(0))),
            "lessons": [_lesson_json(one) for one in self.lessons],
            "next": self.next.challenge.id if self.next else None,
            "advice": self.advice,
        }


def where_next(course: CourseFiles, challenge: str) -> str:
    """Where to go on once a challenge is passed: the next one, or the next lesson.

    Raises:
        ChallengeBroken: the course itself is damaged.
    """
    lesson = challenge.partition("/")[0]
    in_order = [one.id for one in course.lesson_challenges(lesson)]
    if challenge != in_order[-1]:
        return "Go on to the next challenge."
    lessons = course.lessons()
    following = lessons[lessons.index(lesson) + 1 :]
    if not following:
        return "That was the last challenge of the course so far."
    return f"That was the last challenge of this lesson. Go on to {following[0]}.ipynb."


def overview(course: CourseFiles, progress: Progress) -> Overview:
    """Lay the progress over the course.

    Raises:
        ChallengeBroken: the course itself is damaged.
    """
    lessons = tuple(_standing(course, lesson, progress) for lesson in course.lessons())
    return Overview(lessons, next(_open_ones(lessons, progress), None))


def _standing(course: CourseFiles, lesson: str, progress: Progress) -> LessonStanding:
    challenges = tuple(
        ChallengeStanding(one, progress.of(one.id)) for one in course.lesson_challenges(lesson)
    )
    return LessonStanding(lesson, course.title(lesson), challenges)


def _open_ones(
    lessons: tuple[LessonStanding, ...], progress: Progress
) -> Iterator[ChallengeStanding]:
    """What is not passed: first in the lesson last worked on, then in the course's order."""
    touched = max(
        (
            (entry.last, id_.partition("/")[0])
            for id_, entry in progress.entries.items()
            if entry.last
        ),
        default=(None, None),
    )[1]
    for lesson in sorted(lessons, key=lambda one: one.lesson != touched):
        yield from (one for one in lesson.challenges if not one.entry.passed)


def _lesson_json(one: LessonStanding) -> dict[str, Any]:
    return {
        "id": one.lesson,
        "title": one.title,
        "passed": one.passed,
        "points": exact(one.points),
        "max_points": exact(one.max_points),
        "challenges": [_challenge_json(standing) for standing in one.challenges],
    }


def _challenge_json(one: ChallengeStanding) -> dict[str, Any]:
    found, entry = one.challenge, one.entry
    return {
        "id": found.id,
        "title": found.title,
        "level": found.level,
        "minutes": found.minutes,
        "points": exact(one.points),
        "max_points": exact(found.points),
        "verdict": entry.verdict,
        "latest": entry.latest,
        "tries": entry.tries,
        "hints": entry.hints,
        "first": entry.first,
        "last": entry.last,
    }
