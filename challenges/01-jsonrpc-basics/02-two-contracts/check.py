"""Success, tool error or protocol error: read off where a member stands and what it says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp_lab import wire
from mcp_lab.contract import HOME, Outcome, outcome_of
from mcp_lab.judge import Raised, Value

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from mcp_lab.judge import Exam

WORDS = {
    Outcome.SUCCESS: "success",
    Outcome.TOOL_ERROR: "tool error",
    Outcome.PROTOCOL_ERROR: "protocol error",
}
CLAUSES = {
    "protocol-errors-found": "response.exactly-one",
    "tool-errors-found": "tools.execution-error",
    "successes-found": "result.absent-is-error-means-success",
    "false-means-success": "result.absent-is-error-means-success",
    "words-prove-nothing": "result.absent-is-error-means-success",
}
TRY = {
    "protocol-errors-found": "Keep the first line of the starter: `error` at the top decides.",
    "tool-errors-found": 'Print `response["result"]` for one of these and look for the flag.',
    "successes-found": "Try your function on a result without `isError`, and on an empty one.",
    "false-means-success": "Read the flag's value; that it is there says nothing.",
    "words-prove-nothing": "Read one member, `isError` directly inside `result`, and no text.",
}
SPEAKS_OF_ERRORS = (
    "Error log of the day: 0 errors, 2 warnings.",
    "Your note 'error in my name' was sent to the harbour office.",
    "The fare check failed once yesterday; no error since.",
)
QUIET_REFUSALS = ("No berth left on this sailing.", "Bookings close an hour before departure.")


def given(rng: random.Random) -> dict[str, Any]:
    """One response of each sort, in an order of this learner's own."""
    ids = iter(rng.sample(range(11, 90), 11))
    responses = [{"jsonrpc": "2.0", "id": next(ids), **each} for each in _members(rng)]
    rng.shuffle(responses)
    return {"responses": responses}


def _members(rng: random.Random) -> Iterator[dict[str, Any]]:
    seats = rng.randrange(2, 60)
    says = _content(f"{seats} seats left")
    yield {"result": says}
    yield {"result": {**says, "isError": False}}
    yield {"result": {}}
    yield {"result": _content(rng.choice(SPEAKS_OF_ERRORS))}
    yield {"result": {**says, "structuredContent": {"last_call": {"isError": True}}}}
    yield {"result": {**_content(rng.choice(QUIET_REFUSALS)), "isError": True}}
    yield {"result": {"content": [], "isError": True}}
    tool = rng.choice(["find_ferry", "book_trip", "fare"])
    yield {"error": {"code": -32602, "message": f"Unknown tool: {tool}"}}
    yield {"error": {"code": 0, "message": "seats: isError was true"}}
    yield {"error": {"code": rng.choice([1, 20, 404]), "message": "aborted"}}
    yield {"error": {"code": -32603, "message": "Internal error", "data": {"result": seats}}}


def _content(text: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}]}


def check(exam: Exam) -> None:
    """Ask about every response; the key is `contract.outcome_of`."""
    for case in exam.cases():
        for response in case["responses"]:
            fact, expected = _fact(response), _expected(response)
            reply = exam.attempt(response=response)
            holds = reply == Value(expected)
            exam.fact(
                fact,
                holds,
                clause=CLAUSES[fact],
                evidence=f"{_seen(response)}, which is a {expected}. Your function {reply.told}.",
                try_=_try(fact, reply),
                mistake=None if holds else _mistake(exam, fact, response, reply),
                frames={"the response": json.dumps(response)},
            )


def _expected(response: dict[str, Any]) -> str:
    outcome = outcome_of(wire.decode(wire.encode(response)), HOME)
    assert outcome is not None  # every message given is a response
    return WORDS[outcome]


def _fact(response: dict[str, Any]) -> str:
    """What a response is there for, read off its members."""
    if "error" in response:
        return "protocol-errors-found"
    result = response["result"]
    if "isError" in result:
        return "tool-errors-found" if result["isError"] else "false-means-success"
    speaks = any(block["text"] in SPEAKS_OF_ERRORS for block in result.get("content", ()))
    return "words-prove-nothing" if speaks or "structuredContent" in result else "successes-found"


def _seen(response: dict[str, Any]) -> str:
    if "error" in response:
        return f"`error` stands at the top (code {response['error']['code']})"
    if "isError" in response["result"]:
        return f"`result` holds `isError: {str(response['result']['isError']).lower()}`"
    return "`result` holds no `isError`"


def _try(fact: str, reply: Value | Raised) -> str:
    """What to try; a reply that is none of the three words is the first thing to mend."""
    if isinstance(reply, Value) and reply.value not in WORDS.values():
        return "Return one of the three words as the task writes them."
    return TRY[fact]


def _mistake(exam: Exam, fact: str, response: dict[str, Any], reply: Value | Raised) -> str | None:
    match fact, reply:
        case "protocol-errors-found", Value("tool error" | "success"):
            known = _said(exam, error={"code": -32602, "message": "Unknown tool"})
            by_code = response["error"]["code"] >= 0 and known == "protocol error"
            return "known_codes_only" if by_code else None
        case "tool-errors-found", Value("success"):
            return _flag_missed(exam)
        case "successes-found", Raised("KeyError", "'isError'"):
            return "needs_the_flag"
        case "false-means-success", Value("tool error"):
            return "the_flag_is_there"
        case "words-prove-nothing", Value("tool error" | "protocol error"):
            nested = "structuredContent" in response["result"]
            return "searches_everywhere" if nested else "reads_the_words"
    return None


# What a function that misses the flag may look for in its place: the member it would find it by.
_SOUGHT: tuple[tuple[dict[str, Any], str | None], ...] = (
    ({"isError": True, "result": _content("Done")}, "flag_at_the_top"),
    ({"result": _content("Done") | {"isError": "true"}}, "compares_with_text"),
    ({"result": {"content": [], "isError": True}}, None),
    ({"result": _content("An error: it failed.") | {"isError": True}}, None),
)


def _flag_missed(exam: Exam) -> str | None:
    """How a function lets a failed tool pass; if nothing makes it speak, it looks for `error`."""
    for members, mistake in _SOUGHT:
        if _said(exam, **members) == "tool error":
            return mistake
    return "looks_for_error_only"


def _said(exam: Exam, **members: Any) -> Any:
    reply = exam.attempt(response={"jsonrpc": "2.0", "id": 7, **members})
    return reply.value if isinstance(reply, Value) else None
