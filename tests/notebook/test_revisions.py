"""A challenge about another revision than the course's own says so, and cites that one's text."""

import pytest

from mcp_lab.contract import HOME, Fact
from mcp_lab.notebook.card import home_first
from mcp_lab.notebook.verdicts import _clause


@pytest.mark.parametrize(
    ("revisions", "ordered"),
    [
        ((HOME,), [HOME]),
        (("2025-03-26",), ["2025-03-26"]),
        ((HOME, "2026-07-28"), [HOME, "2026-07-28"]),
        (("2024-11-05", "2025-03-26", HOME), [HOME, "2025-03-26", "2024-11-05"]),
        (("2025-03-26", "2026-07-28"), ["2026-07-28", "2025-03-26"]),
    ],
)
def test_home_comes_first_then_the_newest(revisions, ordered):
    assert home_first(revisions) == ordered


def cited(clause_id, *revisions):
    return _clause(revisions, [Fact(name="one", holds=False, clause=clause_id, evidence="")])


def test_the_text_is_that_of_the_challenges_revision():
    assert cited("batch.support", "2025-03-26")["level"] == "MUST in 2025-03-26"
    assert "receives batches" in cited("batch.support", "2025-03-26")["says"]


def test_a_clause_that_home_does_not_have_is_cited_where_it_stands():
    assert cited("codes.retired", HOME, "2026-07-28")["level"] == "MUST NOT in 2026-07-28"


def test_without_a_text_in_any_of_them_nothing_is_cited():
    assert cited("codes.retired", HOME) is None
