"""Lines of raw frames or of a log, digested: what each is, and what is wrong in which revision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from mcp_lab.contract import CURRENT, Outcome, Standing, outcome_of
from mcp_lab.exchange.finding import find
from mcp_lab.exchange.judging import Finding, beyond_a_frame, judge
from mcp_lab.exchange.pairing import Conversation, Heard, Sent
from mcp_lab.wire import Decoded, Kind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

SCHEMA: Final = "mcp-lab/explain/1"
"""The name of the JSON that entries are written in."""

_Kind: TypeAlias = Kind | Literal["text"]


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one line.

    Attributes:
        line: its number, from 1.
        kind: what its frame is; `text` for a line of a log that holds none.
        outcome: what a response reports; None for everything else, and where it can't be told.
        cut: what of a log line was left off, shortened; None where nothing was.
        members: of a batch, an entry for each message.
        defects: what falls, or is open, at one revision or more.
        message: the frame; None for `text`.
    """

    line: int
    kind: _Kind
    outcome: Outcome | None = None
    cut: str | None = None
    members: tuple[Entry, ...] = ()
    defects: tuple[Finding, ...] = ()
    message: Decoded | None = None

    @property
    def blank(self) -> bool:
        """Whether the line holds nothing: no frame, and nothing that was meant as one."""
        return self.message is not None and _is_blank(self.message)

    def is_broken(self, revisions: Collection[str]) -> bool:
        """Whether this frame, or a message of this batch, is broken at each of the revisions."""
        return all(self.worst(revision) == Standing.BROKEN for revision in revisions)

    def worst(self, revision: str) -> Standing:
        """The worst standing of this frame and its members at a revision; fine where all is."""
        found = {finding.standing(revision) for each in self._all() for finding in each.defects}
        return next(standing for standing in _WORST_FIRST if standing in found | {Standing.FINE})

    def _all(self) -> Iterator[Entry]:
        yield self
        yield from self.members

    def to_json(self) -> dict[str, Any]:
        """The entry as its JSON object (schema `mcp-lab/explain/1`)."""
        return {
            "line": self.line,
            "kind": self.kind,
            "outcome": self.outcome,
            "cut": self.cut,
            "members": [member.to_json() for member in self.members],
            "defects": [_finding_json(finding) for finding in self.defects],
        }


_WORST_FIRST: Final = (Standing.BROKEN, Standing.ADVISED_AGAINST, Standing.OPEN, Standing.FINE)


class Digester:
    """Digests line after line. What it keeps of lines gone by is a conversation's ids."""

    def __init__(self, *, log: bool = False, conversation: bool = False) -> None:
        self._log = log
        self._conversation = Conversation() if conversation else None
        self._line = 0

    @property
    def waiting(self) -> tuple[Sent, ...]:
        """The requests of a conversation that have had no answer so far."""
        return self._conversation.waiting if self._conversation else ()

    def digest(self, line: bytes) -> Entry:
        """Digest the next line, which is given without its line break."""
        self._line += 1
        found = find(line, log=self._log)
        if found is None:
            return Entry(self._line, "text")
        return replace(self._entry(found.message), cut=found.cut)

    def _entry(self, message: Decoded) -> Entry:
        heard = self._hear(message)
        judged = _of_blank(message) if _is_blank(message) else judge(message, heard.request)
        return Entry(
            line=self._line,
            kind=message.kind,
            outcome=_outcome(message),
            members=tuple(self._entry(member) for member in message.members),
            defects=(*judged, *heard.findings),
            message=message,
        )

    def _hear(self, message: Decoded) -> Heard:
        return self._conversation.hear(self._line, message) if self._conversation else Heard()


def digest(
    lines: Iterable[bytes], *, log: bool = False, conversation: bool = False
) -> Iterator[Entry]:
    """Digest lines, each to exactly one entry, whatever its bytes.

    With `log`, lines that hold no frame are text, judged no further; without, they are malformed.
    With `conversation`, the lines are one exchange, its frames paired by id.
    """
    digester = Digester(log=log, conversation=conversation)
    return (digester.digest(line.removesuffix(b"\n")) for line in lines)


def _is_blank(message: Decoded) -> bool:
    return [defect.name for defect in message.defects] == ["empty"]


def _of_blank(message: Decoded) -> tuple[Finding, ...]:
    """What there is to say of a blank line: no text speaks of one between frames."""
    defect = message.defects[0]
    return (beyond_a_frame(defect.name, "envelope.json-text", defect.says, Standing.OPEN),)


def _outcome(message: Decoded) -> Outcome | None:
    """What a response reports; None too where `isError` is neither true nor false."""
    result = message.result if isinstance(message.result, dict) else {}
    unclear = not isinstance(result.get("isError", False), bool)
    return None if unclear and message.kind == "result" else outcome_of(message, CURRENT)


def _finding_json(finding: Finding) -> dict[str, Any]:
    places = {
        revision: {"standing": place.standing, "level": place.level, "source": place.source}
        for revision, place in finding.revisions.items()
    }
    return {
        "name": finding.name,
        "clause": finding.clause,
        "says": finding.says,
        "revisions": places,
    }
