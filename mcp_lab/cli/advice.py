"""What to try when the lines of a file are not what `mcp-lab explain` reads: one frame a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mcp_lab.wire import ABSENT

if TYPE_CHECKING:
    from mcp_lab.exchange.digest import Entry
    from mcp_lab.wire import Decoded

_BEGINS: Final = (b"{", b"[")
_GOES_ON: Final = (b"{", b"[", b",")


class Advice:
    """Notices, entry by entry, what a file seems to be."""

    def __init__(self) -> None:
        self._begun: int | None = None  # the line before, where JSON begins there and goes on
        self._spread: int | None = None  # the first line of which that is so
        self._texts = 0

    def notice(self, entry: Entry) -> Entry:
        """Take in the next entry, which is given back."""
        message = entry.message
        unread = message if message is not None and message.value is ABSENT else None
        if unread is not None and self._begun is not None and not entry.blank:
            self._spread = self._spread or self._begun
        self._begun = entry.line if unread is not None and _begins(unread) else None
        self._texts += unread is not None and not entry.blank and _is_text(unread)
        return entry

    @property
    def given(self) -> tuple[str, ...]:
        """What to try, a sentence each; nothing where every line is what was expected."""
        if self._spread is not None:
            says = f"JSON that begins at line {self._spread} goes on in the next. "
            return (says + "Frames stand one a line: `jq -c . FILE` puts them so.",)
        if self._texts:
            lines = "1 line holds" if self._texts == 1 else f"{self._texts} lines hold"
            return (f"{lines} text and no frame. If this is a log, --log passes over its text.",)
        return ()


def _begins(message: Decoded) -> bool:
    text = message.raw.strip()
    return text.startswith(_BEGINS) and text.endswith(_GOES_ON)


def _is_text(message: Decoded) -> bool:
    """Whether this is what a log may hold, and no frame that broke."""
    readable = all(defect.name in {"not-json", "trailing-data"} for defect in message.defects)
    binary = b"\0" in message.raw
    return readable and not binary and not message.raw.lstrip().startswith(_BEGINS)
