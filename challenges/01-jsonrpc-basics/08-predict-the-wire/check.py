"""Predicted responses against the real ones, fact by fact: no wording, no order, no snapshot."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from mcp_lab import wire
from mcp_lab.contract import HOME, Outcome, look_up, outcome_of
from mcp_lab.exchange import Scenario, run
from mcp_lab.world import World, samples

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from mcp_lab.judge import Exam

NOTES = {
    "success": "The call is well formed, and nothing stands in its way.",
    "refusal": "The call is well formed, and the company's rules refuse it: {about}.",
    "unknown-tool": "The lab's server has no tool of this name.",
    "unknown-method": "The lab's server has no method of this name.",
}


def given(rng: random.Random) -> dict[str, Any]:
    """Four requests of one learner's own, and what is special about each."""
    variant = f"{rng.getrandbits(40):010x}"
    four = [*_requests(rng, World(variant))]
    rng.shuffle(four)
    number = rng.randrange(11, 90)
    ids = [0, number, str(number + 1), f"req-{number + 2}"]
    rng.shuffle(ids)
    requests = [
        json.dumps({"jsonrpc": "2.0", "id": id_, "method": method, "params": params})
        for id_, (method, params, _) in zip(ids, four, strict=True)
    ]
    return {"requests": requests, "notes": [note for *_, note in four], "variant": variant}


def _requests(rng: random.Random, world: World) -> Iterator[tuple[str, dict[str, Any], str]]:
    fine = samples.succeeding(world)[rng.choice(PLAIN)]
    no = rng.choice([*samples.refused(world).values()])
    misspelt = rng.choice(
        [fine.tool.replace("_", "-"), fine.tool.replace("_", ""), "get_" + fine.tool]
    )
    method = rng.choice(["tools/run", "tool/call", "tools/invoke", "sailings/list"])
    call = {"name": fine.tool, "arguments": fine.arguments}
    yield "tools/call", call, NOTES["success"]
    yield (
        "tools/call",
        {"name": no.tool, "arguments": no.arguments},
        NOTES["refusal"].format(about=no.about),
    )
    yield "tools/call", {**call, "name": misspelt}, NOTES["unknown-tool"]
    yield method, {}, NOTES["unknown-method"]


# Tools whose success is content alone, with no output schema to follow.
PLAIN = ("find_sailings", "book_passage", "booking_status")
METHOD_NOT_FOUND = -32601


class Pair(NamedTuple):
    """One request, the response that was predicted for it, and the one the server gave."""

    request: wire.Decoded
    mine: wire.Decoded
    real: wire.Decoded

    @property
    def case(self) -> str:
        """What the request is there for, told by how the server answered it."""
        if self.real.kind == "error":
            unknown = self.real.error["code"] == METHOD_NOT_FOUND
            return "unknown-method" if unknown else "unknown-tool"
        return "refusal" if outcome_of(self.real, HOME) is Outcome.TOOL_ERROR else "success"


class Row(NamedTuple):
    """One fact of one prediction."""

    name: str
    holds: bool
    clause: str
    evidence: str
    try_: str
    mistake: str | None = None


def check(exam: Exam) -> None:
    """Each prediction from outside in; behind the first fact that falls nothing more is judged."""
    predicted, asked = exam.answer(), exam.given
    for at, line in enumerate(asked["requests"]):
        listed = isinstance(predicted, list) and at < len(predicted)
        data = _as_bytes(predicted[at]) if listed else b""
        real = run(Scenario("predict-the-wire", line.encode(), variant=asked["variant"]))
        answer = wire.decode(real.frames[-1].data)
        pair = Pair(wire.decode(line), wire.decode(data), answer)
        shown = {f"request {at}": line, "your prediction": data.decode("utf-8", "replace")}
        for row in _rows(pair):
            told = row._asdict()
            told["evidence"] = f"request {at}: {row.evidence}"
            if not exam.fact(**told, frames=shown):
                break


def _as_bytes(response: Any) -> bytes:
    """A response as it would leave the server: a dict is written on one line."""
    if isinstance(response, bytes):
        return response
    if isinstance(response, str):
        return response.encode("utf-8", "surrogatepass")
    try:
        return wire.encode(response)
    except wire.Unencodable:
        return repr(response).encode()  # no JSON text, and shown as what it is


def _rows(pair: Pair) -> Iterator[Row]:
    yield from _envelope(pair)
    yield from _CHANNELS[pair.case](pair)
    yield from (_error(pair) if pair.mine.kind == "error" else _result(pair.mine))


