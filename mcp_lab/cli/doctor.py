"""`mcp-lab doctor`: what is installed, what is missing, and the command that mends it."""

import os
import platform
import re
import shutil
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click

from mcp_lab.cli import GOOD, SHORT
from mcp_lab.cli.shared import counted, find_workspace, folder_argument
from mcp_lab.course import CourseTrouble, locate
from mcp_lab.course.upkeep import unusable

DISTRIBUTION = "mcp-error-lab"
_WIDTH = 94  # of the list of packages, where there is no screen
_NARROWEST = 20  # columns beside the names
_NO_BREAK = "\N{NO-BREAK SPACE}"  # a package and its version stay together
_PIP = f"{sys.executable} -m pip install"
_WIDGETS = "@jupyter-widgets/jupyterlab-manager"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the screen; `mend` is the command or step that helps, empty where all is well."""

    name: str
    says: str
    mend: str = ""


@click.command()
@folder_argument
def doctor(folder: Path | None) -> int:
    """Show what is installed, what is missing and how to mend it, in one screen."""
    findings = [look(folder) for look in LOOKS]
    for one in findings:
        click.echo(_wrapped(f"{'needs' if one.mend else 'ok':6} {one.name:10} ", one.says))
        if one.mend:
            click.echo(f"{'':17} {one.mend}")
    return SHORT if any(one.mend for one in findings) else GOOD


def _python(_folder: Path | None) -> Finding:
    says = f"{platform.python_version()} at {sys.executable}, {platform.system()}"
    old = sys.version_info < (3, 11)
    return Finding("Python", says, "Install Python 3.11 or newer." if old else "")


def _packages(_folder: Path | None) -> Finding:
    """Every package that the distribution asks for, with its version."""
    try:
        wanted = [name for line in requires(DISTRIBUTION) or () if (name := _required(line))]
    except PackageNotFoundError:
        return Finding("packages", f"{DISTRIBUTION} is not installed", f"{_PIP} -e .")
    found = {name: _version(name) for name in [DISTRIBUTION, *wanted]}
    missing = [name for name, held in found.items() if held is None]
    if missing:
        says = f"missing: {', '.join(missing)}"
        return Finding("packages", says, f"{_PIP} {' '.join(missing)}")
    together = [f"{name}{_NO_BREAK}{held}" for name, held in found.items()]
    return Finding("packages", ", ".join(together))


def _course(_folder: Path | None) -> Finding:
    try:
        course = locate()
    except CourseTrouble as trouble:
        return Finding("course", "not found", str(trouble))
    ids, lessons = course.ids(), course.lessons()
    says = (
        f"{course.version}: {counted(len(lessons), 'lesson')}, {counted(len(ids), 'challenge')}, "
        f"in {course.challenges}"
    )
    missing = [lesson for lesson in lessons if not course.notebook(lesson).is_file()]
    installed = course.challenges.parent.name == "_course"
    mend = f"{_PIP} --force-reinstall {DISTRIBUTION}" if installed else "mcp-lab build"
    return Finding("course", says, mend if missing or not lessons else "")


def _workspace(folder: Path | None) -> Finding:
    try:
        space = find_workspace(folder)
    except CourseTrouble as trouble:
        return Finding("workspace", "damaged", str(trouble))
    if folder is not None and not folder.is_dir():
        return Finding("workspace", f"there is no folder {folder}", "Check the path.")
    if space is None:
        where = f"at {folder}" if folder else "here"
        return Finding("workspace", f"none {where}; `mcp-lab start` makes one")
    if not (os.access(space.folder, os.W_OK) and os.access(space.state, os.W_OK)):
        return Finding("workspace", f"{space.folder} is read-only", "Make it writable.")
    if broken := next(unusable(space), None):
        return Finding("workspace", f"{broken.path}: {broken.cause}", broken.next_step)
    return Finding("workspace", f"{space.folder}, writable")


def _lab(_folder: Path | None) -> Finding:
    """JupyterLab, and the part of it that draws widgets."""
    held = _version("jupyterlab")
    if held is None:
        return Finding("JupyterLab", "not installed", f"{_PIP} jupyterlab")
    from jupyter_core.paths import jupyter_path

    places = [Path(path, *_WIDGETS.split("/")) for path in jupyter_path("labextensions")]
    if not any((place / "package.json").is_file() for place in places):
        says = f"{held}, but its extension for widgets is missing"
        return Finding("JupyterLab", says, f"{_PIP} --force-reinstall jupyterlab_widgets")
    return Finding("JupyterLab", f"{held}, with its extension for widgets")


def _kernel(_folder: Path | None) -> Finding:
    """The kernel called python3 must be this very environment, or the course isn't in it."""
    from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

    try:
        spec = KernelSpecManager().get_kernel_spec("python3")
    except NoSuchKernel:
        return Finding("kernel", "no python3 kernel", f"{_PIP} ipykernel")
    program = spec.argv[0] if spec.argv else ""
    ours = program in (sys.executable, "python", "python3", f"python3.{sys.version_info.minor}")
    says = f"{spec.display_name}, {'this environment' if ours else program}"
    mend = f"{sys.executable} -m ipykernel install --sys-prefix"
    return Finding("kernel", says, "" if ours else mend)


def _browser(_folder: Path | None) -> Finding:
    """A browser is a help, not a need: JupyterLab prints its address as well."""
    import webbrowser

    try:
        webbrowser.get()
    except webbrowser.Error:
        return Finding("browser", "none found; open the address that JupyterLab prints elsewhere")
    return Finding("browser", "found")


LOOKS: tuple[Callable[[Path | None], Finding], ...] = (
    _python,
    _packages,
    _course,
    _workspace,
    _lab,
    _kernel,
    _browser,
)


def _required(line: str) -> str | None:
    """The name in a requirement line; None for one that only an extra asks for."""
    found = re.match(r"[A-Za-z0-9._-]+", line)
    return found[0] if found and "extra ==" not in line else None


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _wrapped(head: str, says: str) -> str:
    """What was found, in lines that fit the screen, indented below the first.

    Where there is no screen, only the list of packages is worth breaking.
    """
    columns = shutil.get_terminal_size(fallback=(0, 0)).columns
    if not columns and _NO_BREAK not in says:
        return head + says
    lines = textwrap.wrap(
        says,
        max(columns or _WIDTH, len(head) + _NARROWEST),
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,  # a path stays whole, so that it can be copied
        break_on_hyphens=False,
    )
    return "\n".join(lines).replace(_NO_BREAK, " ")
