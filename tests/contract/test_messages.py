"""The models, held against the official types of their names: each member left out and bent."""

import copy

import pytest

from mcp_lab.contract import REVISIONS
from mcp_lab.contract.messages import CallToolResult, Misfit, misfits
from mcp_lab.wire import ABSENT

jsonschema_rs = pytest.importorskip("jsonschema_rs")

ICON = {"src": "a:b", "mimeType": "image/png", "sizes": ["48x48"], "theme": "dark"}
NOTES = {"audience": ["user"], "priority": 0.5, "lastModified": "2025-01-12T15:00:58Z"}
WHO = {
    "name": "ferry",
    "version": "1",
    "title": "Ferry",
    "description": "Sails",
    "websiteUrl": "a:b",
    "icons": [ICON],
}
REQUEST_META = {
    "progressToken": "p",
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": WHO,
    "io.modelcontextprotocol/logLevel": "info",
}
RESULT_META = {"io.modelcontextprotocol/serverInfo": WHO}
SCHEMA = {"$schema": "a:b", "type": "object", "properties": {"a": {}}, "required": ["a"]}
TOOL = {
    "name": "find_sailings",
    "title": "Find",
    "description": "Finds",
    "inputSchema": SCHEMA,
    "outputSchema": SCHEMA,
    "annotations": {
        "title": "Find",
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    },
    "execution": {"taskSupport": "optional"},
    "icons": [ICON],
    "_meta": {},
}
# A model's name, one full example, and where the official type stands (a path into the schema).
EXAMPLES = [
    ("TextContent", {"type": "text", "text": "x", "annotations": NOTES, "_meta": {}}),
    (
        "ImageContent",
        {"type": "image", "data": "", "mimeType": "x", "annotations": NOTES, "_meta": {}},
    ),
    (
        "AudioContent",
        {"type": "audio", "data": "", "mimeType": "x", "annotations": NOTES, "_meta": {}},
    ),
    (
        "ResourceLink",
        {
            "type": "resource_link",
            "uri": "a:b",
            "name": "x",
            "title": "x",
            "description": "x",
            "mimeType": "x",
            "size": 5,
            "icons": [ICON],
            "annotations": NOTES,
            "_meta": {},
        },
    ),
    (
        "EmbeddedResource",
        {
            "type": "resource",
            "resource": {"uri": "a:b", "text": "x", "mimeType": "x", "_meta": {}},
            "annotations": NOTES,
            "_meta": {},
        },
    ),
    (
        "EmbeddedResource",
        {"type": "resource", "resource": {"uri": "a:b", "blob": "", "mimeType": "x"}},
    ),
    ("Tool", TOOL),
    (
        "ListToolsResult",
        {
            "tools": [TOOL],
            "nextCursor": "x",
            "resultType": "complete",
            "ttlMs": 5,
            "cacheScope": "public",
            "_meta": RESULT_META,
        },
    ),
    (
        "CallToolResult",
        {
            "content": [],
            "isError": True,
            "structuredContent": {"a": 1},
            "resultType": "complete",
            "_meta": RESULT_META,
        },
    ),
    (
        "CallToolRequestParams",
        {"name": "x", "arguments": {"a": 1}, "requestState": "x", "_meta": REQUEST_META},
    ),
    (
        "InitializeRequestParams",
        {
            "protocolVersion": "2025-11-25",
            "capabilities": {
                "roots": {"listChanged": True},
                "sampling": {},
                "elicitation": {},
                "experimental": {"a": {}},
                "tasks": {},
            },
            "clientInfo": WHO,
        },
    ),
    (
        "InitializeResult",
        {
            "protocolVersion": "2025-11-25",
            "capabilities": {
                "tools": {"listChanged": True},
                "resources": {"listChanged": True, "subscribe": False},
                "prompts": {"listChanged": True},
                "logging": {},
                "completions": {},
                "experimental": {"a": {}},
                "tasks": {},
            },
            "serverInfo": WHO,
            "instructions": "x",
            "_meta": {},
        },
    ),
    ("CancelledNotificationParams", {"requestId": 5, "reason": "x"}),
]
# Where the older schemas have no type of the name, the params stand inside the message's type.
INSIDE = {
    "CallToolRequestParams": "CallToolRequest",
    "InitializeRequestParams": "InitializeRequest",
    "CancelledNotificationParams": "CancelledNotification",
}
BENT = (None, True, 7, 7.0, 7.5, -1, "text", "x", [], [7], {}, {"a": 7})


