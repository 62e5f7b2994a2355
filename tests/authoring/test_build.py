import json
import re

import pytest

from mcp_lab.authoring import SourcesBroken, stale
from mcp_lab.authoring.build import build, built_lesson, solutions_of

LESSON = "90-fixture"
PICK, FRAME, SAME = (f"{LESSON}/{slug}" for slug in ("01-pick", "02-frame", "03-same"))


@pytest.fixture
def folder(fixture_course):
    return fixture_course.challenges / LESSON


def cells(course):
    return json.loads(built_lesson(course, LESSON).notebook)["cells"]


def as_if_executed(course):
    """solutions/ as a build leaves them, but for the outputs."""
    built = built_lesson(course, LESSON)
    target = solutions_of(course) / f"{LESSON}.ipynb"
    target.parent.mkdir(exist_ok=True)
    target.write_text(built.solution, "utf-8")
    return target


# What is made


def test_every_cell_is_marked_as_the_kits(fixture_course):
    marks = [cell["metadata"]["mcp_lab"] for cell in cells(fixture_course)]
    assert all(set(mark) == {"id", "role"} for mark in marks)
    assert [mark["role"] for mark in marks if mark["id"] == FRAME] == [
        "prose",
        "given",
        "answer",
        "check",
    ]
    assert {mark["id"] for mark in marks} == {LESSON, PICK, FRAME, SAME}


def test_the_notebook_is_marked(fixture_course):
    metadata = json.loads(built_lesson(fixture_course, LESSON).notebook)["metadata"]
    assert metadata["mcp_lab"] == {"lesson": LESSON, "course_version": "1.0.0"}
    assert metadata["kernelspec"]["name"] == "python3"


def test_the_first_given_cell_begins_the_lesson(fixture_course):
    first = next(c for c in cells(fixture_course) if c["cell_type"] == "code")
    assert "".join(first["source"]) == (
        f'from mcp_lab import Lab, challenge, lesson\n\nlesson("{LESSON}", variant="sample")'
    )


def test_a_challenge_has_its_four_cells(fixture_course):
    four = [
        "".join(c["source"])
        for c in cells(fixture_course)
        if c["metadata"]["mcp_lab"]["id"] == FRAME
    ]
    assert four[0].startswith("### 2. Write a response\n\nWrite the response")
    assert four[1:] == [
        f'q = challenge("{FRAME}")\nq',
        f"# answer: {FRAME}\nresponse = ...",
        f'challenge("{FRAME}").check()',
    ]


def test_ids_are_unique_derived_and_valid(fixture_course):
    import nbformat

    made = cells(fixture_course)
    ids = [cell["id"] for cell in made]
    assert len(set(ids)) == len(ids)
    assert ids == [cell["id"] for cell in cells(fixture_course)]
    assert {"02-frame-answer", "02-frame-check"} <= set(ids)
    nbformat.validate(json.loads(built_lesson(fixture_course, LESSON).notebook))


def test_the_same_prose_twice_has_two_ids(fixture_course, folder):
    lesson = folder / "lesson.md"
    lesson.write_text(lesson.read_text().replace("That was all.", "Now choose."), "utf-8")
    ids = [cell["id"] for cell in cells(fixture_course)]
    assert len(set(ids)) == len(ids)


def test_nothing_is_handed_out_with_an_output_or_an_answer(fixture_course):
    text = built_lesson(fixture_course, LESSON).notebook
    assert all(not c.get("outputs") for c in json.loads(text)["cells"])
    assert "request[" not in text


def test_marks_are_links_in_prose_and_prompt(fixture_course, folder):
    prompt = folder / "02-frame" / "prompt.md"
    prompt.write_text(prompt.read_text() + "\nThe id stays {response.same-id}.\n", "utf-8")
    texts = ["".join(c["source"]) for c in cells(fixture_course) if c["cell_type"] == "markdown"]
    assert sum("[§](https://" in text for text in texts) == 2
    assert not [text for text in texts if "{response.same-id}" in text]


@pytest.mark.parametrize("file", ["lesson.md", "02-frame/prompt.md"])
def test_an_unknown_mark_is_an_error_with_file_and_line(fixture_course, folder, file):
    source = folder / file
    source.write_text(source.read_text() + "\nSo {no.such-clause}.\n", "utf-8")
    line = source.read_text().rstrip().count("\n") + 1
    with pytest.raises(
        SourcesBroken, match=rf"{re.escape(file)}:{line}: clause-known: There is no"
    ):
        built_lesson(fixture_course, LESSON)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("<!-- challenge: 02-frame -->", "", "Challenge 02-frame is placed 0 times"),
        (
            "<!-- challenge: 02-frame -->",
            "<!-- challenge: 02-frame -->\n\n<!-- challenge: 02-frame -->",
            "Challenge 02-frame is placed 2 times",
        ),
        ("challenge: 02-frame", "challenge: 02-fram", "There is no challenge folder '02-fram'"),
    ],
)
def test_each_challenge_is_placed_once(fixture_course, folder, old, new, says):
    lesson = folder / "lesson.md"
    lesson.write_text(lesson.read_text().replace(old, new), "utf-8")
    with pytest.raises(SourcesBroken, match=says):
        built_lesson(fixture_course, LESSON)


