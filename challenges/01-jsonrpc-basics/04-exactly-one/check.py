"""Exactly one of result and error: a question of members, not of values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp_lab.judge import Raised, Value

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from mcp_lab.judge import Exam

MEMBERS = ("result", "error")
CLAUSE = "response.exactly-one"
TRY = {
    "one-named": "Ask for each of the two members whether it is there.",
    "empty-counts": 'Ask `"result" in response`: an empty result is there.',
    "both-named": "Ask for both members before you decide.",
    "null-counts": "Ask for the member, not for its value: null is a value.",
    "neither-named": "Ask for `result` as well, also where there is no `error`.",
    "only-the-top-counts": "Ask the response itself; what lies inside result or error is not asked.",
}


def given(rng: random.Random) -> dict[str, Any]:
    """One response of each sort, in an order of this learner's own."""
    responses = [response for _, response in _responses(rng)]
    rng.shuffle(responses)
    return {"responses": responses}


def _responses(rng: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each response with the fact that it is there for."""
    ids = iter(rng.sample(range(11, 90), 9))
    seats, code = rng.randrange(2, 60), rng.choice([-32603, -32602, 0, 1, 404])
    text = {"content": [{"type": "text", "text": f"{seats} seats left"}]}
    error = {"code": code, "message": rng.choice(["Unknown tool", "Internal error"])}
    report = {"error": None, "result": f"{seats} calls read"}
    for fact, members in (
        ("one-named", {"result": text}),
        ("one-named", {"error": error}),
        ("empty-counts", {"result": {}}),
        ("both-named", {"result": text, "error": error}),
        ("null-counts", {"result": text, "error": None}),
        ("null-counts", {"result": None, "error": error}),
        ("neither-named", {}),
        ("only-the-top-counts", {"result": {**text, "structuredContent": report}}),
        ("only-the-top-counts", {"error": {**error, "data": {"result": seats}}}),
    ):
        yield fact, {"jsonrpc": "2.0", "id": next(ids), **members}


def check(exam: Exam) -> None:
    """Ask about every response; what is there is read off the response itself."""
    for case in exam.cases():
        for response in case["responses"]:
            fact, expected = _fact(response), _expected(response)
            reply = exam.attempt(response=response)
            exam.fact(
                fact,
                reply == Value(expected),
                clause=CLAUSE,
                evidence=f"The response has {_shown(response)}, which is {expected!r}. Your function {reply.told}.",
                try_=_try(fact, reply),
                mistake=_mistake(fact, reply),
                frames={"the response": json.dumps(response)},
            )


def _expected(response: dict[str, Any]) -> str:
    here = [name for name in MEMBERS if name in response]
    return here[0] if len(here) == 1 else "both" if here else "neither"


def _fact(response: dict[str, Any]) -> str:
    """What a response is there for, read off its members."""
    here = [name for name in MEMBERS if name in response]
    values = [response[name] for name in here]
    if len(here) == 1:
        inside = values[0].get("structuredContent") or values[0].get("data")
        return "only-the-top-counts" if inside else "one-named" if values[0] else "empty-counts"
    return "neither-named" if not here else "null-counts" if None in values else "both-named"


def _shown(response: dict[str, Any]) -> str:
    here = [
        f"`{name}`" + (" (null)" if response[name] is None else " ({})" * (response[name] == {}))
        for name in MEMBERS
        if name in response
    ]
    return " and ".join(here) or "neither `result` nor `error`"


def _try(fact: str, reply: Value | Raised) -> str:
    """What to try; a reply that is none of the four words is the first thing to mend."""
    if isinstance(reply, Value) and reply.value not in (*MEMBERS, "both", "neither"):
        return "Return one of the four words as the task writes them, in small letters."
    return TRY[fact]


def _mistake(fact: str, reply: Value | Raised) -> str | None:
    match fact, reply:
        case "empty-counts", Value("neither"):
            return "empty_is_absent"
        case "null-counts", Value("result" | "error"):
            return "null_is_absent"
        case "both-named", Value("result" | "error"):
            return "error_wins"
        case "neither-named", Value("result"):
            return "no_error_means_result"
        case "only-the-top-counts", Value("both"):
            return "searches_the_text"
    return None
