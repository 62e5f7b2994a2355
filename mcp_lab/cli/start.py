"""`mcp-lab start`: a workspace made or renewed, then JupyterLab on it."""

import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import click

from mcp_lab.cli import GOOD, SHORT
from mcp_lab.cli.shared import DEFAULT_FOLDER, aside, counted, folder_argument
from mcp_lab.course import Change, Workspace, WorkspaceTrouble, overview

# What became of a lesson's notebook, in words; a kept one is not worth a line.
_TOLD = {"made": "made", "renewed": "renewed", "left": "left alone", "unusable": "left alone"}


@click.command()
@folder_argument
@click.option("--no-open", is_flag=True, help="Only make the workspace; open nothing.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port JupyterLab listens on.")
@click.option("--browser/--no-browser", default=True, help="Open a browser window, or do not.")
def start(folder: Path | None, *, no_open: bool, port: int | None, browser: bool) -> int:
    """Make or refresh a workspace in DIR and open JupyterLab on it.

    DIR is ./mcp-error-lab unless you name one or stand in a workspace. Nothing of yours is ever
    overwritten: a notebook of an older course is made again with your answers moved over, and the
    old file goes to .mcp-lab/backups.

    Ends with 1 when a file that is no notebook of the course stands in a lesson's place.
    """
    space = Workspace.create(folder or _here())
    changes = space.refresh()
    for note in space.notes:
        aside(note)
    click.echo(f"Workspace {space.folder}: {_counted(changes)}.")
    for change in changes:
        if change.says:
            aside(f"{change.lesson}: {change.says}")
    if no_open:
        return SHORT if any(change.what == "unusable" for change in changes) else GOOD
    return _open(space, port, browser=browser)


def _here() -> Path:
    """The workspace around the current folder, damaged or not, else the default below it."""
    return Workspace.folder_around() or Path(DEFAULT_FOLDER)


def _counted(changes: tuple[Change, ...]) -> str:
    whats = [_TOLD.get(change.what, "as you left it") for change in changes]
    counts = [f"{whats.count(what)} {what}" for what in dict.fromkeys(whats)]
    return f"{counted(len(changes), 'lesson')} ({', '.join(counts)})"


def _open(space: Workspace, port: int | None, *, browser: bool) -> int:
    if find_spec("jupyterlab") is None:
        raise WorkspaceTrouble(
            f"JupyterLab is not installed for {sys.executable}. "
            f"`{sys.executable} -m pip install jupyterlab` brings it."
        )
    notebook = _where_they_left_off(space)
    click.echo(f"Opening JupyterLab on {notebook.name}. Ctrl-C here, twice, stops it.")
    sys.stdout.flush()
    words = command(space.folder, notebook, port, browser=browser)
    settings = {**os.environ, "JUPYTER_CONFIG_PATH": _quiet_first()}
    return _become(words, settings)


def _become(words: list[str], settings: Mapping[str, str]) -> int:
    """Let JupyterLab take this process over; where the system can't, wait for it."""
    if os.name == "posix":
        os.execve(words[0], words, settings)  # noqa: S606 - no shell
    return subprocess.call(words, env=settings)  # noqa: S603 - our own words, no shell


def command(folder: Path, notebook: Path, port: int | None, *, browser: bool) -> list[str]:
    """What starts JupyterLab, of this very environment, on a notebook."""
    words = [sys.executable, "-m", "jupyterlab", "--ServerApp.ip=127.0.0.1"]
    words += [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{notebook.name}"]
    words += [f"--ServerApp.port={port}"] if port else []
    words += [] if browser else ["--no-browser"]
    if os.name == "posix" and os.geteuid() == 0:
        words.append(
            "--allow-root"
        )  # a container's only user; the server listens on loopback alone
    return words


def _quiet_first() -> str:
    """Jupyter's extra settings folders, ours first: it turns off the pop-up about news."""
    ours = Path(__file__).parent / "jupyter"
    return os.pathsep.join(filter(None, (str(ours), os.environ.get("JUPYTER_CONFIG_PATH"))))


def _where_they_left_off(space: Workspace) -> Path:
    """The notebook of what comes next, else the first one."""
    following = overview(space.course, space.progress()).next
    lesson = following.challenge.lesson if following else space.course.lessons()[0]
    return space.notebook(lesson)
