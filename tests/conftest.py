"""What several floors' tests share: a small course, built once into a temporary folder."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The machine may be busy: no property fails for being slow.
settings.register_profile("lab", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("lab")

FIXTURES = Path(__file__).parent / "course" / "fixtures"


@pytest.fixture(scope="session")
def built_fixture_course(tmp_path_factory) -> Path:
    """The fixture course with its notebooks; never written to."""
    from mcp_lab.authoring.build import built_lesson
    from mcp_lab.course import CourseFiles

    root = tmp_path_factory.mktemp("course")
    shutil.copytree(FIXTURES / "challenges", root / "challenges")
    course = CourseFiles(root / "challenges", root / "notebooks", "1.0.0")
    course.notebooks.mkdir()
    for lesson in course.lessons():
        course.notebook(lesson).write_text(built_lesson(course, lesson).notebook, "utf-8")
    return root


@pytest.fixture
def fixture_course(built_fixture_course, tmp_path, monkeypatch):
    """A copy of the fixture course that a test may change, found by everything that looks."""
    from mcp_lab.course import CourseFiles

    root = tmp_path / "the-course"
    shutil.copytree(built_fixture_course, root)
    monkeypatch.setenv("MCP_LAB_COURSE", str(root))
    return CourseFiles(root / "challenges", root / "notebooks", "1.0.0")
