"""A wheel carries the whole course: built, installed where nothing else is, started."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command without what this test's own environment would lend it."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COV"))}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    (built,) = out.glob("mcp_error_lab-*.whl")
    return built


@pytest.mark.slow
def test_the_wheel_holds_the_course_and_no_tests(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "mcp_lab/_course/notebooks/00-start-here.ipynb" in names
    assert any(name.startswith("mcp_lab/_course/challenges/01-") for name in names)
    assert "mcp_lab/contract/clauses/envelope.toml" in names
    assert not [name for name in names if name.startswith(("tests/", "bench/", "solutions/"))]


@pytest.mark.slow
def test_the_wheel_starts_in_an_empty_environment(wheel, tmp_path):
    home = tmp_path / "env"
    venv.create(home, with_pip=True)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, "--require-hashes", "-r", ROOT / "requirements.txt", cwd=tmp_path)
    run(*pip, "--no-deps", wheel, cwd=tmp_path)
    run(python, "-m", "pip", "check", cwd=tmp_path)
    run(python.parent / "mcp-lab", "start", "--no-open", cwd=tmp_path)
    workspace = tmp_path / "mcp-error-lab"
    assert (workspace / "00-start-here.ipynb").is_file()
    assert (workspace / ".mcp-lab" / "workspace.toml").is_file()
    run(python.parent / "mcp-lab", "doctor", cwd=tmp_path)
