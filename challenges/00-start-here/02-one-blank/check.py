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
    """Ask about every response; anything that Python takes for true says True."""
    for case in exam.cases():
        for response in case["responses"]:
            outcome = _outcome(response)
            fact, clause, try_ = TOLD[outcome]
            reply = exam.attempt(response=response)
            wanted = outcome is Outcome.PROTOCOL_ERROR
            exam.fact(
                fact,
                isinstance(reply, Value) and bool(reply.value) is wanted,
                clause=clause,
                evidence=f"A {outcome.replace('-', ' ')} came. Your function {reply.told}.",
                try_=try_,
                mistake=_mistake(exam, fact, response, reply),
                frames={"the response": json.dumps(response)},
            )


def _outcome(response: dict[str, Any]) -> Outcome:
    outcome = outcome_of(wire.decode(wire.encode(response)), HOME)
    assert outcome is not None  # every message given is a response
    return outcome


def _mistake(exam: Exam, fact: str, response: dict[str, Any], reply: Value | Raised) -> str | None:
    match fact, reply:
        case "protocol-errors-found", Raised("KeyError", text) if "result" in text:
            return "into_the_result"
        case "protocol-errors-found", Value(said) if not said:
            # Two mistakes look alike here; a plain success tells them apart.
            success = {"jsonrpc": "2.0", "id": response["id"], "result": {}}
            inverted = exam.attempt(response=success) == Value(True)
            return "the_other_member" if inverted else "the_tools_flag"
        case "tool-errors-are-not", Raised("KeyError", text) if "error" in text:
            return "asks_for_the_value"
        case "tool-errors-are-not", Value(said) if said:
            return "reads_the_text"
    return None
