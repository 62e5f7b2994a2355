"""What several commands do alike: find the workspace, print JSON, say something aside.

The course is imported by what needs it: `explain` does not, and would start in twice the time.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp_lab.course import CourseFiles, Workspace

DEFAULT_FOLDER = "mcp-error-lab"
# Where `mcp-lab start` and `make lab` put a workspace below the folder they are typed in.
_BELOW = (DEFAULT_FOLDER, "workspace")


class PathOf(click.Path):
    """A path that was really given: an empty one is a variable that was not set, not `.`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """As click does it; fails on an empty text."""
        if value == "":
            self.fail(
                "the path is empty. Name one, such as `.` for the current folder.", param, ctx
            )
        return super().convert(value, param, ctx)


folder_argument: Callable[[Callable[..., Any]], Callable[..., Any]] = click.argument(
    "folder",
    metavar="[DIR]",
    required=False,
    type=PathOf(file_okay=False, path_type=Path),
)
json_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, and nothing else, to standard output."
)


def find_workspace(folder: Path | None) -> Workspace | None:
    """The workspace in or around a folder, or, where none is named, just below the current one."""
    from mcp_lab.course import Workspace

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
    from mcp_lab.course import WorkspaceTrouble

    space = find_workspace(folder)
    if space is None:
        raise WorkspaceTrouble(
            f"There is no workspace at {folder or Path.cwd()}. `mcp-lab start` makes one."
        )
    return space


def checkout() -> CourseFiles:
    """The course, for whoever writes it.

    Raises:
        click.UsageError: it is the installed one, which is nobody's to write.
    """
    from mcp_lab.course import locate
    from mcp_lab.course.files import OVERRIDE

    course = locate()
    if course.installed:
        raise click.UsageError(
            f"This is for a checkout of the course, and {course.challenges} is an installed one. "
            f"Clone the repository, or let {OVERRIDE} point to a folder with challenges/."
        )
    return course


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
    from mcp_lab.course import Workspace

    return Workspace.find(folder) if (folder / ".mcp-lab").is_dir() else None
