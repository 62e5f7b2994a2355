"""All revisions at once say what each says by itself."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_lab.contract import REVISIONS, examine
from mcp_lab.contract.across import Told, across
from mcp_lab.contract.methods import methods
from mcp_lab.wire import decode

RECORDED = [
    json.loads(line)["frame"]
    for line in (Path(__file__).parents[1] / "exchange" / "recorded.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
BESIDE = Path(__file__).resolve().parents[3] / "shared" / "cases" / "wire"

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}, "extensions": {"a": {}}},
}
SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([1.5, 2.0, "", "a"])
CODES = st.sampled_from([-32700, -32600, -32601, -32602, -32603, -32002, -32042, -32020, -1, 5])
BLOCKS = st.lists(
    st.sampled_from([{"type": "text", "text": "a"}, {"type": "text"}, {"type": "b"}, 1]),
    max_size=2,
)
RESULTS = st.fixed_dictionaries(
    {},
    optional={
        "content": BLOCKS | SCALARS,
        "isError": st.booleans() | SCALARS,
        "structuredContent": st.just({}) | SCALARS,
        "resultType": st.sampled_from(["complete", "input_required", "task", 1]),
        "task": st.just({"taskId": "t"}),
        "tools": st.just([]),
        "inputRequests": st.just({"a": {"method": "elicitation/create", "params": {}}}),
        "_meta": st.just({}) | SCALARS,
    },
)
ERRORS = st.fixed_dictionaries(
    {},
    optional={
        "code": CODES | SCALARS,
        "message": SCALARS | st.just("two\nlines"),
        "data": st.just({"requiredCapabilities": {}, "requested": "a"}) | SCALARS,
    },
)
PARAMS = st.fixed_dictionaries(
    {},
    optional={
        "name": SCALARS,
        "arguments": st.just({}) | SCALARS,
        "task": st.just({}) | SCALARS,
        "_meta": st.just(META) | st.just({}) | SCALARS,
    },
)
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.sampled_from(["2.0", "1.0", 2]),
        "id": SCALARS,
        "method": st.sampled_from([*methods(), "acme/refresh", 1]),
        "params": PARAMS | SCALARS,
        "result": RESULTS | SCALARS,
        "error": ERRORS | SCALARS,
    },
)
CALLS = st.fixed_dictionaries(
    {
        "jsonrpc": st.just("2.0"),
        "id": st.integers(0, 2),
        "method": st.sampled_from([*methods()]),
        "params": PARAMS,
    }
)
ANSWERS = st.fixed_dictionaries({"jsonrpc": st.just("2.0"), "id": st.integers(0, 2)}).flatmap(
    lambda top: st.builds(lambda result: {**top, "result": result}, RESULTS)
)
FRAMES = (
    st.one_of(MESSAGES, CALLS, ANSWERS, st.lists(MESSAGES, max_size=2), SCALARS)
    .map(json.dumps)
    .map(str.encode)
) | st.sampled_from([b"", b"{", b"\xff", b"\xef\xbb\xbf{}", b'{"id":1,"id":2}', b"[" * 999])


def agree(frame: bytes, request: bytes | None) -> None:
    """Hold `across` to `examine`, clause by clause and revision by revision."""
    message = decode(frame)
    asked = None if request is None else decode(request)
    told = {each.clause.id: each for each in across(message, asked)}
    columns = zip(*(examine(message, asked, revision) for revision in REVISIONS), strict=True)
    order = []
    for facts in columns:
        name = facts[0].clause
        order.append(name)
        if name in told:
            assert tuple(map(told[name].fact, range(len(REVISIONS)))) == facts
            assert told[name].standings == tuple(fact.standing for fact in facts)
            assert told[name].falls == any(fact.holds is False for fact in facts)
        else:
            assert all(fact.holds is not False for fact in facts)
    assert [name for name in order if name in told] == list(told)


@pytest.mark.parametrize("frame", RECORDED)
def test_of_recorded_frames(frame):
    agree(frame.encode(), None)
    agree(frame.encode(), b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}')


@pytest.mark.skipif(not BESIDE.is_dir(), reason="the recorded cases are not beside this checkout")
def test_of_every_recorded_frame():
    for path in sorted(BESIDE.glob("*.jsonl")):
        for case in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            sent, received = (
                [
                    (each if isinstance(each, str) else json.dumps(each)).encode(
                        "utf-8", "surrogatepass"
                    )
                    for each in case[side]
                ]
                for side in ("sent", "recv")
            )
            for frame in (*sent, *received):
                agree(frame, None)
            for frame in received:
                agree(frame, sent[-1] if sent else None)


@settings(max_examples=600)
@given(FRAMES, st.none() | FRAMES)
def test_of_any_frame(frame, request_):
    agree(frame, request_)


@pytest.mark.parametrize("method", methods())
@settings(max_examples=12)
@given(RESULTS | ERRORS.map(lambda error: {"error": error}), PARAMS)
def test_of_each_method_and_what_answers_it(method, answer, params):
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    agree(call, None)
    body = answer if "error" in answer else {"result": answer}
    agree(json.dumps({"jsonrpc": "2.0", "id": 1, **body}).encode(), call)


def test_what_concerns_a_message_nowhere_is_not_told():
    message = decode(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
    assert all(
        each.findings != Told.nowhere(each.clause).findings for each in across(message, None)
    )
    assert not any(each.clause.topic == "codes" for each in across(message, None))