# Whether it is stale


def test_what_was_just_built_is_not_stale(fixture_course):
    as_if_executed(fixture_course)
    assert list(stale(fixture_course)) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "stale_ones"),
    [
        ("lesson.md", "Now choose.", "Choose now.", 2),
        ("02-frame/prompt.md", "as a dict", "as a dictionary", 2),
        ("02-frame/challenge.toml", "Write a response", "Respond", 2),
        ("02-frame/starter.py", "...", "None", 2),
        ("02-frame/solution.py", '"result": {}', '"result": {"a": 1}', 1),
        ("02-frame/check.py", "1000", "1001", 1),
    ],
)
def test_a_changed_source_is_seen(fixture_course, file, old, new, stale_ones):
    as_if_executed(fixture_course)
    source = fixture_course.challenges / LESSON / file
    assert old in source.read_text()
    source.write_text(source.read_text().replace(old, new), "utf-8")
    seen = [problem.file.parent.name for problem in stale(fixture_course)]
    assert seen == ["notebooks", "solutions"][-stale_ones:]


def test_a_notebook_edited_by_hand_is_seen(fixture_course):
    target = as_if_executed(fixture_course)
    for file in (fixture_course.notebook(LESSON), target):
        file.write_text(file.read_text().replace("Now choose", "Now, choose"), "utf-8")
    assert len(list(stale(fixture_course))) == 2


def test_outputs_of_solutions_are_left_to_nbval(fixture_course):
    target = as_if_executed(fixture_course)
    target.write_text(target.read_text().replace('"outputs": []', '"outputs": [{}]'), "utf-8")
    assert list(stale(fixture_course)) == []


def test_a_missing_and_an_orphaned_notebook_are_seen(fixture_course):
    as_if_executed(fixture_course).unlink()
    (fixture_course.notebooks / "99-gone.ipynb").write_text("{}")
    assert [(p.file.name, p.says) for p in stale(fixture_course)] == [
        (f"{LESSON}.ipynb", "It was not made from these sources."),
        ("99-gone.ipynb", "No lesson makes it."),
    ]


def test_caches_are_no_sources(fixture_course, folder):
    as_if_executed(fixture_course)
    (folder / "02-frame" / "__pycache__").mkdir()
    (folder / "02-frame" / "__pycache__" / "check.pyc").write_bytes(b"x")
    (folder / ".DS_Store").write_bytes(b"x")
    assert list(stale(fixture_course)) == []


# Executed


@pytest.fixture(scope="module")
def really_built(built_fixture_course, tmp_path_factory):
    import shutil

    from mcp_lab.course import CourseFiles

    root = tmp_path_factory.mktemp("executed")
    shutil.copytree(built_fixture_course / "challenges", root / "challenges")
    course = CourseFiles(root / "challenges", root / "notebooks", "1.0.0")
    assert [path.parent.name for path in build(course)] == ["notebooks", "solutions"]
    return course


def test_a_build_is_not_stale_and_makes_the_same_again(really_built):
    assert list(stale(really_built)) == []
    before = (solutions_of(really_built) / f"{LESSON}.ipynb").read_bytes()
    build(really_built)
    assert (solutions_of(really_built) / f"{LESSON}.ipynb").read_bytes() == before


def test_solutions_hold_outputs_and_no_widget_model(really_built):
    text = (solutions_of(really_built) / f"{LESSON}.ipynb").read_text("utf-8")
    by_id = {cell["id"]: cell for cell in json.loads(text)["cells"]}
    assert by_id["02-frame-check"]["outputs"]
    assert "widget-view" not in text
    assert "mcp_lab_sources" in json.loads(text)["metadata"]
    assert 'execution": {' not in text


def test_a_solution_that_does_not_pass_stops_the_build(fixture_course, folder):
    solution = folder / "03-same" / "solution.py"
    solution.write_text(solution.read_text().replace(" and one == other", ""), "utf-8")
    with pytest.raises(SourcesBroken, match="The solutions do not run: ChallengeNotPassed"):
        build(fixture_course)
