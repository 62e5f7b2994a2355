import shutil
from decimal import Decimal

import pytest

from mcp_lab.course import Entry, Progress, overview

LESSON = "90-fixture"
PICK, FRAME, SAME = (f"{LESSON}/{slug}" for slug in ("01-pick", "02-frame", "03-same"))
PASSED = Entry(verdict="passed", tries=1, last="2026-01-05T10:00:00Z")


def test_a_fresh_start_points_to_the_first_challenge(fixture_course):
    seen = overview(fixture_course, Progress())
    assert seen.next is not None
    assert seen.next.challenge.id == PICK
    assert seen.advice == f"Next: Pick the contract (easy, 2 minutes), in {LESSON}.ipynb."


def test_points_are_exact(fixture_course):
    (lesson,) = overview(fixture_course, Progress({FRAME: PASSED})).lessons
    assert (lesson.passed, lesson.points, lesson.max_points) == (1, Decimal("1.5"), Decimal("4.5"))


def test_what_is_open_comes_next(fixture_course):
    seen = overview(fixture_course, Progress({PICK: PASSED, FRAME: PASSED}))
    assert seen.next is not None
    assert seen.next.challenge.id == SAME


def test_after_three_tries_a_hint_is_offered(fixture_course):
    stuck = Progress({PICK: Entry(verdict="failed", tries=3, last="2026-01-05T10:00:00Z")})
    assert f"`mcp-lab hint {PICK}`" in overview(fixture_course, stuck).advice


def test_the_lesson_last_worked_on_comes_first(fixture_course):
    (fixture_course.challenges / LESSON).rename(fixture_course.challenges / "91-later")
    files = fixture_course.challenges.rglob("*.py")
    for file in files:
        file.write_text(file.read_text().replace(LESSON, "91-later"))
    shutil.copytree(fixture_course.challenges / "91-later", fixture_course.challenges / LESSON)
    for file in (fixture_course.challenges / LESSON).rglob("*.py"):
        file.write_text(file.read_text().replace("91-later", LESSON))
    later = Progress({"91-later/01-pick": PASSED})
    seen = overview(fixture_course, later)
    assert seen.next is not None
    assert seen.next.challenge.id == "91-later/02-frame"


def test_when_all_is_passed_there_is_nothing_next(fixture_course):
    seen = overview(fixture_course, Progress(dict.fromkeys((PICK, FRAME, SAME), PASSED)))
    assert seen.next is None
    assert seen.advice == "Every challenge is passed."


def test_its_json_is_whole(fixture_course):
    told = overview(fixture_course, Progress({PICK: PASSED})).to_json()
    assert told["schema"] == "mcp-lab/status/1"
    assert (told["points"], told["max_points"], told["next"]) == ("1", "4.5", FRAME)
    row = told["lessons"][0]["challenges"][0]
    assert row == {
        "id": PICK,
        "title": "Pick the contract",
        "level": "easy",
        "minutes": 2,
        "points": "1",
        "max_points": "1",
        "verdict": "passed",
        "latest": "not-attempted",
        "tries": 1,
        "hints": 0,
        "first": None,
        "last": "2026-01-05T10:00:00Z",
    }


@pytest.mark.parametrize("minutes", [1, 2])
def test_a_minute_is_not_plural(fixture_course, minutes):
    card = fixture_course.challenges / PICK / "challenge.toml"
    card.write_text(card.read_text().replace("minutes = 2", f"minutes = {minutes}"))
    plural = "minute)" if minutes == 1 else "minutes)"
    assert plural in overview(fixture_course, Progress()).advice
