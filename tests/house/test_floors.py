"""The floors of the house: an import goes sideways or down, never up."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the package in ``folder``, whatever is installed."""
    program = (
        "import sys; sys.path.insert(0, '.'); "
        "from importlinter.cli import lint_imports; "
        "sys.exit(lint_imports(config_filename='pyproject.toml', no_cache=True))"
    )
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(
        ROOT / "mcp_lab",
        tmp_path / "mcp_lab",
        ignore=shutil.ignore_patterns("__pycache__", "_course"),
    )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_no_import_climbs(copy):
    run = lint_imports(copy)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "no import climbs KEPT" in run.stdout


@pytest.mark.parametrize(
    ("floor", "climbs_to"),
    [("wire", "contract"), ("server", "client"), ("world", "server"), ("judge", "course")],
)
def test_a_climbing_import_is_seen(copy, floor, climbs_to):
    planted = copy / "mcp_lab" / floor / "climber.py"
    planted.write_text(f"import mcp_lab.{climbs_to}\n", encoding="utf-8")
    run = lint_imports(copy)
    assert run.returncode == 1
    assert f"mcp_lab.{floor}.climber -> mcp_lab.{climbs_to}" in run.stdout


@pytest.mark.parametrize("floor", ["wire", "server", "client", "contract", "world", "exchange"])
def test_the_core_does_no_io(floor):
    """Sockets, processes, sleeps and the machine's clock have no place in the core."""
    banned = {"socket", "subprocess", "asyncio", "selectors", "threading", "time", "http", "ssl"}
    name_only = "from asyncio import CancelledError"  # an exception does nothing
    found = {
        f"{path.name}: {line.strip()}"
        for path in (ROOT / "mcp_lab" / floor).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.strip().startswith(name_only)
        and line.split()[:1] in (["import"], ["from"])
        and line.split()[1].split(".")[0] in banned
    }
    assert not found
