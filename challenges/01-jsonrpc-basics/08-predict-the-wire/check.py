"""Predicted responses against the real ones, fact by fact: no wording, no order, no snapshot."""

from __future__ import annotations

import json
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from mcp_lab import wire
from mcp_lab.contract import HOME, Outcome, examine, look_up, outcome_of
from mcp_lab.exchange import Scenario, run
from mcp_lab.world import World, samples

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from mcp_lab.contract import Fact
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
    if not _one_for_each(exam, predicted, len(asked["requests"])):
        return
    datas = [_as_bytes(response) for response in predicted]
    pairs = [*map(_pair, asked["requests"], datas, repeat(asked["variant"]))]
    for at, (pair, data) in enumerate(zip(pairs, datas, strict=True)):
        text = data.decode("utf-8", "replace")
        shown = {f"request {at}": asked["requests"][at], "your prediction": text}
        for row in _rows(pair, pairs):
            told = row._asdict()
            told["evidence"] = f"request {at}: {row.evidence}"
            if not exam.fact(**told, frames=shown):
                break


def _one_for_each(exam: Exam, predicted: Any, wanted: int) -> bool:
    """Whether there is a list with a response for each request."""
    listed = isinstance(predicted, list)
    found = f"a list of {len(predicted)}" if listed else _sort(predicted)
    return exam.fact(
        "one-for-each",
        listed and len(predicted) == wanted,
        clause="response.owed",
        evidence=f"`predicted` is {found}; there are {wanted} requests, each with its response.",
        try_=f"Make `predicted` a list of {wanted} responses, in the order of the requests.",
    )


def _pair(line: str, data: bytes, variant: str) -> Pair:
    real = run(Scenario("predict-the-wire", line.encode(), variant=variant))
    return Pair(wire.decode(line), wire.decode(data), wire.decode(real.frames[-1].data))


def _sort(value: Any) -> str:
    names = {bytes: "bytes", str: "one text", dict: "one dict", type(None): "None"}
    return names.get(type(value), "one value")


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


def _rows(pair: Pair, pairs: Sequence[Pair]) -> Iterator[Row]:
    yield from _envelope(pair, pairs)
    yield from _CHANNELS[pair.case](pair)
    yield from (_error(pair, pairs) if pair.mine.kind == "error" else _result(pair))


def _envelope(pair: Pair, pairs: Sequence[Pair]) -> Iterator[Row]:
    mine = pair.mine
    yield Row(
        "each-is-json",
        _unread(mine) is None and isinstance(mine.value, dict),
        "envelope.json-text",
        _unread(mine) or "your prediction is a JSON text, and no object.",
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
        _try_id(pair, pairs),
        _wrong_id(pair, pairs),
    )
    yield Row(
        "exactly-one-member",
        mine.kind in ("result", "error"),
        "response.exactly-one",
        f"at the top stand {', '.join(f'`{name}`' for name in mine.value)}.",
        "Decide: is there a result to give? Then `result`, else `error`, and only that.",
        "null_beside_the_other" if _null_beside(mine) else None,
    )


def _unread(mine: wire.Decoded) -> str | None:
    """Why a prediction is no JSON text; None where it is one."""
    if not mine.raw.strip():
        return "nothing is written there yet."
    return next((each.says for each in mine.defects if each.name in wire.NOT_JSON), None)


def _null_beside(mine: wire.Decoded) -> bool:
    both = "result" in mine.value and "error" in mine.value
    return both and None in (mine.result, mine.error)


def _try_id(pair: Pair, pairs: Sequence[Pair]) -> str:
    if any(wire.same_id(pair.mine.id, other.request.id) for other in pairs):
        return "That is another request's id: put the list in the order of the requests."
    return "Take the id out of the request, type and all."


def _wrong_id(pair: Pair, pairs: Sequence[Pair]) -> str | None:
    mine, wanted = pair.mine.id, pair.request.id
    if isinstance(wanted, int) and mine == str(wanted):
        return "ids_as_text"
    if isinstance(wanted, str) and not isinstance(mine, bool | str) and str(mine) == wanted:
        return "ids_as_numbers"
    one = mine is not wire.ABSENT and all(wire.same_id(mine, each.mine.id) for each in pairs)
    return "one_id_for_all" if one else None


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
    yield Row(
        "refusal-sets-the-flag",
        outcome_of(mine, HOME) is Outcome.TOOL_ERROR,
        "tools.execution-error",
        f"the tool refuses, and {_seen(mine)}.",
        "Say it with the flag, inside `result`: the value true, and no text.",
        _flag_missing(mine),
    )


