"""The command `mcp-lab`: its front door, which imports nothing until it can be interrupted calmly.

Each command is a module of this floor, imported when it is called; `group` finds them.
"""

from collections.abc import Sequence

PROGRAM = "mcp-lab"

GOOD, SHORT, WRONG, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit code and never raises at a person."""
    try:
        from mcp_lab.cli.group import run

        return run(arguments)
    except KeyboardInterrupt:  # while importing, or in the last line of an error's own handling
        return INTERRUPTED
