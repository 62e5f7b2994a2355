"""A workspace, JupyterLab on it, and a page: or a plain word that there is no browser here."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mcp_lab.course import Workspace
from mcp_lab.judge import canonical_choice, given

sys.path.insert(0, str(Path(__file__).parent))
import jupyter

# ipywidgets says so of the lists in a notebook that is reopened, until their cell runs again:
# JupyterLab does not save the state of widgets.
FORGOTTEN = "widget model not found"
PICTURES = pytest.StashKey[Path]()
MISSING = "left out: no Chromium here (on Debian: apt-get install chromium)"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if jupyter.CHROMIUM is None:
        pytest.skip(MISSING)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=jupyter.CHROMIUM, args=jupyter.FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """Where screenshots go; the summary says where, for somebody to look at them."""
    folder = tmp_path_factory.mktemp("pictures")
    request.config.stash[PICTURES] = folder
    return folder


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if folder := config.stash.get(PICTURES, None):
        terminalreporter.write_line(f"screenshots: {folder}")


@pytest.fixture
def workspace(browser: Any, tmp_path: Path) -> Workspace:  # noqa: ARG001 - no browser, no workspace
    folder = tmp_path / "workspace"
    command = [Path(sys.executable).with_name("mcp-lab"), "start", "--no-open", folder]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    found = Workspace.find(folder)
    assert found is not None
    return found


Opener = Callable[..., jupyter.Notebook]


@pytest.fixture
def opened(browser: Any, workspace: Workspace, tmp_path: Path) -> Iterator[Opener]:
    """Opens a notebook of the workspace in a page of its own, with a kernel of its own.

    Afterwards nothing but this machine was spoken to, and no page had anything to complain of.
    """
    notebooks: list[jupyter.Notebook] = []
    with jupyter.server(workspace.folder, tmp_path / "jupyter") as address:

        def open_notebook(name: str, width: int = 1280, height: int = 900) -> jupyter.Notebook:
            page = browser.new_page(viewport={"width": width, "height": height})
            notebooks.append(jupyter.Notebook(page, address, name))
            return notebooks[-1]

        yield open_notebook
        for notebook in notebooks:
            if not notebook.page.is_closed():
                notebook.page.close()
    assert {host for notebook in notebooks for host in notebook.hosts} == {"127.0.0.1"}
    errors = [error for notebook in notebooks for error in notebook.errors]
    assert [error for error in errors if FORGOTTEN not in error] == []


@pytest.fixture
def right(workspace: Workspace) -> Callable[[str], dict[tuple[str, str], int]]:
    """The right answer to a choice, as the place of each option: what its solution sets."""

    def solved(challenge_id: str) -> dict[tuple[str, str], int]:
        challenge = workspace.course.challenge(challenge_id)
        data = given(challenge, workspace.variant)
        typed: list[Any] = []
        q = SimpleNamespace(given=data, answer=SimpleNamespace(set=typed.append))
        exec(challenge.solution, {"q": q})
        answers = canonical_choice(data, typed[-1])
        return {
            (item["key"], ask["name"]): ask["options"].index(answers[item["key"]][ask["name"]])
            for item in data["items"]
            for ask in data["asks"]
        }

    return solved
