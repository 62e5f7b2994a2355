"""The commands of `mcp-lab`, and what becomes of whatever goes wrong in them.

Each command is a module of this floor that is imported when it is called, so `--help` and
completion are immediate. Whatever goes wrong is said here, in one place: one sentence on standard
error, exit code 2. A command returns 0 (or nothing) when all is good, 1 when something falls short.
"""

import errno
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import click

from mcp_lab.cli import GOOD, INTERRUPTED, PROGRAM, WRONG

DEBUG = "MCP_LAB_DEBUG"

# What a stream says that has nowhere to write to.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
_SEND = "Free some space, or send it elsewhere."

# What each command is for, in the order of the help; `mcp_lab.cli.NAME:NAME` does it.
COMMANDS: Mapping[str, str] = {
    "start": "Make or refresh a workspace and open JupyterLab on it.",
    "status": "How far you are, and what to do next.",
    "check": "Judge a notebook's answers in a process of their own.",
    "hint": "The next hint for a challenge.",
    "reset": "Put a challenge back to its starter; the old answer is kept.",
    "explain": "Say of raw frames or log lines what each is and what is wrong with it.",
    "doctor": "What is installed, what is missing, in one screen.",
    "build": "For authors: notebooks/ and solutions/ from challenges/.",
    "lint": "For authors: every rule that a challenge must meet.",
}


class Commands(click.Group):
    """The group of all commands, imported one by one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of the help."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; None where there is none of this name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"mcp_lab.cli.{cmd_name}"), cmd_name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, but an unknown command is told the nearest."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            import difflib

            near = difflib.get_close_matches(name, COMMANDS, n=1, cutoff=0.0)[0]
            ctx.fail(f"There is no command {name!r}. The nearest is {near!r}.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done and good, 1 something falls short, 2 wrong usage or unreadable, "
    "130 interrupted.",
)
@click.version_option(package_name="mcp-error-lab", prog_name=PROGRAM)
def group() -> None:
    """MCP Error Lab: a course you can run on how calls fail in the Model Context Protocol."""


def run(arguments: Sequence[str] | None) -> int:
    """Run the command line (default: that of this process); gives the exit code.

    KeyboardInterrupt passes through; nothing else does, unless `MCP_LAB_DEBUG` is set.
    """
    _open_what_is_closed()
    _speak_anything()
    try:
        code = group.main(
            None if arguments is None else list(arguments), PROGRAM, standalone_mode=False
        )
        sys.stdout.flush()
    except click.Abort:
        return INTERRUPTED
    except SystemExit:  # click's way with a reader that has seen enough; it has silenced the rest
        return GOOD
    except BrokenPipeError:  # the same, noticed as late as this
        _give_up_output()
        return GOOD
    except click.ClickException as error:
        return _misused(error)
    except Exception as error:  # noqa: BLE001 - the one place that turns errors into sentences
        return _said(error)
    return code if isinstance(code, int) else GOOD


def _misused(error: click.ClickException) -> int:
    """The sentence for wrong usage, under the line that shows the right one."""
    context = getattr(error, "ctx", None)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        _tell(error.format_message())
        return WRONG
    if context is not None:
        _tell(f"{context.get_usage()}\n`{context.command_path} --help` says more.")
    _tell(f"{PROGRAM}: {error.format_message()}")
    return WRONG


def _said(error: Exception) -> int:
    """One sentence for an error; the traceback only for whoever asks for it."""
    from mcp_lab.authoring import SourcesBroken
    from mcp_lab.course import CourseTrouble
    from mcp_lab.judge import ChallengeBroken

    if os.environ.get(DEBUG):
        raise error
    if isinstance(error, CourseTrouble | ChallengeBroken | SourcesBroken):
        _tell(f"{PROGRAM}: {error}")
    elif isinstance(error, OSError) and error.errno in _FULL and error.filename is None:
        _give_up_output()
        said = os.strerror(error.errno)
        _tell(f"{PROGRAM}: the output could not be written: {said}. {_SEND}")
    else:
        said = ": ".join(filter(None, (type(error).__name__, " ".join(str(error).split()))))
        _tell(
            f"{PROGRAM}: something in the kit itself failed ({said}). "
            f"Set {DEBUG}=1 to see where, and tell whoever runs the course.",
        )
    return WRONG


def _tell(text: str) -> None:
    """Say something on standard error, where that can be written at all."""
    with suppress(OSError):
        click.echo(text, err=True)


def _open_what_is_closed() -> None:
    """A stream that whoever called us has closed leads nowhere, and its number is taken."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - it stays open
            setattr(sys, name, nowhere)


def _give_up_output() -> None:
    """What could not be written is not tried again when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_anything() -> None:
    """A terminal that lacks a character shows a question mark instead of stopping us."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
