"""The shapes, held against the official types: each member of each message left out and bent."""

import copy
import json
from pathlib import Path

import pytest

from mcp_lab.contract import REVISIONS
from mcp_lab.contract.grammar import Misfit, parse
from mcp_lab.contract.methods import method, methods
from mcp_lab.contract.shapes import knows, misfits
from mcp_lab.wire import ABSENT, Number

jsonschema_rs = pytest.importorskip("jsonschema_rs")

# One full example, or more, of what each method carries: members of all revisions together.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))
BENT = (None, True, 7, 7.0, 7.5, -1, "text", "x", [], [7], {}, {"a": 7})
COMPLETE = {"resultType": "complete"}  # every result of 2026-07-28 has one; a clause tells it
REQUIRED_META = {
    "_meta",
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
}


def carried(part):
    """(method, shape, official type, example, revision) of each example, and revision."""
    for name, parts in EXAMPLES["methods"].items():
        named = method(name)
        shape, kind = f"{named.type}Params", named.type
        if part == "result":
            shape, kind = named.shape, named.result
        for example in parts.get(part, ()) if shape else ():
            for revision in named.form if part == "params" else named.revisions:
                yield name, shape, kind, example, revision


PARAMS = list(carried("params"))
RESULTS = list(carried("result")) + [
    (name, name, name, example, revision)
    for name, revision in (
        ("CreateTaskResult", "2025-11-25"),
        ("InputRequiredResult", "2026-07-28"),
    )
    for example in EXAMPLES["results"][name]
]


def named(case):
    return f"{case[0]}-{case[4]}" if isinstance(case, tuple) else None


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


def valid(official, revision, *places_):
    schema, key = official[revision]
    # draft-07: what stands beside a $ref is ignored, what stands in an allOf is not
    root = {**schema, "allOf": [{"$ref": f"#/{key}/{place}"} for place in places_]}
    return jsonschema_rs.validator_for(root, validate_formats=False).is_valid


def official_params(official, kind, named_, revision):
    """The params of a type; until 2025-06-18 their `_meta` stands in the envelope's type."""
    envelope = "JSONRPCRequest" if named_.kind == "request" else "JSONRPCNotification"
    types = [kind, envelope] if revision <= "2025-06-18" else [kind]
    return valid(official, revision, *(f"{name}/properties/params" for name in types))


def meta_told_elsewhere(path, new):
    """Which `_meta` a request has to carry (meta.required), and that it is an object."""
    if path in {(), ("_meta",)}:
        return not (isinstance(new, dict) and REQUIRED_META & {*new, *new.get("_meta", ())})
    return path[-1] in REQUIRED_META and new is ABSENT


# Where the official JSON Schema is not what its schema.ts says: it was made with integers for
# numbers (docs/specification/2026-07-28/changelog.mdx#other-schema-changes), and here still is.
def integer_for_number(name, path, new):
    form_value = name == "elicitation/create" and path[:1] == ("content",) and len(path) == 2
    within_params = "inputResponses" in path and path[-2:-1] == ("content",)
    whole = new == {"a": 7.5}
    return (form_value or within_params or whole) and isinstance(new, float) and new % 1


@pytest.mark.parametrize("case", PARAMS, ids=named)
def test_params_have_their_shape_where_the_official_type_takes_them(official, case):
    name, shape, kind, example, revision = case
    takes = official_params(official, kind, method(name), revision)
    differ = [
        (path, new)
        for path, new, value in bent(example)
        if not meta_told_elsewhere(path, new)
        and not integer_for_number(name, path, new)
        and isinstance(value, dict)
        and takes(value) == bool(misfits(shape, value, revision))
    ]
    assert differ == []


@pytest.mark.parametrize("case", RESULTS, ids=named)
def test_results_have_their_shape_where_the_official_type_takes_them(official, case):
    name, shape, kind, example, revision = case
    takes = valid(official, revision, kind)
    differ = [
        (path, new)
        for path, new, value in bent(example)
        if path[:1] != ("_meta",)
        and not integer_for_number(name, path, new)
        and isinstance(value, dict)
        and takes({**COMPLETE, **value}) == bool(misfits(shape, value, revision))
    ]
    assert differ == []


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25", "2026-07-28"])
def test_the_official_schema_still_has_integers_where_forms_ask_for_numbers(official, revision):
    answer = {"action": "accept", "content": {"a": 7.5}}
    assert not valid(official, revision, "ElicitResult")({**COMPLETE, **answer})
    assert misfits("ElicitResult", answer, revision) == ()