def places(value, path=()):
    yield path
    if isinstance(value, dict | list):
        for step in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[step], (*path, step))


def bent(example):
    """The example, and it again with each of its values left out, or replaced by each of `BENT`."""
    yield (), example, example
    for new in BENT:
        yield (), new, new
    for path in filter(None, places(example)):
        for new in (ABSENT, *BENT):
            value = copy.deepcopy(example)
            holder = value
            for step in path[:-1]:
                holder = holder[step]
            if new is ABSENT:
                del holder[path[-1]]
            else:
                holder[path[-1]] = new
            yield path, new, value


def official_type(schema, key, model):
    types = schema[key]
    if model in types:
        return {**schema, "$ref": f"#/{key}/{model}"}
    if INSIDE.get(model) not in types:
        return None
    # draft-07: what stands beside a $ref is ignored, what stands in an allOf is not
    params = [f"#/{key}/{name}/properties/params" for name in (INSIDE[model], "JSONRPCRequest")]
    return {**schema, "allOf": [{"$ref": place} for place in params]}


REQUIRED_META = {
    "_meta",
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
}


def said_elsewhere(model, path, new):
    """What clauses tell: which `_meta` a request must have, and the content of a result."""
    last = path[-1] if path else None
    if model == "CallToolRequestParams":
        return last in REQUIRED_META and (
            new is ABSENT or (last == "_meta" and new in ({}, {"a": 7}))
        )
    blocks = last == "content" and new == [7]
    return model == "CallToolResult" and (blocks or last == "structuredContent")


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize(("model", "example"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_a_model_accepts_what_the_official_type_accepts(official, model, example, revision):
    root = official_type(*official[revision], model)
    if root is None:
        return  # the revision has no such message
    validator = jsonschema_rs.validator_for(root, validate_formats=False)
    differ = [
        (path, new, validator.is_valid(value))
        for path, new, value in bent(example)
        if not said_elsewhere(model, path, new)
        and validator.is_valid(value) == bool(misfits(model, value, revision))
    ]
    assert differ == []


@pytest.mark.parametrize(
    ("model", "value", "revision", "expected"),
    [
        ("CallToolRequestParams", {}, "2025-11-25", [("name", ABSENT)]),
        ("CallToolRequestParams", [], "2025-11-25", [("", [])]),
        ("CallToolRequestParams", {"name": "x", "task": 5}, "2025-11-25", [("task", 5)]),
        ("CallToolRequestParams", {"name": "x", "task": 5}, "2026-07-28", []),
        ("CallToolResult", {"content": []}, "2026-07-28", [("resultType", ABSENT)]),
        (
            "EmbeddedResource",
            {"type": "resource", "resource": {"uri": "a:b"}},
            "2025-11-25",
            [("resource.text", ABSENT), ("resource.blob", ABSENT)],
        ),
        (
            "TextContent",
            {"type": "text", "text": "x", "annotations": {"audience": ["user", "all"]}},
            "2025-11-25",
            [("annotations.audience[1]", "all")],
        ),
        ("CancelledNotificationParams", {"requestId": True}, "2025-11-25", [("requestId", True)]),
        ("UnsupportedProtocolVersionData", 5, "2026-07-28", [("", 5)]),
    ],
)
def test_a_misfit_names_the_place_and_what_stands_there(model, value, revision, expected):
    assert misfits(model, value, revision) == tuple(Misfit(*each) for each in expected)


def test_a_model_reads_as_python_names_it():
    read = CallToolResult.model_validate({"content": [], "isError": True})
    assert (read.content, read.is_error, read.structured_content) == ([], True, None)


def test_an_unknown_model_is_a_mistake():
    with pytest.raises(KeyError):
        misfits("CallToolResults", {}, "2025-11-25")
