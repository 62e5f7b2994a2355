"""Every row, held against the ledger of what the specification says: source and level exist there.

Rows that the ledger cannot have are held otherwise, or named here with the sentence they rest on.
"""

import re

import pytest

from mcp_lab.contract import Level, clauses

# The ledger's words for a level, and ours.
LEVELS = {
    "MUST": {"MUST"},
    "MUST NOT": {"MUST"},
    "MUST / MUST NOT": {"MUST"},
    "MUST NOT / SHOULD NOT": {"MUST", "SHOULD"},
    "SHOULD": {"SHOULD"},
    "SHOULD NOT": {"SHOULD"},
    "MAY": {"MAY"},
    "list": {"listed"},
    "changelog": {"listed"},
    "example": {"example"},
    "schema type": {"schema"},
    "schema constant": {"schema"},
    "schema comment": {"schema", "listed", "good-practice"},
    "silent": {"good-practice"},
    "silent / schema": {"schema"},
}
# Sentences read in the specification itself, which the ledger does not list: (level, sentence).
READ_THERE = {
    "envelope.utf-8": ("MUST", "JSON-RPC messages MUST be UTF-8 encoded."),
    "version.header-missing-as-old": (
        "MAY",
        "MAY treat a request that omits the header as protocol version 2025-03-26",
    ),
    "elicitation.declared-modes": (
        "MUST",
        "Servers MUST NOT send elicitation requests with modes that are not supported",
    ),
}
PROHIBITED = {"MUST NOT", "SHOULD NOT", "MUST / MUST NOT", "MUST NOT / SHOULD NOT"}
ROWS = [(each, text) for each in clauses().values() for text in each.texts.values()]
CITED = [row for row in ROWS if row[1].source.startswith(("docs/", "schema/"))]


def entries(ledger, text):
    """What the ledger has of the same place, at the revision whose page that is."""
    named = re.search(r"\d{4}-\d\d-\d\d", text.source)
    revision = named[0] if named else text.revision
    return [
        each for each in ledger if (each["revision"], each["source"]) == (revision, text.source)
    ]


def is_a_type(official, text):
    if text.level is not Level.SCHEMA or not text.source.startswith("schema/"):
        return False
    schema, key = official[text.revision]
    return text.source.partition("#")[2] in schema[key]


@pytest.mark.parametrize(("each", "text"), CITED, ids=lambda part: getattr(part, "id", ""))
def test_source_and_level_are_in_the_ledger(ledger, official, each, text):
    levels = {entry["level"] for entry in entries(ledger, text)}
    ours = set().union(*(LEVELS.get(level, set()) for level in levels))
    if text.level is Level.POLICY:
        assert levels, "a policy of ours names the place where the protocol is silent"
    elif each.id in READ_THERE:
        assert text.level == READ_THERE[each.id][0]
    else:
        assert text.level in ours or is_a_type(official, text)


@pytest.mark.parametrize(("each", "text"), CITED, ids=lambda part: getattr(part, "id", ""))
def test_a_prohibition_is_one_in_the_ledger(ledger, each, text):
    levels = {entry["level"] for entry in entries(ledger, text)}
    if text.prohibition and text.level in {Level.MUST, Level.SHOULD}:
        said = READ_THERE.get(each.id, ("", ""))[1]
        assert levels & PROHIBITED or "NOT" in said, each.id


def test_the_exceptions_are_exceptions(ledger):
    for clause_id in READ_THERE:
        texts = clauses()[clause_id].texts.values()
        assert not any(
            text.level in LEVELS.get(entry["level"], ())
            for text in texts
            for entry in entries(ledger, text)
        )
