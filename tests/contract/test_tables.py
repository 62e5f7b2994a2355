"""Every file of clauses is a topic, and a row speaks for known revisions only."""

from importlib.resources import files

import pytest

from mcp_lab.contract import REVISIONS, tables
from mcp_lab.contract.clauses import TOPICS

FOLDER = files("mcp_lab.contract").joinpath("clauses")


def test_every_file_is_a_topic():
    assert sorted(each.name for each in FOLDER.iterdir()) == sorted(
        f"{each}.toml" for each in TOPICS
    )


@pytest.mark.parametrize(
    ("words", "revisions"),
    [
        ("all", REVISIONS),
        ("2025-06-18", ("2025-06-18",)),
        ("..2025-03-26", REVISIONS[:2]),
        ("2025-06-18..2025-11-25", REVISIONS[2:4]),
        ("2025-11-25..", REVISIONS[3:]),
    ],
)
def test_a_span_names_its_revisions(words, revisions):
    assert tables.span(words) == revisions


@pytest.mark.parametrize("words", ["2025-06-19", "2025-06-19..", "..draft"])
def test_an_unknown_revision_is_named(words):
    with pytest.raises(ValueError, match="no revision is called"):
        tables.span(words)
