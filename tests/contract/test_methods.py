"""Whole frames of every method, as examine judges them: sound ones pass, bent ones fall.

Each example is valid in the official schema of the revisions whose members it uses. What is left
out or bent in one is broken for examine exactly where the official types refuse it; where the two
differ is listed, with the reason.
"""

import copy
import json
from pathlib import Path

import pytest

from mcp_lab.contract import Standing, clauses, examine
from mcp_lab.contract.examine import tellers
from mcp_lab.contract.methods import method, methods
from mcp_lab.wire import ABSENT, decode

jsonschema_rs = pytest.importorskip("jsonschema_rs")

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))
BENT = (ABSENT, None, 7, "x", [7])
CURRENT = "2026-07-28"
# Results that stand for another, beside the methods' own: the request that they answer.
DEFERRED = {"CreateTaskResult": "2025-11-25", "InputRequiredResult": CURRENT}

CASES = [
    (name, part, example, revision)
    for name, parts in EXAMPLES["methods"].items()
    for part, examples in parts.items()
    for example in examples
    for revision in method(name).revisions
] + [
    ("tools/call", kind, example, revision)
    for kind, revision in DEFERRED.items()
    for example in EXAMPLES["results"][kind]
]


def named(case):
    return f"{case[0]} {case[1]} {case[3]}" if isinstance(case, tuple) else None


def call(name, params):
    kind = {"id": 3} if method(name).kind == "request" else {}
    return {"jsonrpc": "2.0", **kind, "method": name, "params": params}


def places(value, path=()):
    yield path
    if isinstance(value, dict | list):
        for step in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[step], (*path, step))


def bent(example):
    yield (), None, example
    for path in filter(None, places(example)):
        for new in BENT:
            value = copy.deepcopy(example)
            holder = value
            for step in path[:-1]:
                holder = holder[step]
            if new is ABSENT:
                del holder[path[-1]]
            else:
                holder[path[-1]] = new
            yield path, new, value


@pytest.fixture(scope="module")
def valid(official):
    made = {}

    def all_valid(revision, value, *types):
        schema, key = official[revision]
        for name in filter(schema[key].get, types):
            if (revision, name) not in made:
                root = {**schema, "$ref": f"#/{key}/{name}"}
                made[revision, name] = jsonschema_rs.validator_for(root, validate_formats=False)
        return all(
            made[revision, name].is_valid(value) for name in types if (revision, name) in made
        )

    return all_valid


def frame_of(case, value):
    """The frame, what it answers, and how the official schema sees it: a value and its types."""
    name, part, _, revision = case
    each = method(name)
    if part == "params":
        frame = call(name, value)
        envelope = "JSONRPCRequest" if each.kind == "request" else "JSONRPCNotification"
        return frame, None, frame, (each.type, envelope)
    params = EXAMPLES["methods"][name]["params"][0]
    if part == "result" and "task" in params:
        params = {member: held for member, held in params.items() if member != "task"}
    typed = {"InputRequiredResult": "input_required"}.get(part, "complete")
    if revision == CURRENT and "resultType" not in value:
        value = {"resultType": typed, **value}
    result = each.result or ("CallToolResult" if name == "tools/call" else "EmptyResult")
    frame = {"jsonrpc": "2.0", "id": 3, "result": value}
    return frame, call(name, params), value, (part if part in DEFERRED else result,)


def is_broken(frame, request, revision):
    asked = None if request is None else decode(json.dumps(request))
    facts = examine(decode(json.dumps(frame)), asked, revision)
    return any(fact.standing is Standing.BROKEN for fact in facts)


def may_differ(case, path):
    """Broken by the text, valid by the schema: a ping's answer, which the text wants empty."""
    return case[:2] == ("ping", "result") and path == ()


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_frame_is_broken_where_the_official_types_refuse_it(valid, case):
    differ = []
    for path, new, value in bent(case[2]):
        frame, request, judged, types = frame_of(case, value)
        schema = valid(case[3], judged, *types)
        if schema == is_broken(frame, request, case[3]) and not may_differ(case, path):
            differ.append((path, new, "valid by the schema" if schema else "invalid by it"))
    assert differ == []


def test_every_method_has_clauses_of_its_form_that_fall_and_hold():
    """The corpus shows each: this only holds that none was left out."""
    told = {row["id"] for each in methods().values() for row in each.clauses()}
    assert told <= set(tellers()) & set(clauses())
    assert set(EXAMPLES["methods"]) == set(methods())


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_further_member_changes_nothing(case):
    verdicts = []
    for value in (case[2], {**case[2], "x-colour": ["red", None]}):
        frame, request, *_ = frame_of(case, value)
        asked = None if request is None else decode(json.dumps(request))
        facts = examine(decode(json.dumps(frame)), asked, case[3])
        verdicts.append([fact.holds for fact in facts if fact.name != "patterns.ping-empty"])
    assert verdicts[0] == verdicts[1]


FORMS = [(each, row) for each in methods().values() for row in each.clauses()]


@pytest.mark.parametrize(("each", "row"), FORMS, ids=lambda part: getattr(part, "name", ""))
def test_the_clause_of_a_form_falls_on_its_own_and_names_the_place(each, row):
    part = row["id"].rpartition("-")[2]
    sound, bad = EXAMPLES["methods"][each.name][part][0], WRONG.get(each.name, {}).get(part)
    revision = each.revisions[-1]
    for value, holds in ((sound, True), (bad or first_wrong(sound), False)):
        frame, request, *_ = frame_of((each.name, part, sound, revision), value)
        asked = None if request is None else decode(json.dumps(request))
        facts = examine(decode(json.dumps(frame)), asked, revision)
        fact = next(fact for fact in facts if fact.name == row["id"])
        assert fact.holds is holds
        assert fact.evidence.startswith(part)
        assert fact.source == row["text"][0]["source"].format(revision=revision)


SUBSCRIBED = {"params": {"_meta": {"io.modelcontextprotocol/subscriptionId": True}}}
TOKEN = {"params": {"_meta": {"progressToken": True}}}
WRONG = {  # where only `_meta` can be wrong
    "server/discover": TOKEN,
    "ping": TOKEN,
    "roots/list": TOKEN,
    **{
        f"notifications/{name}/list_changed": SUBSCRIBED
        for name in ("tools", "resources", "prompts")
    },
}


def first_wrong(sound):
    """The example with the first of its members of the wrong type."""
    return {**sound, next(iter(sound)): 7.5}
