"""What several commands do alike: find the workspace, print JSON, say something aside."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from mcp_lab.course import Workspace, WorkspaceTrouble

DEFAULT_FOLDER = "mcp-error-lab"
# Where `mcp-lab start` and `make lab` put a workspace below the folder they are typed in.
_BELOW = (DEFAULT_FOLDER, "workspace")

folder_argument: Callable[[Callable[..., Any]], Callable[..., Any]] = click.argument(
    "folder",
    metavar="[DIR]",
    required=False,
    type=click.Path(file_okay=False, path_type=Path),
)
json_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, and nothing else, to standard output."
)


def find_workspace(folder: Path | None) -> Workspace | None:
    """The workspace in or around a folder, or, where none is named, just below the current one."""
    if folder is not None:
        return Workspace.find(folder)
    here = Path.cwd()
    return Workspace.find(here) or next(
        (space for name in _BELOW if (space := _at(here / name)) is not None), None
    )


def the_workspace(folder: Path | None) -> Workspace:
    """The same, but there must be one.

    Raises:
        WorkspaceTrouble: there is none.
    """
    space = find_workspace(folder)
    if space is None:
        raise WorkspaceTrouble(
            f"There is no workspace at {folder or Path.cwd()}. `mcp-lab start` makes one."
        )
    return space


def aside(text: str) -> None:
    """Say something beside the output: on standard error."""
    click.echo(text, err=True)


def counted(number: int, one: str, many: str = "") -> str:
    """`1 lesson`, `2 lessons`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def _at(folder: Path) -> Workspace | None:
    return Workspace.find(folder) if (folder / ".mcp-lab").is_dir() else None