def _flag_missing(mine: wire.Decoded) -> str | None:
    if mine.value.get("isError") is True:
        return "flag_beside_result"
    inside = mine.result if isinstance(mine.result, dict) else {}
    in_words = bool(inside.get("content")) and "isError" not in {*inside, *mine.value}
    return "refusal_without_flag" if in_words else None


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


def _error(pair: Pair, pairs: Sequence[Pair]) -> Iterator[Row]:
    error = pair.mine.error if isinstance(pair.mine.error, dict) else {}
    code, text = error.get("code", wire.ABSENT), error.get("message", wire.ABSENT)
    of_the_method = pair.case == "unknown-method"
    ruling = look_up(HOME, pair.case)
    # A code is a number as JSON has it: -32601.0 is written otherwise, and is the same code. So it is
    # with ids, by `wire.same_id`.
    yield Row(
        "codes-say-why",
        code is not wire.ABSENT and ruling.accepts(Outcome.PROTOCOL_ERROR, code),
        "codes.method-not-found" if of_the_method else "tools.unknown-tool-code",
        f"`error.code` is {_shown(code)}; the server sends another.",
        TRY_CODE[pair.case],
        "one_code_for_both" if _one_code(pairs) else None,
    )
    yield Row(
        "errors-have-a-message",
        isinstance(text, str),
        "error.message-string",
        f"`error.message` is {_shown(text)}.",
        "Add a `message`, a sentence of your own.",
    )


TRY_CODE = {
    "unknown-method": "Look up what the five codes say: which one speaks of the method?",
    "unknown-tool": "The text leaves this code open, and this server has chosen: ask it for a tool "
    "that it does not have, as lesson 00 does, and read the code.",
}


def _one_code(pairs: Sequence[Pair]) -> bool:
    """Whether both errors were given one and the same code."""
    codes = [
        wire.encode(each.mine.error["code"])
        for each in pairs
        if each.case in TRY_CODE and isinstance(each.mine.error, dict) and "code" in each.mine.error
    ]
    return len(codes) == len(TRY_CODE) and len({*codes}) == 1


def _result(pair: Pair) -> Iterator[Row]:
    mine = pair.mine
    content = mine.result.get("content") if isinstance(mine.result, dict) else None
    yield Row(
        "results-have-content",
        isinstance(content, list),
        "result.content-required",
        f"`result` is {_shown(mine.result)}.",
        "Give `result` a list `content`; it may be empty.",
        "the_text_alone" if isinstance(mine.result, str) else None,
    )
    for clause, (name, try_) in FORM.items():
        broken = [each for each in _examined(pair, clause) if each.holds is False]
        found = broken[0].evidence if broken else f"`result` is {_shown(mine.result)}"
        yield Row(name, not broken, clause, f"{found}.", try_)


# What the schema says of a result beside its `content`, and what to try.
FORM = {
    "result.content-blocks": (
        "content-holds-blocks",
        'Put blocks into `content`, such as `{"type": "text", "text": "…"}`; or leave it empty.',
    ),
    "result.is-error-boolean": (
        "flag-is-true-or-false",
        "Write `isError` as true or false, or leave it out; numbers and texts are neither.",
    ),
}


def _examined(pair: Pair, clause: str) -> Iterator[Fact]:
    """What the contract finds in a prediction, by one clause."""
    return (each for each in examine(pair.mine, pair.request, HOME) if each.clause == clause)


def _seen(message: wire.Decoded) -> str:
    if message.kind == "error":
        return "yours has `error`"
    inside = message.result if isinstance(message.result, dict) else {}
    flag = inside.get("isError", wire.ABSENT)
    if flag is wire.ABSENT:
        return "yours has `result` without `isError` in it"
    kind = ", a text," if isinstance(flag, str) else ""
    return f"yours has `result` with `isError: {_shown(flag)}`{kind} in it"


def _shown(value: Any) -> str:
    return "not there" if value is wire.ABSENT else wire.encode(value).decode()
