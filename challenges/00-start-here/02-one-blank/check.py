"""One blank: the member that makes a response a protocol error."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp_lab import wire
from mcp_lab.contract import HOME, Outcome, outcome_of
from mcp_lab.judge import Raised, Value

if TYPE_CHECKING:
    import random

    from mcp_lab.judge import Exam

# Outcome: the fact, the clause, and where to look again.
TOLD = {
    Outcome.PROTOCOL_ERROR: (
        "protocol-errors-found",
        "response.exactly-one",
        "Which member stands at the top level of this one, and of no other sort?",
    ),
    Outcome.TOOL_ERROR: (
        "tool-errors-are-not",
        "tools.execution-error",
        "This one has `result`. Ask for a member that it does not have at its top level.",
    ),
    Outcome.SUCCESS: (
        "successes-are-not",
        "response.exactly-one",
        "This one has `result`. Ask for a member that it does not have at its top level.",
    ),
}
REFUSALS = ("That sailing has 0 seats left.", "Bookings close an hour before departure.")


def given(rng: random.Random) -> dict[str, Any]:
    """Four responses, their texts misleading on purpose, in an order of this learner's own."""
    ids = iter(rng.sample(range(11, 90), 4))
    seats, code = rng.randrange(2, 60), rng.choice([-32601, -32602, -32603, 0, 404])
    members = [
        {"error": {"code": code, "message": "Cannot do that: isError"}},
        {"result": _content(rng.choice(REFUSALS)) | {"isError": True}},
        {"result": _content(f"{seats} seats left")},
        {"result": _content("Harbour log: one error, mended.") | {"isError": False}},
    ]
    rng.shuffle(members)
    return {"responses": [{"jsonrpc": "2.0", "id": next(ids), **each} for each in members]}


def _content(text: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}]}


def check(exam: Exam) -> None:
    """Ask about every response; what Python takes for true counts as True."""
    for case in exam.cases():
        for response in case["responses"]:
            outcome = _outcome(response)
            fact, clause, try_ = TOLD[outcome]
            reply = exam.attempt(response=response)
            wanted = outcome is Outcome.PROTOCOL_ERROR
            holds = isinstance(reply, Value) and bool(reply.value) is wanted
            exam.fact(
                fact,
                holds,
                clause=clause,
                evidence=f"A {outcome.replace('-', ' ')} came. Your function {reply.told}.",
                try_="" if holds else _try(exam, reply, try_),
                mistake=None if holds else _mistake(exam, fact, response, reply),
                frames={"the response": json.dumps(response)},
            )


def _try(exam: Exam, reply: Value | Raised, otherwise: str) -> str:
    """What to try where what came back says more than the fact."""
    if reply == Value(None):
        return "Your function gives nothing back: is `return` missing?"
    if isinstance(reply, Value) and reply.value and _says(exam, PLAIN):
        return "It says True of a plain success as well: let it ask for one member."
    return otherwise


def _outcome(response: dict[str, Any]) -> Outcome:
    outcome = outcome_of(wire.decode(wire.encode(response)), HOME)
    assert outcome is not None  # every message given is a response
    return outcome


def _mistake(exam: Exam, fact: str, response: dict[str, Any], reply: Value | Raised) -> str | None:
    match fact, reply:
        case "protocol-errors-found", Raised("KeyError", "'result'"):
            return "into_the_result"
        case "protocol-errors-found", Value(False):
            return _member_asked_for(exam, response)
        case "tool-errors-are-not", Raised("KeyError", "'error'"):
            return "asks_for_the_value"
        case "tool-errors-are-not", Value(said) if said and not _says(exam, PLAIN):
            return "reads_the_text"
        case "successes-are-not", Value(said) if said and not _says(exam, PLAIN):
            return "reads_the_words"
    return None


# A success in which no word of the kind stands, and an error with every wrong name beside `error`.
PLAIN = {"jsonrpc": "2.0", "id": 7, "result": {"content": []}}
STRAY = {"isError": True, "code": 0, "message": "Cannot do that", "data": None}


def _member_asked_for(exam: Exam, response: dict[str, Any]) -> str | None:
    """Which member a function asks for that misses `error`, told by what else it says True of."""
    if _says(exam, PLAIN):
        return "the_other_member"
    return "the_tools_flag" if _says(exam, {**response, **STRAY}) else None


def _says(exam: Exam, response: dict[str, Any]) -> bool:
    reply = exam.attempt(response=response)
    return isinstance(reply, Value) and bool(reply.value)
