"""Every clause is whole: sources, revisions, levels, openness, and a way to be told."""

import pytest

from mcp_lab.contract import REVISIONS, Level, Standing, clause, clauses, standing_of, url
from mcp_lab.contract.clauses import span
from mcp_lab.contract.conversation import told_clauses
from mcp_lab.contract.envelopes import CONCERNS
from mcp_lab.contract.examine import tellers
from mcp_lab.contract.situations import look_up, situations
from mcp_lab.wire import DEFECTS

ROWS = [(each, text) for each in clauses().values() for text in each.texts.values()]
KEPT = [  # other people cite these: an id never changes
    "envelope.json-text",
    "envelope.unique-members",
    "envelope.jsonrpc-version",
    "request.id-type",
    "request.id-not-null",
    "request.id-unique",
    "request.method-string",
    "request.params-object",
    "notification.no-id",
    "notification.no-response",
    "response.same-id",
    "response.exactly-one",
    "response.id-unreadable",
    "response.result-object",
    "error.object",
    "error.code-integer",
    "error.code-required",
    "error.message-string",
    "error.message-concise",
    "error.data-free",
    "codes.parse-error",
    "codes.invalid-request",
    "codes.method-not-found",
    "codes.invalid-params",
    "codes.internal-error",
    "codes.reserved-range",
    "codes.server-range",
    "codes.legacy-closed",
    "codes.spec-range",
    "codes.retired",
    "codes.application-outside",
    "batch.support",
    "method.unknown",
    "tools.unknown-tool",
    "tools.unknown-tool-code",
    "tools.malformed-call",
    "tools.malformed-call-code",
    "tools.invalid-arguments",
    "tools.execution-error",
    "tools.server-error",
    "tools.errors-to-model",
    "tools.protocol-errors-to-model",
    "tools.output-schema",
    "result.absent-is-error-means-success",
    "result.is-error-boolean",
    "result.content-required",
    "result.content-blocks",
    "result.structured-content",
    "result.type-required",
    "result.type-known",
    "result.type-absent",
    "meta.required",
    "stdio.one-message-a-line",
    "stdio.stdout-clean",
    "stdio.unreadable-line",
    "direction.no-server-requests",
    "side-effects.silent",
    "good-practice.no-secrets-in-errors",
]
# What contradicts itself or is silent, and is taught as open: the clause, and where.
OPEN = {
    "envelope.within-limits": REVISIONS,
    "envelope.whole-characters": REVISIONS,
    "envelope.one-kind": REVISIONS,
    "batch.support": REVISIONS[:1],
    "batch.answer": (REVISIONS[0], *REVISIONS[2:]),
    "batch.empty-answer": REVISIONS[2:],
    "response.id-unreadable": REVISIONS,
    "codes.invalid-request": ("2025-11-25",),
    "codes.server-range": ("2026-07-28",),
    "codes.legacy-closed": ("2026-07-28",),
    "tools.malformed-call": REVISIONS[:3],
    "tools.malformed-call-code": REVISIONS,
    "tools.invalid-arguments": (*REVISIONS[:3], "2026-07-28"),
    "tools.invalid-arguments-code": REVISIONS[:3],
    "tools.crash": REVISIONS,
    "tools.server-error-code": REVISIONS,
    "tools.unserialisable-result": REVISIONS,
    "tools.output-schema-on-error": REVISIONS[2:],
    "tools.output-schema-violated": REVISIONS,
    "tools.errors-to-model": REVISIONS[:3],
    "stdio.unreadable-line": REVISIONS,
    "version.unsupported": REVISIONS[:4],
    "good-practice.no-secrets-in-errors": REVISIONS,
    "side-effects.silent": REVISIONS,
    "response.only-one": REVISIONS,
    "response.any-order": REVISIONS,
    "tools.output-violation-seen": REVISIONS[2:],
    "version.client-disconnects": REVISIONS[:4],
    "lifecycle.initialize-once": REVISIONS[:4],
    "capabilities.failure-named": REVISIONS[:4],
    "capabilities.extension-one-sided": REVISIONS[4:],
    "extensions.negotiated": REVISIONS[4:],
    "input.responses-where": REVISIONS[4:],
    "codes.leftover-params": REVISIONS[4:],
    "cancellation.nothing-further": REVISIONS[4:],
    "cancellation.sent": REVISIONS[4:],
    "subscriptions.ending": REVISIONS[4:],
    "http.status-of-errors": REVISIONS,
    "http.precedence": REVISIONS[4:],
    "completion.invalid": REVISIONS[:1],
    "capabilities.server-missing": REVISIONS[:1],
    "capabilities.client-missing": REVISIONS[:4],
    "lifecycle.early-request": REVISIONS[:4],
    "lifecycle.second-initialize": REVISIONS[:4],
    "version.header-unsupported": REVISIONS[:2],
    "version.header-missing": REVISIONS[:2],
    "cancellation.no-response": REVISIONS[4:],
    "input.required": REVISIONS[:4],
    "input.malformed-responses": REVISIONS[4:],
    "input.state-rejected": REVISIONS[4:],
    "elicitation.declined": REVISIONS,
    "elicitation.url-required": REVISIONS[:4],
    "method.in-revision": REVISIONS,
    "tasks.required": ("2025-11-25",),
    "tools.unsupported-dialect": REVISIONS,
    "http.header-mismatch": REVISIONS[:4],
    "http.bad-origin": REVISIONS[:3],
    "http.session-missing": REVISIONS[:1],
    "http.session-ended": REVISIONS[:1],
    "http.get": REVISIONS[:1],
    "http.delete": REVISIONS[:1],
    "http.notification-accepted": REVISIONS[:1],
    "http.notification-refused": REVISIONS[:1],
    "authorization.unauthorized": REVISIONS[:1],
    "authorization.insufficient-scope": REVISIONS[:1],
}


