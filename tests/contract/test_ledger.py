"""Every row, held against the ledger of what the specification says: source and level exist there.

Rows that the ledger cannot have are held otherwise, or named here with the sentence they rest on.
"""

import re

import pytest

from mcp_lab.contract import REVISIONS as ALL
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
    "MAY / SHOULD": {"MAY", "SHOULD"},
    "MAY / SHOULD NOT": {"MAY", "SHOULD"},
    "SHOULD NOT / MAY": {"MAY", "SHOULD"},
    "MUST (schema comment)": {"MUST"},
    "MUST (extension)": {"MUST"},
    "MUST NOT (extension)": {"MUST"},
    "descriptive": {"good-practice"},
    "lower-case should": {"good-practice"},
    "non-normative": {"good-practice"},
}
# Sentences read in the specification itself, which the ledger does not list: level, where, what.
READ_THERE = {
    "envelope.utf-8": ("MUST", ALL[1:], "JSON-RPC messages MUST be UTF-8 encoded."),
    "version.header-missing-as-old": (
        "MAY",
        ALL[4:],
        "MAY treat a request that omits the header as protocol version 2025-03-26",
    ),
    "elicitation.declared-modes": (
        "MUST",
        ALL[3:],
        "Servers MUST NOT send elicitation requests with modes that are not supported",
    ),
    "cancellation.names-in-flight": (
        "MUST",
        ALL[4:],
        "Cancellation notifications MUST only reference requests that",
    ),
    "subscriptions.ending": (
        "SHOULD",
        ALL[4:],
        "it SHOULD respond to the original subscriptions/listen request with a completion result",
    ),
    "subscriptions.acknowledged-first": (
        "MUST",
        ALL[4:],
        "The server MUST send notifications/subscriptions/acknowledged as the first message",
    ),
}


def read_there(each, text):
    """The level and the sentence of a text that the ledger cannot have, or None."""
    level, revisions, sentence = READ_THERE.get(each.id, ("", (), ""))
    return (level, sentence) if text.revision in revisions else None


PROHIBITED = {level for level in LEVELS if "NOT" in level}
ROWS = [(each, text) for each in clauses().values() for text in each.texts.values()]
CITED = [row for row in ROWS if row[1].source.startswith(("docs/", "schema/", "seps/"))]


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
    elif read_there(each, text):
        assert text.level == read_there(each, text)[0]
    else:
        assert text.level in ours or is_a_type(official, text)


@pytest.mark.parametrize(("each", "text"), CITED, ids=lambda part: getattr(part, "id", ""))
def test_a_prohibition_is_one_in_the_ledger(ledger, each, text):
    levels = {entry["level"] for entry in entries(ledger, text)}
    if text.prohibition and text.level in {Level.MUST, Level.SHOULD}:
        said = read_there(each, text) or ("", "")
        assert levels & PROHIBITED or "NOT" in said[1], each.id


def test_the_exceptions_are_exceptions(ledger):
    for each, text in ROWS:
        if read_there(each, text):
            levels = {entry["level"] for entry in entries(ledger, text)}
            assert not any(text.level in LEVELS.get(level, ()) for level in levels), each.id


# What no clause cites: a fact that a table of names or shapes states, or that is no rule.
ELSEWHERE = {
    "schema/2026-07-28/schema.ts#PARSE_ERROR": "constants: JSON-RPC's own meanings are cited",
    "docs/specification/2026-07-28/changelog.mdx#minor-changes": "codes that were never released",
    "docs/specification/2026-07-28/basic/versioning.mdx": "methods.toml: initialize has gone",
    **{
        f"docs/specification/{revision}/{page}": "methods.toml and shapes.toml: names and levels"
        for revision in ALL
        for page in (
            "basic/utilities/cancellation.mdx#cancellation-flow",
            "basic/patterns/cancellation.mdx#cancellation-flow",
            "server/utilities/logging.mdx#log-message-notifications",
            "server/utilities/logging.mdx#log-levels",
        )
    },
}


def test_everything_in_the_ledger_is_cited(ledger):
    cited = {(text.revision, source) for _, text in ROWS for source in (text.source, *text.also)}
    uncited = {
        entry["source"] for entry in ledger if (entry["revision"], entry["source"]) not in cited
    }
    assert uncited <= set(ELSEWHERE)


def test_a_demand_in_the_ledger_is_a_clause_of_its_level(ledger):
    """Every MUST, SHOULD and MAY: a clause cites the place at that level, or as the other side."""
    missing = []
    for entry in ledger:
        wanted = LEVELS.get(entry["level"], set()) & {"MUST", "SHOULD", "MAY"}
        citing = [
            text
            for _, text in ROWS
            if text.revision == entry["revision"] and entry["source"] in (text.source, *text.also)
        ]
        if wanted and not any(text.level in wanted or text.open for text in citing):
            missing.append((entry["revision"], entry["level"], entry["source"]))
    assert missing == []
