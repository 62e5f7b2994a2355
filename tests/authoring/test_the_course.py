"""The course as it is shipped: built from these sources, clean and red where it should be."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import mcp_lab
from mcp_lab.authoring import stale
from mcp_lab.authoring.lint import disagreements
from mcp_lab.course import CourseFiles
from mcp_lab.course.cells import read_cells

ROOT = Path(__file__).parents[2]
COURSE = CourseFiles(ROOT / "challenges", ROOT / "notebooks", mcp_lab.__version__)


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.delenv("MCP_LAB_COURSE", raising=False)


def nbval(folder: str, report: Path) -> dict[tuple[str, int], str]:
    """Run nbval as an instructor would: (lesson, code cell) to why it fell, empty if it did not."""
    words = [
        "-m",
        "pytest",
        "--nbval",
        folder,
        f"--junitxml={report}",
        "-p",
        "no:cacheprovider",
        "-q",
    ]
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return {
        (
            Path(case.get("classname", "")).stem.split(".")[-1],
            int(case.get("name", "").split()[-1]),
        ): "".join(failure.text or "" for failure in case.findall("failure"))
        for case in ET.parse(report).iter("testcase")
    }


def test_it_is_built_from_these_sources():
    assert [problem.told(ROOT) for problem in stale(COURSE)] == []


@pytest.mark.parametrize("lesson", COURSE.lessons())
def test_every_answer_is_judged_alike_by_both_ports(lesson):
    found = disagreements(COURSE.lesson_challenges(lesson))
    assert [problem.told(ROOT) for problem in found] == []


def test_nbval_is_content_with_the_solutions_twice_in_a_row(tmp_path):
    for time in ("first", "second"):
        cells = nbval("solutions", tmp_path / f"{time}.xml")
        assert {lesson for lesson, _ in cells} == set(COURSE.lessons())
        assert {cell: why for cell, why in cells.items() if why} == {}


def test_nbval_is_red_over_what_is_handed_out_at_each_check_for_its_own_reason(tmp_path):
    cells = nbval("notebooks", tmp_path / "report.xml")
    expected = {
        (lesson, number): cell.challenge
        for lesson in COURSE.lessons()
        for number, cell in enumerate(
            cell for cell in read_cells(COURSE.notebook(lesson)).cells if cell.kind == "code"
        )
        if cell.role == "check"
    }
    red = {cell: why for cell, why in cells.items() if why}
    assert set(red) == set(expected)
    for cell, challenge in expected.items():
        assert f"ChallengeNotPassed: {challenge}: not-attempted." in red[cell]
