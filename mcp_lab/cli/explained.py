"""The page that `mcp-lab explain` prints: one block a frame. Colour only repeats what words say."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rich.console import Console
from rich.style import Style
from rich.text import Text

from mcp_lab.contract import HOME, REVISIONS, Standing, url
from mcp_lab.exchange.judging import NOT_JUDGED
from mcp_lab.wire import ABSENT, encode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mcp_lab.exchange.digest import Entry
    from mcp_lab.exchange.judging import Finding
    from mcp_lab.exchange.pairing import Sent
    from mcp_lab.wire import Decoded

_S = TypeVar("_S", bound=str)

_STYLES: Final = {
    Standing.BROKEN: "bold red",
    Standing.ADVISED_AGAINST: "yellow",
    Standing.OPEN: "cyan",
    Standing.FINE: "green",
    Standing.NOT_APPLICABLE: "dim",
}
_AT_EASE: Final = frozenset({Standing.FINE, Standing.NOT_APPLICABLE})
_PIPED_WIDTH: Final = 100
_SHOWN: Final = 240  # characters of a frame that a block repeats
_LISTED: Final = 20  # requests without an answer that are listed one by one
_PER_LEVEL: Final = 2  # spaces of indentation


class _Console(Console):
    """Rich's, but what to do about a closed pipe is decided in one place for all commands."""

    def on_broken_pipe(self) -> None:
        """Called where writing raised BrokenPipeError; let it go on."""
        raise BrokenPipeError


class Page:
    """Prints entries as they come, and counts them.

    `broken` counts the frames that are broken in every revision asked.
    """

    def __init__(self, asked: tuple[str, ...]) -> None:
        self.broken = 0
        self._asked = tuple(each for each in REVISIONS if each in asked)
        self._counts: Counter[str] = Counter()
        self._console = _Console(highlight=False, markup=False, emoji=False)
        if not self._console.is_terminal:
            self._console.width = _PIPED_WIDTH

    def show(self, entry: Entry) -> None:
        """Print the block of a frame; a log's text is only counted."""
        self._counts[entry.kind] += 1
        self.broken += entry.is_broken(self._asked)
        if entry.message is not None:
            self._block(entry, entry.message, f"line {entry.line}", 0)
            self._console.print()

    def close(self, waiting: tuple[Sent, ...]) -> None:
        """Print which requests have had no answer, and what it all comes to."""
        if not self._counts:
            self._console.print("There is nothing to explain: the input is empty.")
            return
        for sent in waiting[:_LISTED]:
            self._console.print(f"line {sent.line}: no answer to the request {_id(sent.message)}.")
        if len(waiting) > _LISTED:
            self._console.print(f"{len(waiting) - _LISTED} more requests without an answer.")
        kinds = ", ".join(f"{count} {kind}" for kind, count in self._counts.items())
        where = ", ".join(span for _, span in _spans(dict.fromkeys(self._asked, "")))
        self._console.print(f"{kinds}. Broken {where}: {self.broken}.")

    def _block(self, entry: Entry, message: Decoded, name: str, level: int) -> None:
        self._print(Text(f"{name} · ").append(" · ".join(_headline(entry, message)), "bold"), level)
        if entry.cut:
            self._print(Text(f"left off: {printable(entry.cut)}", "dim"), level + 1)
        self._print(printable(message.raw.decode(errors="replace")), level + 1)
        for note in message.notes:
            self._print(f"note: {printable(note.says)}", level + 1)
        for finding in entry.defects:
            self._finding(finding, level + 1)
        for number, member in enumerate(entry.members, 1):
            if member.message is not None:
                self._block(member, member.message, f"message {number}", level + 1)
        whole = {revision: entry.worst(revision) for revision in REVISIONS}
        self._print(Text("in all: ").append_text(_row(whole)), level + 1)

    def _finding(self, finding: Finding, level: int) -> None:
        if finding.name == NOT_JUDGED:
            self._print(f"not judged: {printable(finding.says)}", level)
            return
        standings = {revision: place.standing for revision, place in finding.revisions.items()}
        self._print(_row(standings).append(f" · {finding.name}"), level)
        self._print(printable(finding.says), level + 1)
        self._print(_citation(finding), level + 1)

    def _print(self, text: Text | str, level: int) -> None:
        """Print text wrapped and indented, with nothing after a line's last character."""
        indent = " " * _PER_LEVEL * level
        whole = Text(text) if isinstance(text, str) else text
        for line in whole.wrap(self._console, self._console.width - len(indent)):
            line.rstrip()
            self._console.print(Text(indent).append_text(line), soft_wrap=True)


def printable(text: str, most: int = _SHOWN) -> str:
    """Shorten text, and escape what a terminal would act on instead of showing it."""
    shown = text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"
    return "".join(each if each.isprintable() else _escaped(each) for each in shown)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


def _headline(entry: Entry, message: Decoded) -> Iterator[str]:
    """Yield what a frame is, in a few words: kind, id, method or code, outcome."""
    yield entry.kind
    if entry.members:
        yield f"{len(entry.members)} messages"
    if message.id is not ABSENT:
        yield _id(message)
    if isinstance(message.method, str):
        yield printable(message.method, 60)
    if isinstance(message.error, dict) and "code" in message.error:
        yield f"code {_json(message.error['code'])}"
    if entry.outcome is not None:
        yield entry.outcome


def _id(message: Decoded) -> str:
    return f"id {_json(message.id)}"


def _json(value: Any) -> str:
    return printable(encode(value).decode(), 60)


def _row(standings: Mapping[str, Standing]) -> Text:
    """How something stands in the five revisions, those alike drawn together."""
    text = Text()
    shown = {each: place for each, place in standings.items() if place != Standing.NOT_APPLICABLE}
    for standing, span in _spans(shown):
        text.append(" · " if text else "").append(f"{standing} {span}", _STYLES[standing])
    return text


def _spans(standings: Mapping[str, _S]) -> Iterator[tuple[_S, str]]:
    """Yield each standing with the stretch of neighbouring revisions that share it, in words."""
    known = [each for each in REVISIONS if each in standings]
    for standing, group in groupby(known, key=standings.__getitem__):
        stretch = list(group)
        if len(stretch) == len(REVISIONS):
            yield standing, "in every revision"
        elif len(stretch) == 1:
            yield standing, f"in {stretch[0]}"
        else:
            yield standing, f"in {stretch[0]} to {stretch[-1]}"


def _citation(finding: Finding) -> Text:
    """The clause with level and source: of the home revision, or of the newest that is at issue."""
    at_issue = [each for each, place in finding.revisions.items() if place.standing not in _AT_EASE]
    revision = HOME if HOME in at_issue or not at_issue else at_issue[-1]
    place = finding.revisions[revision]
    text = Text(f"{finding.clause} · {place.level} · ", "dim")
    address = url(place.source) if place.source else None
    return text.append(place.source or "no source", Style(dim=True, link=address))
