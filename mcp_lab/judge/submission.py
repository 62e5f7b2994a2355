"""A submission: a learner's notebook as the judge reads it, whatever file it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class SubmittedCell:
    """One code cell. `role` is answer, check, given, prose or own; `challenge` whose it is."""

    source: str
    role: str | None = None
    challenge: str | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """A notebook: its lesson, the variant of its data, its cells in order.

    `bundles` are the widget answers that travelled in it, by challenge id, as JSON. `notes` tell
    what was odd about the file, a sentence each.
    """

    lesson: str
    variant: str
    course_version: str
    cells: tuple[SubmittedCell, ...]
    bundles: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