# Where the specification contradicts itself or is silent, one row each, as taught: the clauses that
# stand open for it, and where.
CONTRADICTIONS = [
    (1, "tool arguments: a tool error by the page, -32602 by the schema's comment",
     {"tools.invalid-arguments": REVISIONS[4:]}),
    (2, "tool arguments: both kinds of error, and no border",
     {"tools.invalid-arguments": REVISIONS[:3]}),
    (3, "disconnect on an unsupported version: SHOULD or MUST",
     {"version.client-disconnects": REVISIONS[:4]}),
    (4, "a -32602 initialization error beside a MUST for a result",
     {"version.unsupported": REVISIONS[:4]}),
    (5, "-32042: MAY or MUST", {"elicitation.url-required": ("2025-11-25",)}),
    (6, "a task required: -32601 or -32600", {"tasks.required": ("2025-11-25",)}),
    (7, "ending a subscription: a result or notifications/cancelled",
     {"subscriptions.ending": REVISIONS[4:]}),
    (8, "after a cancellation: SHOULD NOT respond or MUST NOT send anything",
     {"cancellation.no-response": REVISIONS[4:], "cancellation.nothing-further": REVISIONS[4:],
      "cancellation.sent": REVISIONS[4:]}),
    (9, "-32019 to -32000: closed or implementation-defined",
     {"codes.legacy-closed": REVISIONS[4:], "codes.server-range": REVISIONS[4:]}),
    (10, "parse errors: id null or not, and who answers on stdio",
     {"response.id-unreadable": REVISIONS, "stdio.unreadable-line": REVISIONS}),
    (11, "isError and the output schema", {"tools.output-schema-on-error": REVISIONS[2:]}),
    (12, "output schema violated: what the client reports",
     {"tools.output-violation-seen": REVISIONS[2:], "tools.output-schema-violated": REVISIONS}),
    (13, "the code of a malformed tools/call", {"tools.malformed-call-code": REVISIONS}),
    (14, "the HTTP status of ordinary errors", {"http.status-of-errors": REVISIONS}),
    (15, "precedence among errors", {"http.precedence": REVISIONS[4:]}),
    (16, "side effects", {"side-effects.silent": REVISIONS}),
    (17, "secrets in errors", {"good-practice.no-secrets-in-errors": REVISIONS}),
    (18, "leftovers of earlier revisions",
     {"extensions.negotiated": REVISIONS[4:], "codes.leftover-params": REVISIONS[4:],
      "input.responses-where": REVISIONS[4:]}),
    (19, "a schema dialect that is not supported", {"tools.unsupported-dialect": REVISIONS[3:]}),
    (20, "requests before the initialisation is done", {"lifecycle.early-request": REVISIONS[:4]}),
]  # fmt: skip


@pytest.mark.parametrize("row", CONTRADICTIONS, ids=lambda row: f"{row[0]}")
def test_a_contradiction_of_the_specification_stands_open(row):
    _, _, clause_ids = row
    for clause_id, revisions in clause_ids.items():
        for revision in revisions:
            text = clause(clause_id).at(revision)
            assert text.open, (clause_id, revision)
            assert standing_of(holds=False, level=text.level, is_open=True) is Standing.OPEN


def test_the_contradictions_are_twenty():
    assert [row[0] for row in CONTRADICTIONS] == list(range(1, 21))


@pytest.mark.parametrize("clause_id", KEPT)
def test_a_clause_keeps_its_id(clause_id):
    assert clause(clause_id).id == clause_id


