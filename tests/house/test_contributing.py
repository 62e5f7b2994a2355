"""CONTRIBUTING.md's way from a clone to a new challenge, run word for word."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENVIRONMENT = "make .venv && . .venv/bin/activate && "


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of what is committed, and the environment that `make .venv` would have made."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    shutil.copy(ROOT / "CONTRIBUTING.md", clone)
    shim = clone / ".shim" / "mcp-lab"
    shim.parent.mkdir()
    shim.write_text(
        f'#!/bin/sh\nPYTHONPATH="{clone}" exec "{sys.executable}" -m mcp_lab.cli "$@"\n',
        encoding="utf-8",
    )
    shim.chmod(0o755)
    return clone


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the page's lines are for a POSIX shell")
def test_a_new_challenge_in_ten_minutes(clone):
    page = (clone / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Before")[0]
    lines = "".join(re.findall(r"```sh\n(.*?)```", page, re.DOTALL))
    assert ENVIRONMENT in lines
    run = subprocess.run(
        ["sh", "-e"],
        input=lines.replace(ENVIRONMENT, ""),
        cwd=clone,
        env={**os.environ, "PATH": f"{clone / '.shim'}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"10 challenges, \d+ right and \d+ wrong answers, 0 problems\.", run.stdout)
    built = (clone / "notebooks" / "01-jsonrpc-basics.ipynb").read_text(encoding="utf-8")
    assert "10-asks-or-tells" in built
