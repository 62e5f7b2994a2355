"""A learner's notebook of the fixture lesson, and hands to mangle it with."""

import json
from pathlib import Path

import pytest

LESSON = "90-fixture"
PICK, FRAME, SAME = (f"{LESSON}/{slug}" for slug in ("01-pick", "02-frame", "03-same"))


class Book:
    """A notebook as JSON, mangled cell by cell, then saved."""

    def __init__(self, source: Path, target: Path) -> None:
        self.json = json.loads(source.read_text("utf-8"))
        self.path = target

    @property
    def cells(self) -> list[dict]:
        return self.json["cells"]

    def index(self, challenge: str, role: str) -> int:
        return next(
            i
            for i, cell in enumerate(self.cells)
            if cell["metadata"].get("mcp_lab") == {"id": challenge, "role": role}
        )

    def cell(self, challenge: str, role: str) -> dict:
        return self.cells[self.index(challenge, role)]

    def answer(self, challenge: str, code: str) -> dict:
        cell = self.cell(challenge, "answer")
        cell["source"] = f"# answer: {challenge}\n{code}"
        return cell

    def insert(self, index: int, source: str, kind: str = "code", **more) -> dict:
        cell = {"cell_type": kind, "id": f"own{len(self.cells)}", "metadata": {}, "source": source}
        if kind == "code":
            cell |= {"outputs": [], "execution_count": None}
        self.cells.insert(index, cell | more)
        return self.cells[index]

    def save(self) -> Path:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.json), "utf-8")
        return self.path


@pytest.fixture
def book(fixture_course, tmp_path) -> Book:
    return Book(fixture_course.notebook(LESSON), tmp_path / f"{LESSON}.ipynb")
