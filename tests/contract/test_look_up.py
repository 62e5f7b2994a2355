"""What each situation calls for at each revision, read from the specification and written out.

An answer is written as its channel, with the code and the form of the id of a protocol error, as in
`error -32700 null`; `error * same` is any code but those that the row excludes. An HTTP status that
is ruled stands behind it, as in `http-rejected 403`.
"""

import pytest

from mcp_lab.contract import HOME, REVISIONS, Level, Outcome, look_up, situations

V24, V03, V06, V11, V26 = REVISIONS
UP_TO_06 = (V24, V03, V06)
FROM_11 = (V11, V26)
BEFORE_26 = (V24, V03, V06, V11)
STREAMABLE = (V03, V06, V11)

# situation, revisions, answers (the kit's first), is it open, level and source of the first
TOOLS = "docs/specification/{}/server/tools.mdx"
INDEX = "docs/specification/{}/basic/index.mdx"
RESULT = "schema/{}/schema.ts#CallToolResult"
CALL = "schema/{}/schema.ts#CallToolRequest"
LIFE = "docs/specification/{}/basic/lifecycle.mdx"
HTTP = "docs/specification/{}/basic/transports.mdx"
STREAM = "docs/specification/{}/basic/transports/streamable-http.mdx"
PIPE = "docs/specification/{}/basic/transports/stdio.mdx"
CANCEL = "docs/specification/{}/basic/utilities/cancellation.mdx"
CANCEL_26 = "docs/specification/{}/basic/patterns/cancellation.mdx"
VERSIONS = "docs/specification/{}/basic/versioning.mdx"
MRTR = "docs/specification/{}/basic/patterns/mrtr.mdx"
ELICIT = "docs/specification/{}/client/elicitation.mdx"
TASKS = "docs/specification/{}/basic/utilities/tasks.mdx"
OLD_HTTP = STREAM + "#earlier-streamable-http-revisions"
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
    ("unknown-method", BEFORE_26, "error -32601 same", False, "JSON-RPC", RPC + "5.1"),
    ("unknown-method", (V26,), "error -32601 same 404", False, "JSON-RPC", RPC + "5.1"),
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
    ("missing-meta", (V26,), "error -32602 same 400", False, "MUST", INDEX + "#_meta"),
    ("unsupported-version", (*UP_TO_06, V11), "success | error -32602 same", True, "MUST",
     "docs/specification/{}/basic/lifecycle.mdx#version-negotiation"),
    ("unsupported-version", (V26,), "error -32022 same 400", False, "MUST",
     VERSIONS + "#protocol-version-negotiation"),
    # resources, prompts, pages, levels
    ("unknown-resource", BEFORE_26, "error -32002 same", False, "SHOULD",
     "docs/specification/{}/server/resources.mdx#error-handling"),
    ("unknown-resource", (V26,), "error -32602 same", False, "MUST",
     "docs/specification/{}/server/resources.mdx#error-handling"),
    ("resource-crash", REVISIONS, "error -32603 same", False, "SHOULD",
     "docs/specification/{}/server/resources.mdx#error-handling"),
    ("unknown-prompt", REVISIONS, "error -32602 same", False, "SHOULD",
     "docs/specification/{}/server/prompts.mdx#error-handling"),
    ("missing-prompt-argument", REVISIONS, "error -32602 same", False, "SHOULD",
     "docs/specification/{}/server/prompts.mdx#error-handling"),
    ("invalid-completion", (V24,), "error -32602 same", True, "JSON-RPC", RPC + "5.1"),
    ("invalid-completion", (V03, V06, *FROM_11), "error -32602 same", False, "SHOULD",
     "docs/specification/{}/server/utilities/completion.mdx#error-handling"),
    ("invalid-cursor", REVISIONS, "error -32602 same", False, "SHOULD",
     "docs/specification/{}/server/utilities/pagination.mdx#error-handling"),
    ("invalid-log-level", REVISIONS, "error -32602 same", False, "SHOULD",
     "docs/specification/{}/server/utilities/logging.mdx#error-handling"),
    # capabilities and initialisation
    ("missing-capability", (V24,), "error -32601 same", True, "JSON-RPC", RPC + "5.1"),
    ("missing-capability", STREAMABLE, "error -32601 same", False, "SHOULD",
     "docs/specification/{}/server/utilities/completion.mdx#error-handling"),
    ("missing-capability", (V26,), "error -32601 same 404", False, "SHOULD",
     "docs/specification/{}/server/utilities/completion.mdx#error-handling"),
    ("missing-client-capability", BEFORE_26, "tool-error | error * same | success", True,
     "policy", LIFE + "#operation"),
    ("missing-client-capability", (V26,), "error -32021 same 400", False, "MUST",
     INDEX + "#_meta"),
    ("undeclared-asked", UP_TO_06, "error -32601 same", False, "SHOULD",
     "docs/specification/{}/client/roots.mdx#error-handling"),
    ("undeclared-asked", (V11,), "error -32601 same | error -32602 same", False, "SHOULD",
     "docs/specification/{}/client/roots.mdx#error-handling"),
    ("undeclared-asked", (V26,), "silence", False, "MUST", PIPE + "#sending-messages"),
    ("before-initialized", BEFORE_26,
     "error -32601,-32602 same | error * same | silence | success | tool-error", True, "policy",
     LIFE + "#initialization"),
    ("before-initialized", (V26,), "success", False, "MUST", INDEX + "#statelessness"),
    ("second-initialize", BEFORE_26, "error -32601 same | error * same | success | silence", True,
     "policy", LIFE + "#initialization"),
    ("second-initialize", (V26,), "error -32601 same | error * same", False, "SHOULD",
     VERSIONS + "#backward-compatibility-with-initialization-based-versions"),
    # cancellation, late and double answers
    ("cancelled", BEFORE_26, "silence", False, "SHOULD", CANCEL + "#behavior-requirements"),
    ("cancelled", (V26,), "silence", True, "SHOULD", CANCEL_26 + "#behavior-requirements"),
    ("cancel-unknown", BEFORE_26, "silence", False, "SHOULD", CANCEL + "#error-handling"),
    ("cancel-unknown", (V26,), "silence", False, "SHOULD", CANCEL_26 + "#error-handling"),
    ("late-answer", BEFORE_26, "late", False, "SHOULD", CANCEL + "#behavior-requirements"),
    ("late-answer", (V26,), "late", False, "SHOULD", CANCEL_26 + "#behavior-requirements"),
    ("duplicate-answer", REVISIONS, "duplicate", True, "JSON-RPC", RPC + "5"),
    # what a server asks of a client
    ("input-required", (V24, V03), "tool-error", True, "SHOULD", RESULT),
    ("input-required", (V06, V11), "tool-error | success", True, "SHOULD", RESULT),
    ("input-required", (V26,), "input-required | tool-error", False, "MAY",
     TOOLS + "#input-required-tool-results"),
    ("declined-elicitation", (V24, V03), "tool-error", True, "SHOULD", RESULT),
    ("declined-elicitation", (V06, V11), "tool-error | success", True, "SHOULD", RESULT),
    ("declined-elicitation", (V26,), "tool-error | success | input-required", True, "SHOULD",
     RESULT),
    ("elicitation-reply", (V24, V03), "error -32601 same", False, "JSON-RPC", RPC + "5.1"),
    ("elicitation-reply", (V06, V11), "success", False, "schema",
     "schema/{}/schema.ts#ElicitResult"),
    ("elicitation-reply", (V26,), "silence", False, "MUST", PIPE + "#sending-messages"),
    ("sampling-rejected", BEFORE_26, "error -1 same", False, "SHOULD",
     "docs/specification/{}/client/sampling.mdx#error-handling"),
    ("sampling-rejected", (V26,), "silence", False, "MUST", PIPE + "#sending-messages"),
    ("url-elicitation-required", UP_TO_06, "tool-error", True, "SHOULD", RESULT),
    ("url-elicitation-required", (V11,), "error -32042 same | success | tool-error", True, "MUST",
     ELICIT + "#error-handling"),
    ("url-elicitation-required", (V26,), "input-required | tool-error", False, "MAY",
     TOOLS + "#input-required-tool-results"),
    ("missing-input-responses", BEFORE_26, "success", False, "schema", CALL),
    ("missing-input-responses", (V26,), "input-required", False, "SHOULD",
     MRTR + "#error-handling"),
    ("malformed-input-responses", BEFORE_26, "success", False, "schema", CALL),
    ("malformed-input-responses", (V26,), "error -32602 same | error * same", True, "SHOULD",
     MRTR + "#error-handling"),
    ("rejected-request-state", BEFORE_26, "success", False, "schema", CALL),
    ("rejected-request-state", (V26,), "error -32602 same | error * same | tool-error", True,
     "MUST", MRTR + "#server-requirements-basic-workflow"),
    # tasks and schemas
    ("task-required", UP_TO_06, "success", False, "schema", CALL),
    ("task-required", (V11,), "error -32601 same | error -32600 same", True, "MUST",
     TASKS + "#tool-level-negotiation"),
    ("task-required", (V26,), "success", False, "schema", CALL),
    ("unknown-task", UP_TO_06, "error -32601 same", False, "JSON-RPC", RPC + "5.1"),
    ("unknown-task", (V11,), "error -32602 same", False, "MUST", TASKS + "#protocol-errors"),
    ("unknown-task", (V26,), "error -32601 same 404 | error -32602 same", False, "JSON-RPC",
     RPC + "5.1"),
    ("finished-task-cancelled", UP_TO_06, "error -32601 same", False, "JSON-RPC", RPC + "5.1"),
    ("finished-task-cancelled", (V11,), "error -32602 same", False, "MUST",
     TASKS + "#task-cancellation"),
    ("finished-task-cancelled", (V26,), "error -32601 same 404 | success", False, "JSON-RPC",
     RPC + "5.1"),
    ("unsupported-dialect", UP_TO_06, ANY_FAILURE + " | tool-error", True, "policy",
     TOOLS + "#error-handling"),
    ("unsupported-dialect", FROM_11, ANY_FAILURE + " | tool-error", True, "MUST",
     INDEX + "#implementation-requirements"),
    # HTTP and authorization
    ("header-mismatch", (V24,), "success", True, "good-practice", HTTP + "#http-with-sse"),
    ("header-mismatch", STREAMABLE, "success", True, "good-practice",
     HTTP + "#sending-messages-to-the-server"),
    ("header-mismatch", (V26,), "error -32020 same 400", False, "MUST",
     STREAM + "#server-validation"),
    ("version-header-unsupported", (V24,), "success", True, "good-practice",
     HTTP + "#http-with-sse"),
    ("version-header-unsupported", (V03,), "success", True, "good-practice",
     HTTP + "#sending-messages-to-the-server"),
    ("version-header-unsupported", (V06, V11), "http-rejected 400 | error * None 400", False,
     "MUST", HTTP + "#protocol-version-header"),
    ("version-header-unsupported", (V26,), "error -32022 same 400 | error -32020 same 400", False,
     "MUST", STREAM + "#protocol-version-header"),
    ("version-header-missing", (V24,), "success", True, "good-practice", HTTP + "#http-with-sse"),
    ("version-header-missing", (V03,), "success", True, "good-practice",
     HTTP + "#sending-messages-to-the-server"),
    ("version-header-missing", (V06, V11), "success", False, "SHOULD",
     HTTP + "#protocol-version-header"),
    ("version-header-missing", (V26,), "error -32020 same 400 | success", False, "MUST",
     STREAM + "#server-validation"),
    ("bad-origin", UP_TO_06, "http-rejected 403 | http-rejected | error * absent", True, "MUST",
     HTTP + "#security-warning"),
    ("bad-origin", (V11,), "http-rejected 403 | error * absent 403", False, "MUST",
     HTTP + "#security-warning"),
    ("bad-origin", (V26,), "http-rejected 403 | error * absent 403", False, "MUST",
     STREAM + "#security-endpoint"),
    ("unauthorized", (V24,), "http-rejected 401", True, "good-practice", INDEX + "#auth"),
    ("unauthorized", STREAMABLE, "http-rejected 401", False, "MUST",
     "docs/specification/{}/basic/authorization.mdx#error-handling"),
    ("unauthorized", (V26,), "http-rejected 401", False, "MUST",
     "docs/specification/{}/basic/authorization/index.mdx#error-handling"),
    ("insufficient-scope", (V24,), "http-rejected 403", True, "good-practice", INDEX + "#auth"),
    ("insufficient-scope", STREAMABLE, "http-rejected 403", False, "MUST",
     "docs/specification/{}/basic/authorization.mdx#error-handling"),
    ("insufficient-scope", (V26,), "http-rejected 403", False, "MUST",
     "docs/specification/{}/basic/authorization/index.mdx#error-handling"),
    ("session-missing", (V24,), "success", True, "good-practice", HTTP + "#http-with-sse"),
    ("session-missing", STREAMABLE, "http-rejected 400 | error * None 400", False, "SHOULD",
     HTTP + "#session-management"),
    ("session-missing", (V26,), "success", False, "SHOULD", OLD_HTTP),
    ("session-unknown", (V24,), "success", True, "good-practice", HTTP + "#http-with-sse"),
    ("session-unknown", STREAMABLE, "http-rejected 404 | error * None 404", False, "MUST",
     HTTP + "#session-management"),
    ("session-unknown", (V26,), "success", False, "SHOULD", OLD_HTTP),
    ("method-get", (V24,), "success 200", True, "good-practice", HTTP + "#http-with-sse"),
    ("method-get", STREAMABLE, "http-rejected 405 | success 200", False, "MUST",
     HTTP + "#listening-for-messages-from-the-server"),
    ("method-get", (V26,), "http-rejected 405", False, "SHOULD", OLD_HTTP),
    ("method-delete", (V24,), "http-rejected 405 | http-rejected", True, "good-practice",
     HTTP + "#http-with-sse"),
    ("method-delete", STREAMABLE, "success | http-rejected 405", False, "MAY",
     HTTP + "#session-management"),
    ("method-delete", (V26,), "http-rejected 405", False, "SHOULD", OLD_HTTP),
    ("notification-http", (V24,), "silence", True, "good-practice", HTTP + "#http-with-sse"),
    ("notification-http", STREAMABLE, "silence 202", False, "MUST",
     HTTP + "#sending-messages-to-the-server"),
    ("notification-http", (V26,), "silence 202", False, "MUST", STREAM + "#sending-messages"),
    ("notification-refused", (V24,), "http-rejected 400 | http-rejected | error * absent", True,
     "good-practice", HTTP + "#http-with-sse"),
    ("notification-refused", STREAMABLE, "http-rejected 400 | http-rejected | error * absent",
     False, "MUST", HTTP + "#sending-messages-to-the-server"),
    ("notification-refused", (V26,), "http-rejected 400 | http-rejected | error * absent", False,
     "MUST", STREAM + "#sending-messages"),
]  # fmt: skip
CELLS = [(row[0], revision, *row[2:]) for row in TABLE for revision in row[1]]


def written(answer):
    status = "" if answer.status is None else f" {answer.status}"
    if answer.channel is not Outcome.PROTOCOL_ERROR:
        return f"{answer.channel}{status}"
    codes = ",".join(map(str, answer.codes)) or "*"
    return f"error {codes} {answer.id}{status}"


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


@pytest.mark.parametrize(
    ("situation", "channel", "status", "accepted"),
    [
        ("bad-origin", Outcome.HTTP_REJECTED, 403, True),
        ("bad-origin", Outcome.HTTP_REJECTED, 400, False),
        ("bad-origin", Outcome.SUCCESS, 200, False),
        ("notification-http", Outcome.SILENCE, 202, True),
        ("notification-http", Outcome.SILENCE, 200, False),
        ("notification-refused", Outcome.HTTP_REJECTED, 418, True),
        ("notification-refused", Outcome.HTTP_REJECTED, 202, False),
        ("unknown-tool", Outcome.PROTOCOL_ERROR, 200, True),
        ("unknown-tool", Outcome.PROTOCOL_ERROR, 400, True),
    ],
)
def test_accepts_a_status_where_one_is_ruled(situation, channel, status, accepted):
    assert look_up(HOME, situation).accepts(channel, status=status) is accepted
