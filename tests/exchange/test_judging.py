"""What is at issue is what the contract's facts say, asked for revision by revision."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_lab.contract import REVISIONS, Standing, clauses, examine
from mcp_lab.exchange.judging import judge
from mcp_lab.wire import decode

RECORDED = [
    json.loads(line)["frame"].encode()
    for line in (Path(__file__).parent / "recorded.jsonl").read_text(encoding="utf-8").splitlines()
]
BESIDE = Path(__file__).resolve().parents[3] / "shared" / "cases" / "wire"
CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":[]}}'


def plainly(message, request):
    """Judge without any shortcut: all facts of every revision, clause by clause."""
    columns = {
        facts[0].clause: facts
        for facts in zip(
            *(examine(message, request, revision) for revision in REVISIONS), strict=True
        )
    }
    not_judged = columns.pop("kit.judged-methods")
    at_issue = {name for name, facts in columns.items() if any(map(_at_issue, facts))}
    told, done = [], set()
    for defect in message.defects:
        concerned = [
            columns[each.id]
            for each in clauses().values()
            if defect.name in each.defects and each.id in columns
        ]
        issue = next((each for each in concerned if each[0].clause in at_issue), None)
        if issue is None and any(fact.holds for facts in concerned for fact in facts):
            continue
        facts = issue or concerned[0]
        told.append((defect.name, facts[0].clause, defect.says, _places(facts)))
        done.add(facts[0].clause)
    for name, facts in columns.items():
        if name in at_issue - done:
            told.append((name, name, _says(facts), _places(facts)))
    if not_judged[-1].evidence:
        places = _places(not_judged)
        told.append(("not-judged", "kit.judged-methods", _says(not_judged), places))
    return told


def _at_issue(fact) -> bool:
    return fact.standing not in {Standing.FINE, Standing.NOT_APPLICABLE}


def _places(facts):
    return [(fact.revision, fact.standing, fact.level, fact.source or None) for fact in facts]


def _says(facts) -> str:
    told = next((fact for fact in reversed(facts) if fact.holds is False), facts[-1])
    return f"{told.says} Found: {told.evidence}." if told.evidence else told.says


def agree(frame: bytes, request: bytes | None = None) -> None:
    message = decode(frame)
    asked = None if request is None else decode(request)
    found = [
        (
            each.name,
            each.clause,
            each.says,
            [(name, at.standing, at.level, at.source) for name, at in each.revisions.items()],
        )
        for each in judge(message, asked)
    ]
    assert found == plainly(message, asked)


@pytest.mark.parametrize("frame", RECORDED)
def test_of_a_recorded_frame(frame):
    agree(frame)
    agree(frame, CALL)


@pytest.mark.skipif(not BESIDE.is_dir(), reason="the recorded cases are not beside this checkout")
def test_of_every_recorded_frame():
    for path in sorted(BESIDE.glob("*.jsonl")):
        for case in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            for each in (*case["sent"], *case["recv"]):
                line = each if isinstance(each, str) else json.dumps(each)
                agree(line.encode("utf-8", "surrogatepass"))


# Frames that are nearly right: each member is there or not, well formed or not, once or twice.
MEMBERS = [
    '"jsonrpc":"2.0"',
    '"jsonrpc":2.0',
    '"id":1',
    '"id":null',
    '"id":1.5',
    r'"id":"\ud800"',
    '"method":"tools/call"',
    '"method":"ping"',
    '"method":"notifications/cancelled"',
    '"method":"acme/refresh"',
    '"params":{"name":"a","task":{}}',
    '"params":[]',
    '"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}',
    '"result":{}',
    '"result":{"content":[{"type":"text"}],"isError":"true","resultType":"complete"}',
    '"result":{"resultType":"input_required"}',
    '"error":{"code":-32601,"message":"a"}',
    '"error":{"code":-32002.5}',
    '"error":{"code":-32700,"message":1}',
    '"error":"no"',
]
NEARLY = st.lists(st.sampled_from(MEMBERS), max_size=6).map(
    lambda members: f"{{{','.join(members)}}}".encode()
)
LINES = st.one_of(
    NEARLY,
    NEARLY.map(lambda frame: b"[" + frame + b",1]"),
    NEARLY.map(lambda frame: b"\xef\xbb\xbf" + frame),
    NEARLY.map(lambda frame: frame + b"x"),
    NEARLY.map(lambda frame: frame[:-1] + b"\xff}"),
    st.binary(max_size=12),
)


@settings(max_examples=500)
@given(LINES, st.none() | LINES)
def test_of_any_line(frame, request_):
    agree(frame, request_)
