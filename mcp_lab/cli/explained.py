"""The page that `mcp-lab explain` prints: one block a frame. Colour only repeats what words say."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.cli.printer import Piece, Printer
from mcp_lab.contract import HOME, REVISIONS, Standing, url
from mcp_lab.exchange.judging import NOT_JUDGED
from mcp_lab.wire import ABSENT, encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_lab.exchange.digest import Entry
    from mcp_lab.exchange.judging import Finding
    from mcp_lab.exchange.pairing import Sent
    from mcp_lab.wire import Decoded

_COLOURS: Final = {
    Standing.BROKEN: "red",
    Standing.ADVISED_AGAINST: "yellow",
    Standing.OPEN: "cyan",
    Standing.FINE: "green",
}
_AT_EASE: Final = frozenset({Standing.FINE, Standing.NOT_APPLICABLE})
_SHOWN: Final = 240  # characters of a frame that a block repeats
_LISTED: Final = 20  # requests without an answer that are listed one by one

# How many of a kind there are, in words: one, several.
_COUNTED: Final = {
    "request": ("request", "requests"),
    "notification": ("notification", "notifications"),
    "result": ("result", "results"),
    "error": ("error", "errors"),
    "batch": ("batch", "batches"),
    "malformed": ("malformed", "malformed"),
    "text": ("line of text", "lines of text"),
    "blank": ("blank line", "blank lines"),
}


class Page:
    """Prints entries as they come, and counts them.

    Shown is how things stand in the revisions asked. `broken` counts the frames that are broken in
    every one of them.
    """

    def __init__(self, asked: tuple[str, ...]) -> None:
        self.broken = 0
        self._asked = tuple(each for each in REVISIONS if each in asked)
        self._counts: Counter[str] = Counter()
        self._out = Printer()

    def show(self, entry: Entry) -> None:
        """Print the block of a frame; a log's text and blank lines are only counted."""
        self._counts["blank" if entry.blank else entry.kind] += 1
        self.broken += entry.is_broken(self._asked)
        if entry.message is not None and not entry.blank:
            self._block(entry, entry.message, f"line {entry.line}", 0)
            self._out.space()
            self._out.flush()

    def close(self, waiting: tuple[Sent, ...], advice: tuple[str, ...] = ()) -> None:
        """Print which requests have had no answer, what it all comes to, and what to try."""
        if not self._counts:
            self._out.print(0, "There is nothing to explain: the input is empty.")
        else:
            self._sum_up(waiting)
        for sentence in advice:
            self._out.print(0, sentence)
        self._out.flush()

    def _sum_up(self, waiting: tuple[Sent, ...]) -> None:
        for sent in waiting[:_LISTED]:
            self._out.print(0, f"line {sent.line}: no answer to the request {_id(sent.message)}.")
        if len(waiting) > _LISTED:
            self._out.print(0, f"{len(waiting) - _LISTED} more requests without an answer.")
        kinds = ", ".join(f"{n} {_COUNTED[kind][n != 1]}" for kind, n in self._counts.items())
        where = ", ".join(
            span for _, span in _spans((Standing.BROKEN,) * len(self._asked), self._asked)
        )
        self._out.print(0, f"{kinds}. Broken {where}: {self.broken}.")

    def _block(self, entry: Entry, message: Decoded, name: str, level: int) -> None:
        headline = " · ".join(_headline(entry, message))
        self._out.print(level, f"{name} · ", Piece(headline, bold=True))
        if entry.cut:
            self._out.print(level + 1, Piece(f"left off: {printable(entry.cut)}", dim=True))
        self._out.print(level + 1, printable(message.raw.decode(errors="replace")))
        for note in message.notes:
            self._out.print(level + 1, f"note: {printable(note.says)}")
        for finding in entry.defects:
            self._finding(finding, level + 1)
        for number, member in enumerate(entry.members, 1):
            if member.message is not None:
                self._block(member, member.message, f"message {number}", level + 1)
        partly = any(finding.name == NOT_JUDGED for finding in entry.defects)
        label = "its envelope, in all: " if partly else "in all: "
        whole = tuple(entry.worst(revision) for revision in self._asked)
        self._out.print(level + 1, label, *_row(whole, self._asked))

    def _finding(self, finding: Finding, level: int) -> None:
        """Print a finding, unless it is at ease in every revision asked."""
        if finding.name == NOT_JUDGED:
            self._out.print(level, f"not judged: {printable(finding.says)}")
            return
        if finding.unplaced:
            self._out.print(level, f"besides · {finding.name}: {printable(finding.says)}")
            return
        standings = tuple(finding.standing(revision) for revision in self._asked)
        at_issue = [at for at, place in enumerate(standings) if place not in _AT_EASE]
        concerned = [self._asked[at] for at in at_issue]
        if len(concerned) == 1 < len(self._asked) and concerned != [HOME]:
            # What one other revision alone says is one quiet line: `--revision` tells the rest.
            found = f": {printable(finding.found)}" if finding.found else ""
            says = f"{standings[at_issue[0]]} in {concerned[0]} · {finding.name}{found}"
            self._out.print(level, Piece(says, dim=True))
        elif concerned:
            self._out.print(level, *_row(standings, self._asked), f" · {finding.name}")
            self._out.print(level + 1, printable(finding.says))
            self._out.print(level + 1, _citation(finding, concerned))


def printable(text: str, most: int = _SHOWN) -> str:
    """Shorten text, and escape what a terminal would act on instead of showing it."""
    shown = text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"
    if shown.isprintable():
        return shown
    return "".join(each if each.isprintable() else _escaped(each) for each in shown)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


def _headline(entry: Entry, message: Decoded) -> Iterator[str]:
    """Yield what a frame is, in a few words: kind, id, method or code, outcome."""
    yield entry.kind
    if entry.members:
        yield f"{len(entry.members)} message{'s' if len(entry.members) != 1 else ''}"
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


@cache
def _row(standings: tuple[Standing, ...], revisions: tuple[str, ...]) -> tuple[Piece | str, ...]:
    """How something stands in revisions, neighbours that agree drawn together."""
    row: list[Piece | str] = []
    for standing, span in _spans(standings, revisions):
        if standing != Standing.NOT_APPLICABLE:
            colour, bold = _COLOURS[standing], standing == Standing.BROKEN
            row += [" · "] * bool(row) + [Piece(f"{standing} {span}", colour, bold)]
    return tuple(row)


def _spans(
    standings: tuple[Standing, ...], revisions: tuple[str, ...]
) -> Iterator[tuple[Standing, str]]:
    """Yield each standing with the stretch of neighbouring revisions that share it, in words."""
    placed = [
        (standing, REVISIONS.index(revision) - at)  # the same for neighbours
        for at, (standing, revision) in enumerate(zip(standings, revisions, strict=True))
    ]
    at = 0
    for (standing, _), group in groupby(placed):
        stretch = revisions[at : at + len(list(group))]
        at += len(stretch)
        if stretch == REVISIONS:
            yield standing, "in every revision"
        elif len(stretch) == 1:
            yield standing, f"in {stretch[0]}"
        else:
            yield standing, f"in {stretch[0]} to {stretch[-1]}"


def _citation(finding: Finding, at_issue: list[str]) -> Piece:
    """The clause with level and source: of the home revision, or of the newest that is at issue."""
    place = finding.revisions[HOME if HOME in at_issue else at_issue[-1]]
    source = place.source or "no source"
    link = url(place.source) if place.source else None
    return Piece(f"{finding.clause} · {place.level} · {source}", dim=True, link=link or "")
