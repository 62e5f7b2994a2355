"""The words every verdict is made of: revisions, levels, standings, outcomes."""

from enum import StrEnum

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
HOME = "2025-11-25"  # the revision the course is written in
CURRENT = "2026-07-28"  # the newest released revision


class Level(StrEnum):
    """How strongly a revision says something; prohibitions are a flag of the text, not a level."""

    MUST = "MUST"
    SHOULD = "SHOULD"
    MAY = "MAY"
    SCHEMA = "schema"  # the revision's own schema.ts
    JSON_RPC = "JSON-RPC"  # inherited from JSON-RPC 2.0 and the JSON it rests on
    LISTED = "listed"  # an entry of a list, no keyword
    EXAMPLE = "example"
    GOOD_PRACTICE = "good-practice"
    POLICY = "policy"  # ours, not the protocol's


class Standing(StrEnum):
    """Where a frame stands towards one clause at one revision."""

    BROKEN = "broken"
    ADVISED_AGAINST = "advised-against"
    OPEN = "open"
    FINE = "fine"
    NOT_APPLICABLE = "n/a"


class Outcome(StrEnum):
    """What became of a call, as the caller sees it."""

    SUCCESS = "success"
    INPUT_REQUIRED = "input-required"
    TOOL_ERROR = "tool-error"
    PROTOCOL_ERROR = "protocol-error"
    SILENCE = "silence"
    DEATH = "death"
    LATE = "late"
    DUPLICATE = "duplicate"
    HTTP_REJECTED = "http-rejected"


# What it means not to hold, by level. A level that is not here leaves the frame open.
_WHEN_FALLEN = {
    Level.MUST: Standing.BROKEN,
    Level.SCHEMA: Standing.BROKEN,
    Level.JSON_RPC: Standing.BROKEN,
    Level.SHOULD: Standing.ADVISED_AGAINST,
    Level.LISTED: Standing.ADVISED_AGAINST,
}


def standing_of(*, holds: bool | None, level: Level | None, is_open: bool) -> Standing:
    """The standing that follows from a clause that holds, falls, or does not apply."""
    if holds is None or level is None:
        return Standing.NOT_APPLICABLE
    if holds:
        return Standing.FINE
    return Standing.OPEN if is_open else _WHEN_FALLEN.get(level, Standing.OPEN)
