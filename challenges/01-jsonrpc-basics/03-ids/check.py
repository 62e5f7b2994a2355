"""Correlation with several in flight: the id decides, type and all."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp_lab import wire
from mcp_lab.judge import Raised, Value

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from mcp_lab.judge import Exam

EXACT = 2**53  # beyond it a double can't tell neighbours apart
CLAUSES = {
    "right-caller": "response.same-id",
    "types-kept": "response.same-id",
    "zero-and-empty-are-ids": "request.id-type",
    "huge-ids-exact": "response.same-id",
    "strays-left-alone": "response.same-id",
    "no-id-no-caller": "response.id-unreadable",
    "true-is-no-number": "request.id-type",
}
TRY = {
    "right-caller": "Go through the requests and compare each `id` with the response's.",
    "types-kept": 'Compare the ids as they are: 3 is not "3".',
    "zero-and-empty-are-ids": "Ask whether the member `id` is there, not whether it is true.",
    "huge-ids-exact": "Leave the numbers as Python read them; no float on the way.",
    "strays-left-alone": "After the loop, where nothing matched, return None.",
    "no-id-no-caller": "See what your function does when `id` is missing, or null.",
    "true-is-no-number": "Compare the types of the two ids as well as their values.",
}


def given(rng: random.Random) -> dict[str, Any]:
    """Requests in flight with ids of every form, and some of what comes back, out of order."""
    number = rng.randrange(2, 40)
    huge = EXACT + 4 * rng.randrange(1, 10**6)
    name = f"req-{rng.randrange(41, 99)}"
    ids = [0, 1, number, str(number), "", huge, huge + 1, name]
    rng.shuffle(ids)
    waiting = [_request(rng, id_) for id_ in ids]
    shown = [_answer(rng, id_) for id_ in rng.sample(ids, 4)]
    return {"in_flight": waiting, "responses": [*shown, _unreadable()]}


def _request(rng: random.Random, id_: Any) -> dict[str, Any]:
    arguments = {"sailing": f"S-{rng.randrange(1000, 9999)}", "passengers": 2, "class": "deck"}
    params = {"name": "quote_fare", "arguments": arguments}
    return {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params}


def _answer(rng: random.Random, id_: Any) -> dict[str, Any]:
    if rng.random() < 0.25:
        error = {"code": -32603, "message": "Internal error"}
        return {"jsonrpc": "2.0", "id": id_, "error": error}
    text = f"2 passengers, deck: {rng.randrange(18, 60)}.50 EUR"
    return {"jsonrpc": "2.0", "id": id_, "result": {"content": [{"type": "text", "text": text}]}}


def _unreadable() -> dict[str, Any]:
    return {"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}}


def check(exam: Exam) -> None:
    """Answer every request in flight, then send what answers none of them."""
    for case in exam.cases():
        waiting = case["in_flight"]
        for fact, response in _responses(waiting):
            expected = _expected(waiting, response)
            reply = exam.attempt(in_flight=waiting, response=response)
            placed = reply == Value(expected)
            counted = not _is_float(reply)  # 2.0 is 2 to JSON, but takes nothing out of a list
            exam.fact(
                fact,
                placed and counted,
                clause=CLAUSES[fact],
                evidence=_evidence(response, expected, reply),
                try_=TRY[fact]
                if counted
                else "Return the position as an int, as enumerate has it.",
                mistake=None if placed else _mistake(exam, fact, waiting, response, reply),
                frames={"ids in flight": _ids(waiting), "the response": json.dumps(response)},
            )


def _responses(waiting: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the check sends, each with its fact: an answer to each request, then the strays."""
    ids = [request["id"] for request in waiting]
    texts = [id_ for id_ in ids if isinstance(id_, str)]
    for id_ in reversed(ids):
        yield _sort(id_, texts), _result(id_)
    yield "strays-left-alone", _result("req-0")
    yield "strays-left-alone", _result(max(id_ for id_ in ids if isinstance(id_, int)) + 1000)
    yield "strays-left-alone", _result("1")
    yield "no-id-no-caller", _unreadable()
    yield "no-id-no-caller", {**_unreadable(), "id": None}
    yield "true-is-no-number", _result(True)
    yield "true-is-no-number", _result(False)


def _sort(id_: Any, texts: list[str]) -> str:
    if not id_:
        return "zero-and-empty-are-ids"
    if isinstance(id_, int):
        return (
            "huge-ids-exact"
            if id_ > EXACT
            else "types-kept"
            if str(id_) in texts
            else "right-caller"
        )
    return "types-kept" if id_.isdigit() else "right-caller"


def _result(id_: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "result": {"content": [{"type": "text", "text": "Done"}]}}


def _expected(waiting: list[dict[str, Any]], response: dict[str, Any]) -> int | None:
    if "id" not in response:
        return None
    places = enumerate(waiting)
    return next((at for at, each in places if wire.same_id(each["id"], response["id"])), None)


def _ids(waiting: list[dict[str, Any]]) -> str:
    return "\n".join(f"{at}: {json.dumps(each['id'])}" for at, each in enumerate(waiting))


def _evidence(response: dict[str, Any], expected: int | None, reply: Value | Raised) -> str:
    shown = f"has the id {json.dumps(response['id'])}" if "id" in response else "has no id"
    whose = "nobody's" if expected is None else f"that of the request at {expected}"
    kind = ", a float; a position is an int" if _is_float(reply) else ""
    return f"The response {shown}; it is {whose}. Your function {reply.told}{kind}."


def _is_float(reply: Value | Raised) -> bool:
    return isinstance(reply, Value) and type(reply.value) is float


def _mistake(
    exam: Exam,
    fact: str,
    waiting: list[dict[str, Any]],
    response: dict[str, Any],
    reply: Value | Raised,
) -> str | None:
    if isinstance(reply, Raised):
        return _raised(fact, response)
    placed = type(reply.value) is int and reply.value in range(len(waiting))
    chosen = waiting[reply.value]["id"] if placed else None
    match fact:
        case "right-caller":
            return _wrong_place(exam)
        case "types-kept" if placed and str(chosen) == str(response["id"]):
            return _conversion(exam)
        case "zero-and-empty-are-ids" if reply.value is None:
            return "zero_is_nothing"
        case "huge-ids-exact" if isinstance(chosen, int) and abs(chosen - response["id"]) == 1:
            return "through_floats"
        case "strays-left-alone" if placed and str(chosen) != str(response["id"]):
            return "must_be_somebodys"
        case "true-is-no-number" if placed and chosen == response["id"]:
            return "true_is_one"
    return None


def _raised(fact: str, response: dict[str, Any]) -> str | None:
    if fact == "strays-left-alone":
        return "unknown_id_raises"
    return "missing_id_raises" if fact == "no-id-no-caller" and "id" not in response else None


def _wrong_place(exam: Exam) -> str | None:
    """What a function gives for the second of two plain requests."""
    reply = exam.attempt(in_flight=[{"id": "a"}, {"id": "b"}], response=_result("b"))
    given = reply.value if isinstance(reply, Value) else None
    return {"0": "in_order", "2": "counts_from_one", "'b'": "returns_the_id"}.get(repr(given))


def _conversion(exam: Exam) -> str:
    """Into what a function turns ids: as numbers 3 and "03" are one, as texts they are two."""
    for text in ("03", "3.0"):
        if exam.attempt(in_flight=[{"id": 3}], response=_result(text)) == Value(0):
            return "as_numbers"
    return "as_strings"
