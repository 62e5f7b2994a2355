"""Four views of one record: what is not allowed to an audience is not there, whatever it holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.world.audience import FIELDS, WITHHELD, Audience, view

RECORD = {
    "tool": "book_passage",
    "outcome": "tool-error",
    "category": "refused",
    "retry": "never",
    "reference": "c-0a1b2c",
    "observed": "That sailing is full.",
    "told": "The booking was not made.",
    "remedy": "Choose another sailing.",
    "action": "show",
    "side_effect_began": False,
    "revision": "2025-11-25",
    "method": "tools/call",
    "request_id": 12,
    "arguments": ("sailing", "passengers"),
    "code": -32602,
    "situation": "domain-rejection",
    "boundary": "domain-validation",
    "at": "2031-05-04T08:00:00.001Z",
    "subject": "someone@passengers.example",
}
BAD = {"text": "a\nb", "number": 1.5, "list": ["x"], "none": None, "dict": {}}


def test_the_record_has_every_field_and_each_has_its_form():
    assert list(RECORD) == [field.name for field in FIELDS]
    for field in FIELDS:
        assert field.form(RECORD[field.name]), field.name
        assert field.shown_to


@pytest.mark.parametrize("audience", Audience)
def test_an_audience_is_shown_its_own_fields_and_no_other(audience):
    wanted = {field.name for field in FIELDS if audience in field.shown_to}
    assert set(view(RECORD, audience)) == wanted
    assert WITHHELD not in view(RECORD, audience).values()


def test_no_two_audiences_have_the_same_view():
    assert len({tuple(view(RECORD, audience)) for audience in Audience}) == len(Audience)
    assert [each for each in Audience if "subject" in view(RECORD, each)] == [Audience.AUDITOR]
    assert "observed" not in view(RECORD, Audience.USER)


@given(st.dictionaries(st.text(max_size=12), st.integers()))
def test_a_field_that_no_row_names_is_shown_to_nobody(record):
    rows = {field.name for field in FIELDS}
    for audience in Audience:
        assert set(view(record, audience)) <= rows


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_value_without_its_fields_form_is_withheld(bad):
    for field in FIELDS:
        if field.name == "observed" and isinstance(bad, str):
            continue
        for audience in field.shown_to:
            assert view({field.name: bad}, audience) == {field.name: WITHHELD}


def test_the_documented_table_is_the_table():
    page = Path(__file__).parents[2] / "docs" / "safe-errors.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    start = lines.index("| field | model | user | developer | auditor | what it is |") + 2
    told = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines[start : start + len(FIELDS)]
    ]
    marks = [["x" if audience in row.shown_to else "" for audience in Audience] for row in FIELDS]
    rows = zip(FIELDS, marks, strict=True)
    assert told == [[row.name, *mark, row.says] for row, mark in rows]
    assert lines[start + len(FIELDS)] == ""
