"""What the tracked files may not hold, and what they must agree on."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_a_lock_names_no_host_and_hashes_everything(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links", text)
    pinned = re.findall(r"^([a-z0-9][a-z0-9._-]*)(?:\[[^\]]*\])?==", text, re.MULTILINE)
    assert len(pinned) > 50
    assert text.count("--hash=sha256:") > len(pinned)


def test_the_lab_lock_is_a_part_of_the_developers_lock():
    def pins(lock: str) -> set[str]:
        text = (ROOT / lock).read_text(encoding="utf-8")
        return set(re.findall(r"^[a-z0-9][a-z0-9._-]*==\S+", text, re.MULTILINE))

    assert pins("requirements.txt") <= pins("requirements-dev.txt")


def test_environment_yml_takes_the_same_lock():
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    entries = re.findall(r"^\s*- (.+)$", text, re.MULTILINE)
    assert entries == ["conda-forge", "python >=3.11,<3.14", "pip", "pip:", "-r requirements.txt"]


def test_every_declared_dependency_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    for requirement in project["dependencies"]:
        name = re.split(r"[<>=\[ ]", requirement)[0]
        assert f"\n{name}==" in f"\n{lock}", name


def test_no_path_of_one_machine_is_tracked():
    """A home folder or a build folder in a tracked file works on one machine only."""
    pattern = re.compile(r"(?<![\w.])/(?:home|Users|root|work)/[A-Za-z_.]")
    found = []
    for path in tracked():
        if path == Path(__file__) or path.suffix in {".png", ".lock"}:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [f"{path.relative_to(ROOT)}: {m.group(0)}" for m in pattern.finditer(text)]
    assert not found


def test_the_version_is_said_once():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    package = (ROOT / "mcp_lab" / "__init__.py").read_text(encoding="utf-8")
    assert "version" in project.get("dynamic", ())
    assert re.search(r'^__version__ = "\d+\.\d+\.\d+"$', package, re.MULTILINE)


def test_every_page_of_the_docs_stands_in_their_index():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert [page for page in sorted(pages) if f"({page})" not in index] == []
