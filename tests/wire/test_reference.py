"""The page that names every defect says what the code says. Run this file to print its tables."""

import re
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import pytest

from mcp_lab.wire import DEFECTS, LIMITS, NOTES, Row, decode

PAGE = Path(__file__).parents[2] / "docs" / "reference.md"
LIMITED = {
    "size": "bytes of a frame; a larger one is `too-large` and not read",
    "depth": "arrays and objects inside each other; deeper is `too-deep`, and reading stops",
    "members": "messages of a batch; beyond it is `too-large`",
    "named": "defects, or notes, of one name that are listed one by one",
}


def table(head: str, rows: Iterable[tuple[str, ...]]) -> str:
    lines = [
        " | ".join(row) for row in (head.split("|"), ["---"] * head.count("|") + ["---"], *rows)
    ]
    return "".join(f"| {line} |\n" for line in lines)


def named(rows: Iterable[Row]) -> str:
    """A row for each name; what a sentence fills in is an ellipsis here."""
    cells = ((f"`{row.name}`", _sentence(row), row.source) for row in rows)
    return table("name|says|source", cells)


def _sentence(row: Row) -> str:
    return re.sub(r"\{\w+\}", "…", row.says.replace("{hint}", ""))


TABLES = {
    "defects": named(DEFECTS.values()),
    "notes": named(NOTES.values()),
    "limits": table(
        "limit|value|counts",
        ((f"`{name}`", f"{value:,}", LIMITED[name]) for name, value in asdict(LIMITS).items()),
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_page_has_the_table_of_the_code(name):
    head, *_ = TABLES[name].splitlines()
    page = PAGE.read_text(encoding="utf-8")
    blocks = [f"{block}\n" for block in page.split("\n\n") if block.startswith(head)]
    assert TABLES[name] in blocks


def test_the_limits_hold():
    assert [each.name for each in decode(b" " * (LIMITS.size + 1)).defects] == ["too-large"]
    assert [each.name for each in decode(b"[" * (LIMITS.depth + 1)).defects] == ["too-deep"]


if __name__ == "__main__":
    print(*TABLES.values(), sep="\n")
