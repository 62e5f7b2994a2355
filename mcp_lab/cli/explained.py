"""The page that `mcp-lab explain` prints: one block a frame. Colour only repeats what words say."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from mcp_lab.contract import REVISIONS, Standing, url
from mcp_lab.exchange.judging import NOT_JUDGED_YET
from mcp_lab.wire import ABSENT, Unencodable, encode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mcp_lab.exchange.digest import Entry
    from mcp_lab.exchange.judging import Finding
    from mcp_lab.exchange.pairing import Sent
    from mcp_lab.wire import Decoded

_STYLES: Final = {
    Standing.BROKEN: "bold red",
    Standing.ADVISED_AGAINST: "yellow",
    Standing.OPEN: "cyan",
    Standing.FINE: "green",
    Standing.NOT_APPLICABLE: "dim",
}
_PIPED_WIDTH: Final = 100
_SHOWN: Final = 240  # characters of a frame, or of a log's text, that a block repeats
_LISTED: Final = 20  # requests without an answer that are listed one by one
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


class Page:
    """Prints entries as they come and counts them; `broken` in every revision asked."""

    def __init__(self, asked: tuple[str, ...]) -> None:
        self.broken = 0
        self._asked = asked
        self._counts: Counter[str] = Counter()
        self._console = Console(highlight=False, markup=False, emoji=False)
        if not self._console.is_terminal:
            self._console.width = _PIPED_WIDTH

    def show(self, entry: Entry) -> None:
        """Print one block."""
        self.broken += entry.is_broken(self._asked)
        self._counts[entry.kind] += 1
        self._block(entry, f"line {entry.line}", indent=0)
        self._console.print()

    def close(self, waiting: tuple[Sent, ...]) -> None:
        """Print what it all comes to, and the requests that have had no answer."""
        if not self._counts:
            self._console.print("There is no line to explain: the input is empty.")
            return
        for sent in waiting[:_LISTED]:
            said = f"line {sent.line}: the request with id {_json(sent.message.id)} has no answer."
            self._console.print(said)
        if len(waiting) > _LISTED:
            self._console.print(f"… and {len(waiting) - _LISTED} more requests without an answer.")
        kinds = ", ".join(f"{count} {kind}" for kind, count in self._counts.items())
        where = _span(self._asked) if self._asked != REVISIONS else "every revision"
        self._console.print(f"{kinds}. Broken in {where}: {self.broken}.")

    def _block(self, entry: Entry, name: str, indent: int) -> None:
        head = Text(name, style="bold")
        for word in _headline(entry):
            head.append(f" · {word}", style="not bold")
        self._print(head, indent)
        self._print_frame(entry, indent + 2)
        for finding in entry.defects:
            self._print_finding(finding, indent + 2)
        for number, member in enumerate(entry.members, 1):
            self._block(member, f"message {number}", indent + 2)
        if entry.message is not None and not entry.members:
            self._print_standing(entry, indent + 2)

    def _print(self, text: Text | str, indent: int) -> None:
        self._console.print(Padding(text, (0, 0, 0, indent)))

    def _print_frame(self, entry: Entry, indent: int) -> None:
        if entry.cut:
            self._print(Text(f"left off: {printable(entry.cut)}", style="dim"), indent)
        if entry.message is not None:
            self._print(printable(entry.message.raw.decode(errors="replace")), indent)
            for note in entry.message.notes:
                self._print(f"note: {printable(note.says)}", indent)

    def _print_finding(self, finding: Finding, indent: int) -> None:
        text = Text()
        if finding.name == NOT_JUDGED_YET:
            text.append("not judged yet", style="dim")
            text.append(f"  {printable(finding.says)}")
            self._print(text, indent)
            return
        for standing, span in _spans(finding):
            text.append(f"{standing} {span}  ", style=_STYLES[standing])
        self._print(text, indent)
        self._print(f"{finding.name}: {printable(finding.says)}", indent + 2)
        self._print(_citation(finding), indent + 2)

    def _print_standing(self, entry: Entry, indent: int) -> None:
        row = {revision: entry.worst(revision) for revision in REVISIONS}
        text = Text("as a whole: ")
        for standing, span in _grouped(row):
            text.append(f"{standing} {span}  ", style=_STYLES[standing])
        self._print(text, indent)