@pytest.mark.parametrize(("each", "text"), ROWS, ids=lambda part: getattr(part, "id", ""))
def test_row_is_whole(each, text):
    assert text.revision in REVISIONS
    assert each.texts[text.revision] is text
    assert isinstance(text.level, Level)
    for sentence in filter(None, (each.says, text.says, text.open)):
        assert sentence[0].isupper() or not sentence[0].isalpha()
        assert sentence.endswith(".")
        assert "!" not in sentence
    for source in (text.source, *text.also):
        assert "{" not in source
        assert text.level is Level.POLICY or url(source).startswith("https://")


@pytest.mark.parametrize(("each", "text"), ROWS, ids=lambda part: getattr(part, "id", ""))
def test_source_of_a_revision_is_that_revisions(each, text):
    named = [revision for revision in REVISIONS if revision in text.source]
    removal = text.source == "docs/specification/2025-06-18/changelog.mdx#major-changes"
    assert named in ([], [text.revision]) or removal, each.id


def test_what_is_open_is_marked_with_its_reason_and_nothing_else_is():
    marked = {}
    for each, text in ROWS:
        if text.open is not None:
            assert len(text.open.split()) > 5
            marked.setdefault(each.id, []).append(text.revision)
    assert {key: tuple(revisions) for key, revisions in marked.items()} == OPEN


def test_every_clause_can_be_told_somehow_or_says_what_it_needs():
    settled = {
        cited
        for situation in situations()
        for revision in REVISIONS
        for ruling in [look_up(revision, situation)]
        for cited in (ruling.clause, ruling.code_clause, *(each.clause for each in ruling.answers))
    }
    assert not set(CONCERNS) & set(tellers())
    for each in clauses().values():
        ways = (each.id in CONCERNS) + (each.id in tellers()) + (each.needs is not None)
        assert ways == 1 or (ways == 0 and each.id in settled | set(told_clauses())), each.id


def test_tests_are_of_clauses_that_exist():
    assert set(CONCERNS) | set(tellers()) <= set(clauses())


def test_every_envelope_defect_breaks_a_clause():
    told = {name for each in clauses().values() for name in each.defects}
    assert told == set(DEFECTS)


def test_an_unknown_clause_names_the_nearest():
    with pytest.raises(KeyError, match=r"request\.id-typ.*nearest is 'request\.id-type'"):
        clause("request.id-typ")


@pytest.mark.parametrize(
    ("revisions", "expected"),
    [
        ("all", REVISIONS),
        ("..2025-03-26", REVISIONS[:2]),
        ("2025-11-25..", REVISIONS[3:]),
        ("2025-03-26..2025-06-18", REVISIONS[1:3]),
        ("2026-07-28", REVISIONS[4:]),
    ],
)
def test_span(revisions, expected):
    assert span(revisions) == expected


def test_a_span_of_an_unknown_revision_is_refused():
    with pytest.raises(ValueError, match="2025-12-31"):
        span("2025-12-31..")


@pytest.mark.parametrize(
    ("level", "fallen"),
    [
        (Level.MUST, Standing.BROKEN),
        (Level.SCHEMA, Standing.BROKEN),
        (Level.JSON_RPC, Standing.BROKEN),
        (Level.SHOULD, Standing.ADVISED_AGAINST),
        (Level.LISTED, Standing.ADVISED_AGAINST),
        (Level.MAY, Standing.OPEN),
        (Level.EXAMPLE, Standing.OPEN),
        (Level.GOOD_PRACTICE, Standing.OPEN),
        (Level.POLICY, Standing.OPEN),
    ],
)
def test_standing_follows_from_the_level(level, fallen):
    assert standing_of(holds=False, level=level, is_open=False) == fallen
    assert standing_of(holds=False, level=level, is_open=True) == Standing.OPEN
    assert standing_of(holds=True, level=level, is_open=True) == Standing.FINE
    assert standing_of(holds=None, level=level, is_open=False) == Standing.NOT_APPLICABLE
    assert standing_of(holds=False, level=None, is_open=False) == Standing.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("source", "address"),
    [
        (
            "docs/specification/2025-11-25/basic/index.mdx#requests",
            "https://modelcontextprotocol.io/specification/2025-11-25/basic/index#requests",
        ),
        (
            "docs/specification/2026-07-28/basic/index.mdx#_meta",
            "https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta",
        ),
        (
            "docs/specification/2025-11-25/basic/transports.mdx",
            "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports",
        ),
        (
            "schema/2025-11-25/schema.ts#CallToolResult",
            "https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema/2025-11-25/schema.ts",
        ),
        (
            "seps/2663-tasks-extension.md#protocol-errors",
            "https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/seps/2663-tasks-extension.md",
        ),
        ("JSON-RPC 2.0 section 5.1", "https://www.jsonrpc.org/specification#error_object"),
        ("RFC 8259 section 8.1", "https://www.rfc-editor.org/rfc/rfc8259#section-8.1"),
        ("MCP Error Lab policy", None),
    ],
)
def test_url(source, address):
    assert url(source) == address
