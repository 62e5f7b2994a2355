"""Who is owed an answer: requests, one by one, and nobody else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp_lab import wire
from mcp_lab.judge import Raised, Value

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from mcp_lab.judge import Exam

KNOWN = ("notifications/initialized", "notifications/roots/list_changed")
# Fact: its clause, and where to look again.
TOLD = {
    "requests-are-owed": (
        "response.owed",
        "With `method` and `id` it is a request, also when the method is unknown: an error answers.",
    ),
    "zero-and-empty-are-owed": ("response.owed", "Ask whether `id` is there, not what it is."),
    "notifications-are-not": ("notification.no-response", "Return [] where there is no `id`."),
    "bad-notifications-are-not": (
        "notification.no-response",
        "Return [] where there is no `id`, however wrong the rest is.",
    ),
    "calls-without-id-are-not": (
        "notification.no-response",
        "Let the members decide, not the method's name.",
    ),
    "answers-are-not": ("response.same-id", "Ask for `method` as well as for `id`."),
    "batches-are-taken-apart": ("batch.support", "Treat each member as if it had come alone."),
    "silent-batches-stay-silent": (
        "notification.no-response",
        "Treat each member as if it had come alone, then see what is left.",
    ),
}


def given(rng: random.Random) -> dict[str, Any]:
    """What a server reads in a session, each sort once, in an order of this learner's own."""
    singles = [{"jsonrpc": "2.0", **each} for each in _singles(rng)]
    request, unknown, _zero, told, odd, short, call, *_ = singles
    mixed = [told, request | {"id": _id(rng)}, odd, unknown | {"id": _id(rng)}, short]
    silent = [told, odd, call]
    for batch in (mixed, silent):
        rng.shuffle(batch)
    messages = [*singles, mixed, silent]
    rng.shuffle(messages)
    return {"messages": messages}


def _singles(rng: random.Random) -> Iterator[dict[str, Any]]:
    sailing = f"S-{rng.randrange(1000, 10_000)}"
    call = {"name": "quote_fare", "arguments": {"sailing": sailing, "passengers": 2}}
    yield {"id": _id(rng), "method": "tools/call", "params": call}
    yield {"id": _id(rng), "method": rng.choice(["tools/sail", "ferry/list"])}
    yield {"id": rng.choice([0, ""]), "method": "tools/list"}
    yield {"method": rng.choice(KNOWN)}
    yield {"method": rng.choice(["notifications/tide", "notifications/ahoy"])}
    yield {"method": "notifications/cancelled", "params": {"reason": "no requestId here"}}
    yield {"method": "tools/call", "params": call}
    yield {"id": _id(rng), "result": {"roots": []}}
    yield {"id": _id(rng), "error": {"code": -32601, "message": "No roots here"}}


def _id(rng: random.Random) -> int | str:
    number = rng.randrange(11, 10_000)
    forms: list[int | str] = [number, str(number), f"req-{number}"]
    return rng.choice(forms)


def check(exam: Exam) -> None:
    """Ask about every message; what is owed is read off its members."""
    for case in exam.cases():
        for message in case["messages"]:
            fact, owed = _fact(message), _owed(message)
            reply = exam.attempt(message=message)
            clause, try_ = TOLD[fact]
            holds = _same(reply, owed)
            exam.fact(
                fact,
                holds,
                clause=clause,
                evidence=f"Owed: {json.dumps(owed)}. Your function {reply.told}.",
                try_=_try(reply, try_),
                mistake=None if holds else _mistake(fact, message, reply),
                frames={"the server reads": json.dumps(message)},
            )


def _parts(message: Any) -> list[wire.Decoded]:
    frame = wire.decode(wire.encode(message))
    return list(frame.members) if frame.kind == "batch" else [frame]


def _owed(message: Any) -> list[Any]:
    return [part.id for part in _parts(message) if part.kind == "request"]


def _fact(message: Any) -> str:
    """What a message is there for, read off its members."""
    if isinstance(message, list):
        return "batches-are-taken-apart" if _owed(message) else "silent-batches-stay-silent"
    if "method" not in message:
        return "answers-are-not"
    if "id" in message:
        return "requests-are-owed" if message["id"] else "zero-and-empty-are-owed"
    if message["method"] in KNOWN:
        return "notifications-are-not"
    called = message["method"] == "tools/call"
    return "calls-without-id-are-not" if called else "bad-notifications-are-not"


def _same(reply: Value | Raised, owed: list[Any]) -> bool:
    """The same ids in any order; 3 is not "3"."""
    if isinstance(reply, Raised) or not isinstance(reply.value, list):
        return False
    return sorted(map(repr, reply.value)) == sorted(map(repr, owed))


def _try(reply: Value | Raised, otherwise: str) -> str:
    """What to try; what is no list, or raised, is the first thing to mend."""
    if isinstance(reply, Raised):
        return "Call your function with this message, and mend that line."
    return otherwise if isinstance(reply.value, list) else "Return a list of ids, also for one."


def _mistake(fact: str, message: Any, reply: Value | Raised) -> str | None:
    match fact, reply:
        case "zero-and-empty-are-owed", Value([]):
            return "id_tested_for_truth"
        case "notifications-are-not", Value([_, *_]):
            return "everything_is_answered"
        case "bad-notifications-are-not", Value([_, *_]):
            return "errors_for_unknown_ones"
        case "calls-without-id-are-not", Value([_, *_]):
            return "by_the_name"
        case "answers-are-not", Value([_, *_]):
            return "whatever_has_an_id"
        case "batches-are-taken-apart", Value([]):
            return "batches_forgotten"
        case "batches-are-taken-apart", Value([*ids]) if len(ids) == len(message):
            return "a_batch_is_owed_as_one"
    return None
