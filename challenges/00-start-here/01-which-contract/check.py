"""Two responses of the lab's own server, one from each contract."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp_lab import wire
from mcp_lab.contract import HOME, Outcome, outcome_of
from mcp_lab.exchange import Scenario, run
from mcp_lab.world import World, samples

if TYPE_CHECKING:
    import random

    from mcp_lab.judge import Exam

WORDS = {
    Outcome.SUCCESS: "success",
    Outcome.TOOL_ERROR: "tool error",
    Outcome.PROTOCOL_ERROR: "protocol error",
}
TRY = {
    "top-level-read": "Look at the top level first: is it `result` or `error`?",
    "inside-read": "Look inside `result`: what does `isError` say?",
}


def given(rng: random.Random) -> dict[str, Any]:
    """One call of a tool that is not there, one that its tool refused."""
    variant = f"{rng.getrandbits(40):010x}"
    world = World(variant)
    refusals = [*samples.refused(world).values(), *samples.malformed(world).values()]
    refused, meant = rng.choice(refusals), rng.choice([*samples.succeeding(world).values()])
    misspelt = rng.choice(
        [meant.tool.replace("_", "-"), meant.tool.replace("_", ""), "get_" + meant.tool]
    )
    calls = [(refused.tool, refused.arguments), (misspelt, meant.arguments)]
    rng.shuffle(calls)
    first = rng.randrange(11, 90)
    items = [
        {"key": key, "caption": f"the answer to a call of {tool}", "frame": _answer(variant, *each)}
        for key, (tool, _), each in zip(
            "AB", calls, ((first + at, *call) for at, call in enumerate(calls)), strict=True
        )
    ]
    asks = [{"name": "outcome", "label": "What became of it?", "options": list(WORDS.values())}]
    return {"items": items, "asks": asks}


def _answer(variant: str, id_: int, tool: str, arguments: dict[str, Any]) -> str:
    """What the lab's server answers to this call, as it stands on the wire."""
    params = {"name": tool, "arguments": arguments}
    request = {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params}
    exchange = run(Scenario("which-contract", wire.encode(request), variant=variant))
    return exchange.frames[-1].data.decode()


def check(exam: Exam) -> None:
    """One fact a contract; what became of each call is read off its response."""
    answer = exam.answer()
    chosen = {item["key"]: answer[item["key"]]["outcome"] for item in exam.given["items"]}
    for item in exam.given["items"]:
        key, response = item["key"], wire.decode(item["frame"])
        word = _word(response)
        refused = word == "tool error"
        exam.fact(
            "inside-read" if refused else "top-level-read",
            chosen[key] == word,
            clause="tools.execution-error" if refused else "response.exactly-one",
            evidence=f"{key} {_seen(response)}; you chose {chosen[key]}.",
            try_=TRY["inside-read" if refused else "top-level-read"],
            mistake=_mistake(word, chosen[key], [*chosen.values()]),
            frames={key: item["frame"]},
        )


def _word(response: wire.Decoded) -> str:
    outcome = outcome_of(response, HOME)
    assert outcome is not None  # every item is a response
    return WORDS[outcome]


def _seen(response: wire.Decoded) -> str:
    if response.kind == "error":
        return f"has `error` at its top level, with code {response.error['code']}"
    return f"has `result`, and in it `isError: {json.dumps(response.result['isError'])}`"


def _mistake(word: str, chosen: str, both: list[str]) -> str | None:
    match word, chosen:
        case "protocol error", "tool error" if "protocol error" in both:
            return "the_wrong_way_round"
        case "protocol error", "tool error":
            return "a_call_fails_as_a_tool"
        case "protocol error", "success":
            return "any_answer_is_a_success"
        case "tool error", "protocol error" if "tool error" not in both:
            return "every_failure_is_the_protocols"
        case "tool error", "success":
            return "result_means_success"
    return None
