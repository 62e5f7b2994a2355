"""The shapes of messages by revision: `shapes.toml`, made into what checks a value.

misfits("CallToolRequestParams", {"arguments": []}, "2025-11-25")    where a value has not its shape
knows("CallToolRequestParams", "task", "2026-07-28")                 whether a revision has a member

Members that a shape does not name are let stand, as the official schemas let them.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from mcp_lab.contract.grammar import Form, Misfit, Misfits, member_path, parse
from mcp_lab.contract.tables import read_table, span
from mcp_lab.wire import ABSENT

Row = str | Mapping[str, str]  # a type in every revision, or types by spans of revisions


def misfits(shape: str, value: Any, revision: str) -> Misfits:
    """Where a JSON value has not this shape at this revision; empty when it has.

    Paths are relative to the value, as in `content[0].text`. Raises KeyError on a shape that does
    not exist.
    """
    found = _form(shape, revision)(value, "")
    return tuple(Misfit(each.path.removeprefix("."), each.found) for each in found)


def knows(shape: str, member: str, revision: str) -> bool:
    """Whether the revision has this member of a shape. Raises KeyError on no such shape."""
    row = _table()[shape].get(member)
    return row is not None and _at(row, revision) is not None


@cache
def _form(name: str, revision: str) -> Form:
    """The form of a shape, or of a name in [types], at a revision."""
    types = _table()["types"]
    if name not in types:
        return _shape(_table()[name], revision)
    text = _at(types[name], revision)
    if text is None:
        raise ValueError(f"shapes.toml has no {name} at {revision}")
    return parse(text, lambda other: _form(other, revision))


def _shape(rows: Mapping[str, Row], revision: str) -> Form:
    members = []
    for member, row in rows.items():
        text = _at(row, revision)
        if text is not None:
            inner = parse(text.removesuffix("?"), lambda other: _form(other, revision))
            members.append((member, not text.endswith("?"), inner))

    def form(value: Any, path: str) -> Misfits:
        if not isinstance(value, dict):
            return (Misfit(path, value),)
        found: list[Misfit] = []
        for member, required, fits in members:
            if member in value:
                found += fits(value[member], member_path(path, member))
            elif required:
                found.append(Misfit(member_path(path, member), ABSENT))
        return tuple(found)

    return form


def _at(row: Row, revision: str) -> str | None:
    """The type of a row at a revision, or None where the revision does not know it."""
    if isinstance(row, str):
        return row
    return next((text for spans, text in row.items() if revision in span(spans)), None)


@cache
def _table() -> Mapping[str, Mapping[str, Row]]:
    return read_table("shapes.toml")
