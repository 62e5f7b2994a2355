"""What each situation calls for at each revision, read from the specification and written out.

An answer is written as its channel, with the code and the form of the id of a protocol error, as in
`error -32700 null`; `error * same` is any code that is not one of JSON-RPC's other standard ones.
"""

import pytest

from mcp_lab.contract import HOME, REVISIONS, Level, Outcome, look_up, situations

V24, V03, V06, V11, V26 = REVISIONS
UP_TO_06 = (V24, V03, V06)
FROM_11 = (V11, V26)

# situation, revisions, answers (the kit's first), is it open, level and source of the first
TOOLS = "docs/specification/{}/server/tools.mdx"
INDEX = "docs/specification/{}/basic/index.mdx"
RESULT = "schema/{}/schema.ts#CallToolResult"
RPC = "JSON-RPC 2.0 section "
ANY_FAILURE = "error -32603 same | error * same"
TABLE = [
    ("parse-error", UP_TO_06, "error -32700 null | error -32700 absent | silence",
     True, "JSON-RPC", RPC + "5.1"),
    ("parse-error", FROM_11, "error -32700 absent | error -32700 null | silence",
     True, "JSON-RPC", RPC + "5.1"),
    ("invalid-request", UP_TO_06, "error -32600 same | error -32600 null | error -32600 absent",
     True, "JSON-RPC", RPC + "5.1"),
    ("invalid-request", FROM_11, "error -32600 same | error -32600 absent | error -32600 null",
     True, "JSON-RPC", RPC + "5.1"),
    ("empty-batch", (V24, V03), "error -32600 null | error -32600 absent",
     True, "JSON-RPC", RPC + "6"),
    ("empty-batch", (V06,), "error -32600 null | error -32600 absent | silence",
     True, "JSON-RPC", RPC + "6"),
    ("empty-batch", FROM_11, "error -32600 absent | error -32600 null | silence",
     True, "JSON-RPC", RPC + "6"),
    ("batch", (V24,), "success | error -32600 null | error -32600 absent",
     True, "JSON-RPC", RPC + "6"),
    ("batch", (V03,), "success", False, "MUST", INDEX + "#batching"),
    ("batch", (V06,), "error -32600 null | error -32600 absent | silence",
     True, "listed", "docs/specification/2025-06-18/changelog.mdx#major-changes"),
    ("batch", FROM_11, "error -32600 absent | error -32600 null | silence",
     True, "listed", "docs/specification/2025-06-18/changelog.mdx#major-changes"),
    ("notification", (V24,), "silence", False, "JSON-RPC", RPC + "4.1"),
    ("notification", (V03, V06, *FROM_11), "silence", False, "MUST", INDEX + "#notifications"),
    ("unknown-method", REVISIONS, "error -32601 same", False, "JSON-RPC", RPC + "5.1"),
    ("invalid-params", REVISIONS, "error -32602 same", False, "JSON-RPC", RPC + "5.1"),
    ("unknown-tool", REVISIONS, "error -32602 same", False, "listed", TOOLS + "#error-handling"),
    ("malformed-call", UP_TO_06, "error -32602,-32600 same", True, "listed", RESULT),
    ("malformed-call", FROM_11, "error -32602,-32600 same", True, "listed",
     TOOLS + "#error-handling"),
    ("invalid-argument", UP_TO_06, "tool-error | error -32602 same", True, "listed",
     TOOLS + "#error-handling"),
    ("invalid-argument", (V11,), "tool-error", False, "listed", TOOLS + "#error-handling"),
    ("invalid-argument", (V26,), "tool-error | error -32602 same", True, "listed",
     TOOLS + "#error-handling"),
    ("domain-rejection", REVISIONS, "tool-error", False, "SHOULD", RESULT),
    ("provider-failure", REVISIONS, "tool-error", False, "SHOULD", RESULT),
    ("tool-crash", REVISIONS, "tool-error | " + ANY_FAILURE, True, "SHOULD", RESULT),
    ("server-error", REVISIONS, ANY_FAILURE, True, "listed", TOOLS + "#error-handling"),
    ("unserialisable-result", REVISIONS, ANY_FAILURE + " | tool-error", True, "JSON-RPC",
     RPC + "5"),
    ("output-schema-violated", (V24, V03), f"tool-error | {ANY_FAILURE} | success", True,
     "good-practice", RESULT),
    ("output-schema-violated", (V06, *FROM_11), "tool-error | " + ANY_FAILURE, True, "SHOULD",
     RESULT),
    ("missing-meta", (*UP_TO_06, V11), "success", False, "schema",
     "schema/{}/schema.ts#CallToolRequest"),
    ("missing-meta", (V26,), "error -32602 same", False, "MUST", INDEX + "#_meta"),
    ("unsupported-version", (*UP_TO_06, V11), "success | error -32602 same", True, "MUST",
     "docs/specification/{}/basic/lifecycle.mdx#version-negotiation"),
    ("unsupported-version", (V26,), "error -32022 same", False, "MUST",
     "docs/specification/{}/basic/versioning.mdx#protocol-version-negotiation"),
]  # fmt: skip
CELLS = [(row[0], revision, *row[2:]) for row in TABLE for revision in row[1]]


