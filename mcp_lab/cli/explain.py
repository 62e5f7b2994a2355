"""`mcp-lab explain`: what each frame is, what is wrong with it, and in which revision."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import click

from mcp_lab.cli import GOOD, SHORT
from mcp_lab.cli.advice import Advice
from mcp_lab.cli.shared import aside, json_option
from mcp_lab.contract import REVISIONS
from mcp_lab.exchange.digest import SCHEMA, Digester
from mcp_lab.wire import LIMITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mcp_lab.exchange.digest import Entry

_CHUNK: Final = 1 << 20
_LONGEST: Final = LIMITS.size + 2  # bytes of a line that are read: enough to see it is too large


@click.command()
@click.argument("file", default="-", metavar="[FILE]")
@click.option("--log", is_flag=True, help="Lines that hold no frame are a log's text, not broken.")
@click.option("--conversation", is_flag=True, help="The lines are one exchange, paired by id.")
@click.option(
    "--revision",
    "revisions",
    multiple=True,
    type=click.Choice(REVISIONS),
    metavar="REVISION",
    help="Show how things stand in this revision, and end with 1 only for a frame that is broken "
    "in it; repeatable: in all of them. Without it: all five.",
)
@json_option
def explain(
    file: str, *, log: bool, conversation: bool, revisions: tuple[str, ...], as_json: bool
) -> int:
    """Say of each line of FILE what frame it is, and what is wrong with it in which revision.

    FILE holds one frame a line, as stdio does; without it, or with -, standard input is read.
    What a host's log put around a frame (time, level, name) is cut off, and told. Blank lines are
    passed over. JSON that goes on over several lines is put on one a frame by `jq -c .`.

    Ends with 1 when a frame is broken in every revision asked, with 2 when FILE can't be read.
    """
    asked = revisions or REVISIONS
    digester = Digester(log=log, conversation=conversation)
    advice = Advice()
    with _opened(file) as stream:
        entries = map(advice.notice, map(digester.digest, _lines(stream, file)))
        if as_json:
            broken = _write_json(entries, asked)
            for sentence in advice.given:
                aside(sentence)
        else:
            broken = _write_page(entries, asked, digester, advice)
    return SHORT if broken else GOOD


def _write_json(entries: Iterable[Entry], asked: tuple[str, ...]) -> bool:
    """Write entry by entry, so that a file of any length takes little memory."""
    broken = False
    click.echo(f'{{"schema": {json.dumps(SCHEMA)}, "frames": [', nl=False)
    for number, entry in enumerate(entries):
        broken |= entry.is_broken(asked)
        click.echo((",\n" if number else "\n") + json.dumps(entry.to_json()), nl=False)
    click.echo("\n]}")
    return broken


def _write_page(
    entries: Iterable[Entry], asked: tuple[str, ...], digester: Digester, advice: Advice
) -> bool:
    """Write block by block for a person, and what it all comes to."""
    from mcp_lab.cli.explained import Page

    page = Page(asked)
    for entry in entries:
        page.show(entry)
    page.close(digester.waiting, advice.given)
    return page.broken > 0


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for -; what can't be opened is said in a sentence."""
    if file == "-":
        if sys.stdin.isatty():
            aside("Reading frames from the keyboard, one a line; Ctrl-D ends.")
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115 - closed below; here only opening is tried
    except OSError as error:
        raise _unreadable(file, error) from error
    with stream:
        yield stream


def _lines(stream: BinaryIO, file: str) -> Iterator[bytes]:
    """Yield lines without their break; of an endless line only the beginning."""
    try:
        line = stream.readline(_LONGEST)
        if b"\0" in line:
            aside(f"{_named(file)} looks like binary data; its lines are judged as they are.")
        while line:
            yield line.removesuffix(b"\n")
            rest = len(line) == _LONGEST and not line.endswith(b"\n")
            while rest:
                passed_over = stream.readline(_CHUNK)
                rest = len(passed_over) == _CHUNK and not passed_over.endswith(b"\n")
            line = stream.readline(_LONGEST)
    except OSError as error:
        raise _unreadable(file, error) from error


def _named(file: str) -> str:
    return "Standard input" if file == "-" else file


def _unreadable(file: str, error: OSError) -> click.ClickException:
    why = (error.strerror or str(error)).lower()
    return click.ClickException(
        f"{_named(file)} can't be read: {why}. "
        "Give a file with one frame a line, or - for standard input."
    )
