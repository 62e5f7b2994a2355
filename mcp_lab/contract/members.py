"""Which members the messages have, by revision: `members.toml`, unfolded."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from mcp_lab.contract.clauses import span
from mcp_lab.contract.tables import read_table

Spans = Mapping[str, tuple[str, ...]]  # a member, and the revisions of its row


class Members(NamedTuple):
    """Of one message, the members that came or went, and those required at some revisions only."""

    known: Spans
    required: Spans

    def knows(self, member: str, revision: str) -> bool:
        """Whether the revision has this member of the message; what has no row is in all."""
        return revision in self.known.get(member, (revision,))


def members_of(model: str) -> Members:
    """The rows of one message; empty where nothing about it depends on the revision."""
    return _table().get(model, Members({}, {}))


@cache
def _table() -> Mapping[str, Members]:
    return {
        model: Members(_spans(rows.get("known", {})), _spans(rows.get("required", {})))
        for model, rows in read_table("members.toml").items()
    }


def _spans(rows: Mapping[str, str]) -> Spans:
    return {
        member: tuple(each for part in revisions.split(", ") for each in span(part))
        for member, revisions in rows.items()
    }