def _envelope(pair: Pair) -> Iterator[Row]:
    mine = pair.mine
    unread = [defect.says for defect in mine.defects if defect.name in wire.NOT_JSON]
    yield Row(
        "each-is-json",
        not unread and isinstance(mine.value, dict),
        "envelope.json-text",
        unread[0] if unread else "your prediction is a JSON text.",
        "Write a dict for each request; json.dumps makes text of it, if you like.",
    )
    yield Row(
        "each-names-its-version",
        mine.value.get("jsonrpc") == "2.0",
        "envelope.jsonrpc-version",
        f"`jsonrpc` is {_shown(mine.value.get('jsonrpc', wire.ABSENT))}.",
        'Add `"jsonrpc": "2.0"`, a string.',
    )
    yield Row(
        "ids-come-back",
        wire.same_id(mine.id, pair.request.id),
        "response.same-id",
        f"the request has the id {_shown(pair.request.id)}, yours has {_shown(mine.id)}.",
        "Take the id out of the request, type and all.",
        _wrong_id(pair),
    )
    yield Row(
        "exactly-one-member",
        mine.kind in ("result", "error"),
        "response.exactly-one",
        f"at the top stand {', '.join(f'`{name}`' for name in mine.value)}.",
        "Decide: was the request carried out? Then `result`, else `error`, and only that.",
        "null_beside_the_other" if None in (mine.result, mine.error) else None,
    )


def _wrong_id(pair: Pair) -> str | None:
    if pair.mine.id is wire.ABSENT:
        return None
    if isinstance(pair.request.id, int) and pair.mine.id == str(pair.request.id):
        return "ids_as_text"
    return "one_id_for_all" if str(pair.mine.id) != str(pair.request.id) else None


def _success(pair: Pair) -> Iterator[Row]:
    yield Row(
        "success-is-a-result",
        outcome_of(pair.mine, HOME) is Outcome.SUCCESS,
        "result.absent-is-error-means-success",
        f"the server carries this one out and the tool succeeds; {_seen(pair.mine)}.",
        "Answer with `result`, its `isError` false or left out.",
    )


def _refusal(pair: Pair) -> Iterator[Row]:
    mine = pair.mine
    yield Row(
        "refusal-is-a-result",
        mine.kind == "result",
        "tools.execution-error",
        f"the server reaches the tool, and the tool refuses; {_seen(mine)}.",
        "Ask who says no here: the protocol, or the tool?",
        "refusal_as_error",
    )
    beside = "isError" in mine.value
    yield Row(
        "refusal-sets-the-flag",
        outcome_of(mine, HOME) is Outcome.TOOL_ERROR,
        "tools.execution-error",
        f"the tool refuses, and {_seen(mine)}.",
        "Say it with the flag, inside `result`.",
        "flag_beside_result" if beside else "refusal_without_flag",
    )


def _unknown_tool(pair: Pair) -> Iterator[Row]:
    yield Row(
        "unknown-tool-is-an-error",
        pair.mine.kind == "error",
        "tools.unknown-tool",
        f"no tool of this name is found; {_seen(pair.mine)}.",
        "Ask which tool could have failed here.",
        "unknown_tool_as_result" if outcome_of(pair.mine, HOME) is Outcome.TOOL_ERROR else None,
    )


def _unknown_method(pair: Pair) -> Iterator[Row]:
    yield Row(
        "unknown-method-is-an-error",
        pair.mine.kind == "error",
        "method.unknown",
        f"no method of this name is found; {_seen(pair.mine)}.",
        "Look at the method: is it tools/call at all?",
    )


_CHANNELS = {
    "success": _success,
    "refusal": _refusal,
    "unknown-tool": _unknown_tool,
    "unknown-method": _unknown_method,
}


def _error(pair: Pair) -> Iterator[Row]:
    error = pair.mine.error if isinstance(pair.mine.error, dict) else {}
    code, text = error.get("code", wire.ABSENT), error.get("message", wire.ABSENT)
    of_the_method = pair.case == "unknown-method"
    ruling = look_up(HOME, pair.case)
    yield Row(
        "codes-say-why",
        code is not wire.ABSENT and ruling.accepts(Outcome.PROTOCOL_ERROR, code),
        "codes.method-not-found" if of_the_method else "tools.unknown-tool-code",
        f"`error.code` is {_shown(code)}; the server sends another.",
        "Look up what the five codes say: is the method unknown, or is what it was given wrong?",
        "one_code_for_both" if of_the_method and code == -32602 else None,
    )
    yield Row(
        "errors-have-a-message",
        isinstance(text, str),
        "error.message-string",
        f"`error.message` is {_shown(text)}.",
        "Add a `message`, a sentence of your own.",
    )


def _result(mine: wire.Decoded) -> Iterator[Row]:
    content = mine.result.get("content") if isinstance(mine.result, dict) else None
    yield Row(
        "results-have-content",
        isinstance(content, list),
        "result.content-required",
        f"`result` is {_shown(mine.result)}.",
        "Give `result` a list `content`; it may be empty.",
        "the_text_alone",
    )


def _seen(message: wire.Decoded) -> str:
    if message.kind == "error":
        return "yours has `error`"
    inside = message.result if isinstance(message.result, dict) else {}
    flag = inside.get("isError", wire.ABSENT)
    if flag is wire.ABSENT:
        return "yours has `result` without `isError` in it"
    return f"yours has `result` with `isError: {_shown(flag)}` in it"


def _shown(value: Any) -> str:
    return "not there" if value is wire.ABSENT else wire.encode(value).decode()
