"""The kit's own cells run whatever a learner has called by the kit's names."""

import shutil

import pytest

from mcp_lab.authoring.build import built_lesson
from mcp_lab.course import CourseFiles

LESSON, FUNCTION = "90-practice", "90-practice/03-double"


@pytest.fixture
def built(course, tmp_path, monkeypatch):
    """The course with its notebook: by that the kit knows its own cells."""
    root = tmp_path / "the-course"
    shutil.copytree(course, root)
    found = CourseFiles(root / "challenges", root / "notebooks", "1.0.0")
    found.notebooks.mkdir()
    with (found.challenges / LESSON / "lesson.md").open("a", encoding="utf-8") as prose:
        prose.writelines(f"\n<!-- challenge: {id_.partition('/')[2]} -->\n" for id_ in found.ids())
    found.notebook(LESSON).write_text(built_lesson(found, LESSON).notebook, "utf-8")
    monkeypatch.setenv("MCP_LAB_COURSE", str(root))


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "taken", ["challenge = 5", "def challenge(_id): return 5", "del challenge"]
)
def test_a_name_that_was_taken_stops_no_check(notebook, taken):
    notebook.begin(FUNCTION)
    notebook.run(taken)
    assert notebook.run(f'q = challenge("{FUNCTION}")\nq').error is None
    notebook.answer(FUNCTION, "def double(number):\n    return 2 * number")
    assert notebook.check(FUNCTION).error is None


@pytest.mark.usefixtures("built")
def test_it_stays_the_learners_for_their_cells_and_their_answer(notebook):
    notebook.begin(FUNCTION)
    notebook.run("challenge = 2")
    notebook.answer(FUNCTION, "def double(number):\n    return challenge * number")
    assert notebook.check(FUNCTION).error is None
    assert notebook.run("assert challenge == 2").error is None
