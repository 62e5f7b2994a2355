"""The command, typed in a folder of its own against the fixture course."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from mcp_lab.cli import main


@dataclass
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def no_screen(monkeypatch):
    """No terminal, of no width, with no wishes about colour, wherever the tests run."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def typed(fixture_course, tmp_path, monkeypatch, capsys):
    """Type a command: `typed("status", "--json")`."""
    monkeypatch.setattr("mcp_lab.__version__", fixture_course.version)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    def run(*words: str | Path) -> Done:
        capsys.readouterr()
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return run


@pytest.fixture
def lab(typed) -> Path:
    """A workspace that was just made, at ./mcp-error-lab."""
    assert typed("start", "--no-open").code == 0
    return Path.cwd() / "mcp-error-lab"