def test_every_method_has_an_example_of_all_that_it_carries():
    assert set(EXAMPLES["methods"]) == set(methods())
    for name, each in methods().items():
        wanted = {"params"} | ({"result"} if each.kind == "request" else set())
        assert set(EXAMPLES["methods"][name]) == wanted


def test_the_methods_are_the_official_ones(official):
    for revision in REVISIONS:
        schema, key = official[revision]
        by = {"client": set(), "server": set()}
        for each in methods().values():
            sides = {"either": ("client", "server")}.get(each.by(revision), (each.by(revision),))
            for side in filter(None, sides):
                by[side].add((each.name, each.type))
        for side, found in by.items():
            unions = [f"{side.capitalize()}{kind}" for kind in ("Request", "Notification")]
            types = {
                ref["$ref"].rpartition("/")[2]
                for union in unions
                for ref in members(schema[key].get(union, {}))
            }
            assert {kind for _, kind in found} == types, (revision, side)
            for name, kind in found:
                assert schema[key][kind]["properties"]["method"]["const"] == name


def members(union):
    """What a union is of; one of a single type stands for itself."""
    if "anyOf" in union:
        return union["anyOf"]
    single = union.get("properties", {}).get("method", {}).get("const")
    return [{"$ref": "#/CancelledNotification"}] if single == "notifications/cancelled" else []


@pytest.mark.parametrize(
    ("shape", "value", "revision", "expected"),
    [
        ("CallToolRequestParams", {}, "2025-11-25", [("name", ABSENT)]),
        ("CallToolRequestParams", [], "2025-11-25", [("", [])]),
        ("CallToolRequestParams", {"name": "x", "task": 5}, "2025-11-25", [("task", 5)]),
        ("CallToolRequestParams", {"name": "x", "task": 5}, "2026-07-28", []),
        ("CallToolRequestParams", {"name": None}, "2025-11-25", [("name", None)]),
        (
            "CallToolRequestParams",
            {"name": "x", "_meta": {"io.modelcontextprotocol/logLevel": "loud"}},
            "2026-07-28",
            [('_meta["io.modelcontextprotocol/logLevel"]', "loud")],
        ),
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
        (
            "PromptMessage",
            {"role": "user", "content": {"type": "text", "text": 7}},
            "2025-11-25",
            [("content.text", 7)],
        ),
        (
            "PromptMessage",
            {"role": "user", "content": {"type": "video"}},
            "2025-11-25",
            [("content.type", "video")],
        ),
        (
            "PromptMessage",
            {"role": "user", "content": {}},
            "2025-11-25",
            [("content.type", ABSENT)],
        ),
        ("PromptMessage", {"role": "user", "content": "x"}, "2025-11-25", [("content", "x")]),
        ("GetPromptRequestParams", {"name": "x", "arguments": {"a b": 5}}, "2025-11-25",
         [('arguments["a b"]', 5)]),
        ("CancelledNotificationParams", {"requestId": True}, "2025-11-25", [("requestId", True)]),
        ("CancelledNotificationParams", {"requestId": Number("1e400")}, "2025-11-25", []),
        ("CancelledNotificationParams", {"requestId": Number("1e-400")}, "2025-11-25",
         [("requestId", Number("1e-400"))]),
        ("Annotations", {"priority": Number("1e400")}, "2025-11-25",
         [("priority", Number("1e400"))]),
        ("UnsupportedProtocolVersionData", 5, "2026-07-28", [("", 5)]),
    ],
)  # fmt: skip
def test_a_misfit_names_the_place_and_what_stands_there(shape, value, revision, expected):
    assert misfits(shape, value, revision) == tuple(Misfit(*each) for each in expected)


def test_what_a_revision_knows():
    assert knows("CallToolRequestParams", "task", "2025-11-25")
    assert not knows("CallToolRequestParams", "task", "2026-07-28")
    assert not knows("CallToolRequestParams", "colour", "2026-07-28")


def test_an_unknown_shape_is_a_mistake():
    with pytest.raises(KeyError):
        misfits("CallToolResults", {}, "2025-11-25")


@pytest.mark.parametrize(
    "text", ["", "[string", "{string]", "string |", "string string", "'a' & 'b'", "]"]
)
def test_what_is_no_type_is_refused(text):
    with pytest.raises((ValueError, KeyError)):
        parse(text, {}.__getitem__)


def test_a_type_outside_its_revisions_is_refused():
    with pytest.raises(ValueError, match="SampledBlock at 2025-06-18"):
        misfits("SampledBlock", {}, "2025-06-18")
