"""build, lint, doctor."""

from importlib.metadata import version

import pytest

from mcp_lab.authoring.build import built_lesson, solutions_of
from mcp_lab.cli import doctor

LESSON = "90-fixture"


@pytest.fixture
def fresh(fixture_course):
    """The fixture course with solutions as a build leaves them, outputs aside."""
    target = solutions_of(fixture_course) / f"{LESSON}.ipynb"
    target.parent.mkdir()
    target.write_text(built_lesson(fixture_course, LESSON).solution, "utf-8")
    return fixture_course


# build


def test_build_check_says_what_is_stale(typed, fixture_course):
    done = typed("build", "--check")
    assert done.code == 1
    (line,) = done.out.splitlines()
    assert line.startswith(f"solutions/{LESSON}.ipynb: built: It was not made from these sources.")
    assert not solutions_of(fixture_course).exists()


@pytest.mark.usefixtures("fresh")
def test_build_check_of_what_is_fresh_is_0(typed):
    done = typed("build", "--check")
    assert (done.code, done.out) == (0, "")


def test_build_writes_and_names_what_it_wrote(typed, fixture_course):
    done = typed("build")
    assert done.code == 0
    assert done.out.splitlines() == [f"notebooks/{LESSON}.ipynb", f"solutions/{LESSON}.ipynb"]
    assert typed("build", "--check").code == 0
    assert '"outputs": [\n' in (solutions_of(fixture_course) / f"{LESSON}.ipynb").read_text("utf-8")


def test_build_of_a_broken_lesson_names_file_and_line(typed, fixture_course):
    lesson = fixture_course.challenges / LESSON / "lesson.md"
    lesson.write_text("# T\n\n{no.clause}\n" + lesson.read_text("utf-8"), "utf-8")
    done = typed("build")
    assert done.code == 2
    assert f"challenges/{LESSON}/lesson.md:3: clause-known" in done.err


@pytest.mark.parametrize("command", ["build", "lint"])
def test_an_installed_course_is_nobodys_to_write(typed, fixture_course, monkeypatch, command):
    package = fixture_course.challenges.parent / "mcp_lab"
    fixture_course.challenges.parent.joinpath("_course").mkdir()
    for folder in (fixture_course.challenges, fixture_course.notebooks):
        folder.rename(folder.parent / "_course" / folder.name)
    package.parent.joinpath("_course").rename(package.parent / "moved")
    package.mkdir()
    package.parent.joinpath("moved").rename(package / "_course")
    monkeypatch.delenv("MCP_LAB_COURSE")
    monkeypatch.setattr("mcp_lab.__file__", str(package / "__init__.py"))
    before = sorted(package.rglob("*"))
    done = typed(command)
    assert (done.code, done.out) == (2, "")
    assert "This is for a checkout of the course" in done.err
    assert sorted(package.rglob("*")) == before


# lint


@pytest.mark.usefixtures("fresh")
def test_lint_of_a_sound_course_is_0(typed):
    done = typed("lint")
    assert (done.code, done.out) == (0, "3 challenges, 6 right and 12 wrong answers, 0 problems.\n")


def test_lint_tells_file_line_rule_and_what_to_do(typed, fresh):
    lesson = fresh.challenges / LESSON / "lesson.md"
    lesson.write_text(lesson.read_text("utf-8").replace("Now choose.", "You must."), "utf-8")
    done = typed("lint", LESSON)
    assert done.code == 1
    assert f"challenges/{LESSON}/lesson.md:10: clause-mark: This says 'must'" in done.out
    assert "3 problems." in done.out


def test_lint_as_json(typed, fresh):
    (fresh.challenges / LESSON / "02-frame" / "right" / "literal.py").unlink()
    done = typed("lint", "--json")
    assert (done.code, done.err) == (1, "")
    assert {key: done.json[key] for key in ("challenges", "right", "wrong")} == {
        "challenges": 3,
        "right": 5,
        "wrong": 12,
    }
    problem = next(one for one in done.json["problems"] if one["rule"] == "right-count")
    assert set(problem) == {"file", "line", "rule", "says", "todo"}
    assert problem["file"] == f"challenges/{LESSON}/02-frame/right"


def test_lint_of_an_unknown_lesson_is_wrong_usage(typed):
    done = typed("lint", "91-none")
    assert done.code == 2
    assert f"There are {LESSON}." in done.err


# doctor


def test_doctor_fits_one_screen_and_is_content(typed, lab):
    done = typed("doctor")
    assert done.code == 0, done.out
    assert done.err == ""
    lines = done.out.splitlines()
    assert len(lines) <= 24
    assert not [line for line in lines if line.startswith("needs")]
    assert f"{lab}, writable" in done.out
    assert "1 lesson, 3 challenges" in done.out


def test_doctor_names_what_is_missing_and_how_to_mend_it(typed, fixture_course, monkeypatch):
    fixture_course.notebook(LESSON).unlink()
    found = doctor._version
    gone = ("nbval", "jupyterlab")
    monkeypatch.setattr(doctor, "_version", lambda name: None if name in gone else found(name))
    done = typed("doctor")
    assert done.code == 1
    assert "missing: jupyterlab, nbval" in done.out
    assert "-m pip install jupyterlab nbval" in done.out
    assert "mcp-lab build" in done.out


def test_doctor_fits_a_narrow_screen(typed, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = typed("doctor").out.splitlines()
    assert all(len(line) <= 40 or len(line.split()) <= 4 for line in lines)  # a path stays whole
    assert any(
        line.startswith(" " * 18) and line.endswith("pandas " + version("pandas") + ",")
        for line in lines
    )


def test_doctor_sees_a_damaged_workspace(typed, lab):
    (lab / ".mcp-lab" / "workspace.toml").write_text("=")
    done = typed("doctor")
    assert done.code == 1
    assert "mends it" in done.out


@pytest.mark.parametrize("data", [b"", b'{"cells": [', b"mine", b'{"cells": []}'])
def test_doctor_names_a_broken_notebook(typed, lab, data):
    notebook = lab / f"{LESSON}.ipynb"
    notebook.write_bytes(data)
    done = typed("doctor")
    assert done.code == 1
    assert f"needs  workspace  {notebook}: it " in done.out
    assert "Move it away, then `mcp-lab start` hands out a fresh one." in done.out


def test_doctor_of_a_folder_that_is_not_there(typed):
    done = typed("doctor", "nowhere")
    assert done.code == 1
    assert "needs  workspace  there is no folder nowhere" in done.out


def test_doctor_sees_another_kernel(typed, monkeypatch):
    class Spec:
        argv = ("/elsewhere/python",)
        display_name = "Python 3"

    monkeypatch.setattr(
        "jupyter_client.kernelspec.KernelSpecManager.get_kernel_spec", lambda *_: Spec
    )
    done = typed("doctor")
    assert done.code == 1
    assert "-m ipykernel install --sys-prefix" in done.out


def test_doctor_sees_widgets_missing(typed, monkeypatch):
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *_: ["/nowhere"])
    assert "jupyterlab_widgets" in typed("doctor").out


def test_doctor_without_a_course(typed, monkeypatch, tmp_path):
    monkeypatch.setenv("MCP_LAB_COURSE", str(tmp_path))
    done = typed("doctor")
    assert done.code == 1
    assert "holds no challenges folder" in done.out
