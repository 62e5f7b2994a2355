"""How far a learner is: one entry a challenge, kept in `progress.json`.

    {"schema": "mcp-lab/progress/1",
     "challenges": {"01-jsonrpc-basics/02-two-contracts":
        {"verdict": "passed", "latest": "passed", "points": "1", "max_points": "1",
         "tries": 3, "hints": 1, "first": "2026-01-05T10:00:00Z", "last": "2026-01-05T10:12:30Z"}}}

A challenge once passed stays passed here until it is reset: this file is the learner's own memory,
and a grader never reads it. `latest` is what the newest press said.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from mcp_lab.course.storage import said_plainly

SCHEMA = "mcp-lab/progress/1"
HINTS = 3

PASSED = "passed"
NOT_ATTEMPTED = "not-attempted"
GRADER_FAULT = "grader-fault"


class Judged(Protocol):
    """What progress keeps of a verdict (`judge.Verdict` has it)."""

    @property
    def challenge(self) -> str:
        """The challenge's id."""

    @property
    def verdict(self) -> str:
        """One of the verdicts' names."""

    @property
    def points(self) -> Any:
        """Points reached, an exact number."""

    @property
    def max_points(self) -> Any:
        """Points that can be reached."""


class ProgressUnreadable(Exception):  # noqa: N818 - named for the file, like its neighbours
    """The text is no progress file; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One challenge: `first` and `last` are UTC times of presses, ISO 8601."""

    verdict: str = NOT_ATTEMPTED
    latest: str = NOT_ATTEMPTED
    points: str = "0"
    max_points: str = "0"
    tries: int = 0
    hints: int = 0
    first: str | None = None
    last: str | None = None

    @property
    def passed(self) -> bool:
        """It was passed, and not reset since."""
        return self.verdict == PASSED


@dataclass(frozen=True, slots=True)
class Progress:
    """Every entry, by challenge id."""

    entries: Mapping[str, Entry] = field(default_factory=dict)

    def of(self, challenge: str) -> Entry:
        """The entry of a challenge, an empty one where it was never touched."""
        return self.entries.get(challenge, Entry())

    def changed(self, challenge: str, entry: Entry) -> "Progress":
        """The same with one entry replaced."""
        return Progress({**self.entries, challenge: entry})

    def to_json(self) -> dict[str, Any]:
        """The file's shape."""
        ordered = {key: asdict(self.entries[key]) for key in sorted(self.entries)}
        return {"schema": SCHEMA, "challenges": ordered}


def read(file: Path) -> Progress:
    """Read the file, an empty progress where there is none yet.

    Raises:
        ProgressUnreadable: it is damaged.
        WorkspaceTrouble: the system refuses.
    """
    with said_plainly(file, "read"):
        try:
            data = file.read_bytes()
        except FileNotFoundError:
            return Progress()
    try:
        return from_json(json.loads(data))
    except (ValueError, RecursionError):
        raise ProgressUnreadable("it is not JSON") from None


def from_json(value: Any) -> Progress:
    """Read the file's shape; members that are not known are passed over.

    Raises:
        ProgressUnreadable: it is of another shape, or of a schema that this version can't read.
    """
    if not isinstance(value, dict) or not isinstance(value.get("challenges"), dict):
        raise ProgressUnreadable("it has no challenges")
    if value.get("schema") != SCHEMA:
        raise ProgressUnreadable(f"its schema is {value.get('schema')!r}, not {SCHEMA!r}")
    return Progress({str(key): _entry(one) for key, one in value["challenges"].items()})


def is_a_try(verdict: str) -> bool:
    """Whether a press of check counts as one: there was an answer, and it was judged."""
    return verdict not in (NOT_ATTEMPTED, GRADER_FAULT)


def pressed(entry: Entry, judged: Judged, now: datetime) -> Entry:
    """The entry after one more press of check."""
    stamp = utc(now)
    tried = is_a_try(judged.verdict)
    entry = replace(
        entry,
        latest=judged.verdict,
        max_points=str(judged.max_points),
        tries=entry.tries + tried,
        first=entry.first or (stamp if tried else None),
        last=stamp if tried else entry.last,
    )
    if entry.passed and judged.verdict != PASSED:
        return entry
    return replace(entry, verdict=judged.verdict, points=str(judged.points))


def hinted(entry: Entry) -> Entry:
    """The entry after one more hint; there are three."""
    return replace(entry, hints=min(entry.hints + 1, HINTS))


def restarted(entry: Entry) -> Entry:
    """The entry of a challenge that went back to its starter: tries and hints are history."""
    return replace(entry, verdict=NOT_ATTEMPTED, latest=NOT_ATTEMPTED, points="0")


def utc(moment: datetime) -> str:
    """ISO 8601 to the second, with the Z that says UTC."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _entry(one: Any) -> Entry:
    if not isinstance(one, dict):
        raise ProgressUnreadable("an entry is no object")
    known = {f.name: one[f.name] for f in fields(Entry) if f.name in one}
    for name, value in known.items():
        if not isinstance(value, int if name in ("tries", "hints") else str | None):
            raise ProgressUnreadable(f"{name} is {value!r}")
    return Entry(**known)
