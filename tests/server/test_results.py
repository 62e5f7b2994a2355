"""Nothing leaves that isn't what was advertised, or that isn't JSON."""

from __future__ import annotations

import pytest

from mcp_lab.contract import outcome_of
from mcp_lab.wire import ABSENT, LIMITS
from mcp_lab.world import Tool, ToolOutput

SCHEMA = {"type": "object", "properties": {"total": {"type": "integer"}}, "required": ["total"]}


def offer(desk, output, schema=None):
    tool = Tool(
        name="offered",
        description="",
        input_schema={"type": "object"},
        output_schema=schema,
        body=lambda _context, _arguments: output,
    )
    desk.world.tools = {tool.name: tool}
    return desk.request("tools/call", {"name": "offered"})


@pytest.mark.parametrize("structured", [ABSENT, {}, {"total": "7"}, {"total": 7.5}, [7]])
def test_a_result_against_its_output_schema_is_withheld(desk, structured):
    response = offer(desk, ToolOutput("ok", structured), SCHEMA)
    if desk.revision < "2025-06-18":
        assert response.result == {"content": [{"type": "text", "text": "ok"}]}
    else:
        assert desk.trace.situation == "output-schema-violated"
        assert outcome_of(response, desk.revision) == "tool-error"
        assert "structuredContent" not in response.result


@pytest.mark.parametrize(
    "output",
    [
        ToolOutput(structured={"total": float("nan")}),
        ToolOutput(structured={"total": {1, 2}}),
        ToolOutput(structured={7: 1}),
        ToolOutput(structured={"total": b"7"}),
        ToolOutput(structured={"total": float("inf")}),
        ToolOutput(structured={"total": object()}),
        ToolOutput(7),
        "a bare string",
        None,
    ],
)
def test_what_is_no_json_is_an_internal_error(desk, output):
    response = offer(desk, output)
    assert response.error["code"] == -32603
    assert desk.trace.situation == "unserialisable-result"
    assert desk.trace.entered


def test_a_result_that_holds_itself_is_an_internal_error(desk):
    loop = {}
    loop["self"] = loop
    assert offer(desk, ToolOutput(structured=loop)).error["code"] == -32603


def test_half_a_surrogate_pair_leaves_as_its_escape(desk):
    response = offer(desk, ToolOutput("half \ud800"))
    assert b"\\ud800" in response.raw
    assert response.result["content"][0]["text"] == "half \ud800"


def test_structured_content_without_a_schema_is_an_object_until_the_current_revision(desk):
    response = offer(desk, ToolOutput("ok", [1, 2]))
    if desk.revision in ("2025-06-18", "2025-11-25"):
        assert desk.trace.situation == "output-schema-violated"
    else:
        shown = response.result.get("structuredContent")
        assert shown == ([1, 2] if desk.revision == "2026-07-28" else None)


@pytest.mark.parametrize(
    "output",
    [
        ToolOutput("x" * (LIMITS.size + 1)),
        ToolOutput(structured={"total": ["x" * 1024] * 5000}),
        ToolOutput(structured={"total": 10**5000}),
    ],
)
def test_a_result_that_no_peer_would_read_is_an_internal_error(desk, output):
    response = offer(desk, output)
    assert response.error["code"] == -32603
    assert desk.trace.situation == "unserialisable-result"
    assert desk.trace.entered


def test_a_result_nested_too_deep_is_an_internal_error(desk):
    deep = {}
    for _ in range(LIMITS.depth):
        deep = {"in": deep}
    if desk.revision >= "2025-06-18":
        assert offer(desk, ToolOutput("words", deep)).error["code"] == -32603
    shallow = {"in": [{}] * LIMITS.depth}
    assert offer(desk, ToolOutput("words", shallow)).error is ABSENT


@pytest.mark.parametrize("value", [b"7", {7}, float("nan"), object()])
def test_where_structured_content_is_not_sent_it_can_do_no_harm(desk, value):
    response = offer(desk, ToolOutput("words", {"total": value}))
    assert (response.error is ABSENT) == (desk.revision < "2025-06-18")


def test_a_response_is_one_line(desk):
    assert b"\n" not in offer(desk, ToolOutput("two\nlines")).raw