def written(answer):
    if answer.channel is not Outcome.PROTOCOL_ERROR:
        return str(answer.channel)
    codes = ",".join(map(str, answer.codes)) or "*"
    return f"error {codes} {answer.id}"


@pytest.mark.parametrize("cell", CELLS, ids=[f"{cell[0]}-{cell[1]}" for cell in CELLS])
def test_ruling(cell):
    situation, revision, answers, is_open, level, source = cell
    ruling = look_up(revision, situation)
    assert " | ".join(written(answer) for answer in ruling.answers) == answers
    assert (ruling.open is not None) == is_open
    assert ruling.preferred.level == level
    assert ruling.preferred.source == source.format(revision)


def test_every_situation_is_written_out_at_every_revision_once():
    assert sorted(cell[:2] for cell in CELLS) == sorted(
        (situation, revision) for situation in situations() for revision in REVISIONS
    )


def test_any_failure_excludes_the_codes_that_blame_the_caller():
    ruling = look_up(HOME, "server-error")
    for code in (-32603, -32000, 0, 7, -31001):
        assert ruling.accepts(Outcome.PROTOCOL_ERROR, code)
    for code in (-32700, -32600, -32601, -32602):
        assert not ruling.accepts(Outcome.PROTOCOL_ERROR, code)


@pytest.mark.parametrize(
    ("situation", "revision", "source", "level"),
    [
        ("invalid-argument", V26,
         "schema/2026-07-28/examples/InvalidParamsError/invalid-tool-arguments.json",
         Level.EXAMPLE),
        ("tool-crash", V11, "docs/specification/2025-11-25/server/tools.mdx#error-handling",
         Level.LISTED),
        ("unsupported-version", V11,
         "docs/specification/2025-11-25/basic/lifecycle.mdx#error-handling", Level.EXAMPLE),
    ],
)  # fmt: skip
def test_the_other_side_has_its_own_level_and_source(situation, revision, source, level):
    other = look_up(revision, situation).answers[1]
    assert (other.source, other.level) == (source, level)


@pytest.mark.parametrize(
    ("channel", "code", "accepted"),
    [
        (Outcome.PROTOCOL_ERROR, -32602, True),
        (Outcome.PROTOCOL_ERROR, None, True),
        (Outcome.PROTOCOL_ERROR, -32601, False),
        (Outcome.TOOL_ERROR, None, False),
        (Outcome.SUCCESS, None, False),
        (Outcome.SILENCE, None, False),
    ],
)
def test_accepts(channel, code, accepted):
    assert look_up(HOME, "unknown-tool").accepts(channel, code) is accepted


def test_the_unknown_is_refused_with_the_nearest():
    with pytest.raises(KeyError, match="nearest is 'unknown-tool'"):
        look_up(HOME, "unknown-tol")
    with pytest.raises(KeyError, match="there are 2024-11-05"):
        look_up("2025-12-31", "unknown-tool")
