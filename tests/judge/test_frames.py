"""The frames of the pipe, against the schema that is shipped."""

import json
from importlib.resources import files
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.judge import AnswerProcess, Challenge, PipePort, Value, check
from mcp_lab.judge.frames import KINDS, NoReply, question, read_reply, reply_line
from mcp_lab.judge.port import CouldNotRun, NoAnswer, NotJson, Raised, Reply
from mcp_lab.judge.values import copied
from mcp_lab.wire import Number

NONCE = "0123456789abcdef" * 2
SCHEMA = json.loads((files("mcp_lab.judge") / "frame.schema.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def schema() -> Any:
    jsonschema_rs.meta.validate(SCHEMA)
    return jsonschema_rs.validator_for(SCHEMA)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.binary(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
texts = st.text(max_size=600)
replies = st.one_of(
    st.builds(Value, json_values),
    st.builds(Raised, st.text(max_size=40), texts, st.integers(0, 10**6)),
    st.builds(NotJson, texts),
    st.builds(NoAnswer, st.text(max_size=40)),
    st.builds(CouldNotRun, texts),
)


@given(st.text(st.characters() | st.characters(categories=["Cs"])))
def test_halves_of_surrogate_pairs_cross_as_the_direct_port_copies_them(text: str) -> None:
    value = copied({text: [text]})
    assert read_reply(reply_line(7, NONCE, Value({text: [text]})), 7, NONCE) == Value(value)


def test_two_keys_that_json_writes_alike_are_one() -> None:
    value = {"\ud83d\ude00": 1, "\U0001f600": 2}
    assert read_reply(reply_line(7, NONCE, Value(value)), 7, NONCE) == Value({"\U0001f600": 2})


def test_half_a_pair_beside_a_defect_hides_nothing() -> None:
    line = json.dumps(frame(result={"nonce": NONCE, "x": "\ud800"})).replace(
        '"id": 7', '"id": 7, "id": 7'
    )
    with pytest.raises(NoReply, match=r"no reply \(duplicate-key\)"):
        read_reply(line.encode(), 7, NONCE)


@given(replies)
def test_a_reply_crosses_and_fits_the_schema(schema: Any, reply: Reply) -> None:
    line = reply_line(7, NONCE, reply)
    assert read_reply(line, 7, NONCE) == reply
    assert line.isascii()
    assert line.count(b"\n") == 1
    schema.validate(json.loads(line))


def test_every_kind_of_reply_is_in_the_schema() -> None:
    kinds = {
        kind
        for name in ("gave", "raised", "said", "missing")
        for part in [SCHEMA["$defs"][name]["properties"]["kind"]]
        for kind in part.get("enum", [part.get("const")])
    }
    assert kinds == KINDS.keys()


def reply(**changes: Any) -> dict[str, Any]:
    return {"kind": "raised", "class_name": "KeyError", "text": "'id'", "line": 3} | changes


def frame(**changes: Any) -> dict[str, Any]:
    result = {"nonce": NONCE, "reply": {"kind": "value", "value": 1}}
    return {"jsonrpc": "2.0", "id": 7, "result": result} | changes


@pytest.mark.parametrize(
    "message",
    [
        frame(id=8),
        frame(id="7"),
        frame(id=7.0),
        frame(id=True),
        frame(jsonrpc="1.0"),
        frame(result=None),
        frame(result={"reply": reply()}),
        frame(result={"nonce": NONCE[:-1] + "0", "reply": reply()}),
        frame(result={"nonce": NONCE}),
        frame(result={"nonce": NONCE, "reply": []}),
        frame(result={"nonce": NONCE, "reply": reply(kind="passed")}),
        frame(result={"nonce": NONCE, "reply": reply(kind="timed-out")}),
        frame(result={"nonce": NONCE, "reply": reply(line="3")}),
        frame(result={"nonce": NONCE, "reply": reply(line=True)}),
        frame(result={"nonce": NONCE, "reply": reply(points=1)}),
        frame(result={"nonce": NONCE, "reply": {"kind": "value"}}),
        frame(result={"nonce": NONCE, "reply": {"kind": "value", "value": {"$set": []}}}),
        frame(result={"nonce": NONCE, "reply": {"kind": "value", "value": 1, "verdict": 1}}),
        {"jsonrpc": "2.0", "id": 7, "error": {"code": -32603, "message": "no"}},
        {"jsonrpc": "2.0", "id": 7, "method": "ask"},
        [frame()],
    ],
)
def test_what_is_no_reply_to_the_question_is_refused(message: Any) -> None:
    with pytest.raises(NoReply):
        read_reply(json.dumps(message).encode(), 7, NONCE)


def test_the_good_frame_of_these_examples_is_taken() -> None:
    assert read_reply(json.dumps(frame()).encode(), 7, NONCE) == Value(1)
    taken = frame(result={"nonce": NONCE, "reply": reply()})
    assert read_reply(json.dumps(taken).encode(), 7, NONCE) == Raised("KeyError", "'id'", 3)


@pytest.mark.parametrize("data", [b"", b"\n", b"\xff", b"{", b"[" * 100_000, b"0" * 2_000_000])
def test_bytes_that_are_no_frame_are_refused(data: bytes) -> None:
    with pytest.raises(NoReply):
        read_reply(data, 7, NONCE)


def test_a_text_longer_than_a_reply_carries_is_cut() -> None:
    line = reply_line(7, NONCE, Raised("E", "x" * 5000, 0))
    got = read_reply(line, 7, NONCE)
    assert isinstance(got, Raised)
    assert len(got.text) == 600


def test_every_frame_of_a_sitting_fits_the_schema(
    schema: Any, challenges: dict[str, Challenge], monkeypatch: pytest.MonkeyPatch
) -> None:
    from mcp_lab.judge import conversation

    seen: list[bytes] = []
    read = conversation.read_reply
    ask = conversation.question
    monkeypatch.setattr(
        conversation, "question", lambda *parts: seen.append(ask(*parts)) or seen[-1]
    )
    monkeypatch.setattr(
        conversation, "read_reply", lambda line, *rest: seen.append(line) or read(line, *rest)
    )
    bundles = {challenges["pick"].id: {"a": b"\x00", "$b": {"$bytes": Number("1e400")}}}
    process = AnswerProcess(tuple(challenges.values()), "a-variant", bundles)
    try:
        for challenge in challenges.values():
            process.run(f"q = challenge({challenge.id!r})", "given", challenge.id, 30)
            process.run(challenge.solution, "answer", challenge.id, 30)
            port = PipePort(process, challenge)
            assert check(challenge, port, variant="a-variant").passed
            assert port.settle() is None
        process.run("é = '\\ud800' / 0", "own", None, 30)
    finally:
        process.close()
    assert len(seen) > 20
    for line in seen:
        schema.validate(json.loads(line))


@pytest.mark.parametrize(
    "wrong",
    [
        {"jsonrpc": "2.0", "id": 1, "method": "grade", "params": {"nonce": NONCE}},
        {"jsonrpc": "2.0", "id": 1, "method": "settle", "params": {}},
        {"jsonrpc": "2.0", "id": 0, "method": "settle", "params": {"nonce": NONCE}},
        frame(result={"nonce": NONCE, "reply": {"kind": "value", "value": {"$set": []}}}),
        frame(result={"nonce": NONCE, "reply": {"kind": "passed"}}),
        frame(points=1),
    ],
)
def test_the_schema_refuses_what_is_none(schema: Any, wrong: Any) -> None:
    assert not schema.is_valid(wrong)


def test_a_question_is_one_line_whatever_it_carries() -> None:
    line = question(1, NONCE, "run", {"source": "a\nb\u2028\ud800"})
    assert line.count(b"\n") == 1
    assert json.loads(line)["params"]["source"] == "a\nb\u2028\ud800"
