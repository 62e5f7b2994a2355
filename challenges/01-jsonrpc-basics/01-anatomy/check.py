"""Which kind of message a frame is: the members at its top level decide, and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp_lab import wire

if TYPE_CHECKING:
    import random

    from mcp_lab.judge import Exam

# The kind as wire names it: the word on the card, the fact, the clause, and where to look again.
KINDS = {
    "request": (
        "request",
        "requests-found",
        "request.id-type",
        "Look for `method` and, beside it, `id`: being there counts, not what it holds.",
    ),
    "notification": (
        "notification",
        "notifications-found",
        "notification.no-id",
        "Look at the top level only: `method` is there, is `id`?",
    ),
    "result": (
        "result response",
        "results-found",
        "response.exactly-one",
        "Look which of `result` and `error` stands at the top level; then stop reading.",
    ),
    "error": (
        "error response",
        "errors-found",
        "response.exactly-one",
        "Look which of `result` and `error` stands at the top level; then stop reading.",
    ),
}
OPTIONS = [word for word, *_ in KINDS.values()]
TOOLS = ("find_sailings", "quote_fare", "book_passage", "booking_status")
REFUSALS = ("No berth left on this sailing.", "Bookings close an hour before departure.")


def given(rng: random.Random) -> dict[str, Any]:
    """Seven frames of one learner's own: each trap once, in an order of their own."""
    frames = [_frame(rng, message) for message in _messages(rng)]
    rng.shuffle(frames)
    items = [{"key": key, "frame": frame} for key, frame in zip("ABCDEFG", frames, strict=True)]
    return {"items": items, "asks": [{"name": "kind", "label": "Kind", "options": OPTIONS}]}


def _messages(rng: random.Random) -> list[dict[str, Any]]:
    tool, refused, unknown = rng.sample(TOOLS, 3)
    first, second, third = rng.sample(range(11, 90), 3)
    call = {"name": tool, "arguments": {}}
    refusal = {"content": [{"type": "text", "text": rng.choice(REFUSALS)}], "isError": True}
    spelt = f"Unknown tool: get_{unknown} (no result, so no isError)"
    return [
        {"id": rng.choice([0, ""]), "method": rng.choice(["ping", "tools/list"])},
        {"id": f"{refused}-{first}", "method": "tools/call", "params": {**call, "name": refused}},
        {"method": "notifications/cancelled", "params": {"requestId": second}},
        {"method": "tools/call", "params": call},
        {"id": third, "result": {}},
        {"id": rng.choice([second, str(second)]), "result": refusal},
        {"id": first, "error": {"code": -32602, "message": spelt}},
    ]


def _frame(rng: random.Random, message: dict[str, Any]) -> str:
    """One line, its members in any order: order carries no meaning in JSON."""
    members = list({"jsonrpc": "2.0", **message}.items())
    rng.shuffle(members)
    return json.dumps(dict(members))


def check(exam: Exam) -> None:
    """One fact a kind; the key is read off each frame, never stored."""
    answer = exam.answer()
    for item in exam.given["items"]:
        message = wire.decode(item["frame"])
        word, fact, clause, try_ = KINDS[message.kind]
        chosen = answer[item["key"]]["kind"]
        exam.fact(
            fact,
            chosen == word,
            clause=clause,
            evidence=f"{item['key']} has {_members(message)}; you chose {chosen}.",
            try_=try_,
            mistake=_mistake(message, chosen),
            frames={item["key"]: item["frame"]},
        )


def _members(message: wire.Decoded) -> str:
    names = [name for name in ("method", "id", "result", "error") if name in message.value]
    missing = "" if "id" in names else " and no `id`"
    return " and ".join(f"`{name}`" for name in names) + missing + " at its top level"


def _mistake(message: wire.Decoded, chosen: str) -> str | None:
    match message.kind, chosen:
        case "request", "notification" if not message.id:
            return "id_zero_is_no_id"
        case "notification", "request" if message.method == "tools/call":
            return "named_like_a_request"
        case "notification", "request":
            return "id_inside_params"
        case "result", "error response" if message.result:
            return "is_error_is_an_error"
        case "result", _ if not message.result:
            return "empty_result_is_nothing"
        case "error", "result response":
            return "a_call_always_has_a_result"
    return None
