import shutil
from pathlib import Path

import pytest

import mcp_lab
from mcp_lab.course import (
    CourseFiles,
    CourseMissing,
    UnknownChallenge,
    challenge,
    is_handed_out,
    lessons,
    locate,
)

LESSON = "90-fixture"


def test_a_checkout_has_the_course_beside_the_package(monkeypatch):
    monkeypatch.delenv("MCP_LAB_COURSE", raising=False)
    root = Path(mcp_lab.__file__).parents[1]
    found = locate()
    assert (found.challenges, found.notebooks) == (root / "challenges", root / "notebooks")
    assert found.version == mcp_lab.__version__


def test_a_wheel_has_the_course_in_the_package(monkeypatch, tmp_path, fixture_course):
    monkeypatch.delenv("MCP_LAB_COURSE")
    package = tmp_path / "site-packages" / "mcp_lab"
    shutil.copytree(fixture_course.challenges, package / "_course" / "challenges")
    monkeypatch.setattr(mcp_lab, "__file__", str(package / "__init__.py"))
    assert locate().challenges == package / "_course" / "challenges"
    assert lessons() == (LESSON,)


def test_an_installation_without_a_course_says_so(monkeypatch, tmp_path):
    monkeypatch.delenv("MCP_LAB_COURSE", raising=False)
    monkeypatch.setattr(mcp_lab, "__file__", str(tmp_path / "mcp_lab" / "__init__.py"))
    with pytest.raises(CourseMissing, match="Install mcp-error-lab again"):
        locate()


def test_an_override_that_points_nowhere_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("MCP_LAB_COURSE", str(tmp_path))
    with pytest.raises(CourseMissing, match="Correct or unset it"):
        locate()


@pytest.mark.usefixtures("fixture_course")
def test_a_challenge_is_loaded_by_its_id():
    assert challenge(f"{LESSON}/02-frame").title == "Write a response"


@pytest.mark.usefixtures("fixture_course")
@pytest.mark.parametrize(
    ("wanted", "nearest"),
    [
        (f"{LESSON}/02-fram", "02-frame"),
        ("02-frame", "02-frame"),
        ("pick", "01-pick"),
        ("same", "03-same"),
        (f"{LESSON}/../{LESSON}/03-same", "03-same"),
    ],
)
def test_an_unknown_challenge_names_the_nearest(wanted, nearest):
    with pytest.raises(UnknownChallenge, match=f"nearest is {LESSON}/{nearest}"):
        challenge(wanted)


def test_a_course_without_challenges_names_none(tmp_path):
    course = CourseFiles(tmp_path, tmp_path, "1")
    with pytest.raises(UnknownChallenge, match="This course has none"):
        course.challenge("a/b")


def test_renamed_ids_are_followed_and_a_circle_ends(fixture_course):
    table = fixture_course.challenges / "renamed.toml"
    table.write_text('"a/a" = "a/b"\n"a/b" = "a/c"\n"x/x" = "x/y"\n"x/y" = "x/x"\n')
    assert [fixture_course.current(id_) for id_ in ("a/a", "a/c", "x/x")] == ["a/c", "a/c", "x/y"]


def test_a_lesson_is_titled_by_its_first_heading(fixture_course):
    assert fixture_course.title(LESSON) == "A lesson to test with"


@pytest.mark.parametrize(
    ("source", "ours"),
    [
        ('q = challenge("90-fixture/02-frame")\nq', True),
        ('q = challenge("90-fixture/02-frame")\nq  \n', True),
        (
            'from mcp_lab import Lab, challenge, lesson\n\nlesson("90-fixture", variant="mine")',
            True,
        ),
        ('challenge("90-fixture/02-frame").check()', True),
        ("# answer: 90-fixture/02-frame\nresponse = ...", False),
        ("import json", False),
    ],
)
def test_what_the_kit_hands_out_is_known_by_its_text(fixture_course, source, ours):
    assert is_handed_out(fixture_course, source) is ours


def test_a_course_not_built_yet_hands_nothing_out(fixture_course):
    fixture_course.notebook(LESSON).unlink()
    assert not is_handed_out(fixture_course, "import json")
