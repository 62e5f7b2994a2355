"""May this code stand for this case, in this revision: meanings first, then ranges."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp_lab import wire
from mcp_lab.contract import Outcome, Standing, examine, look_up

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from mcp_lab.judge import Exam

FITS, ANOTHER, NOT_THEIRS = OPTIONS = ("fits", "another code says this", "not the sender's to use")
THEN, NOW = "2025-11-25", "2026-07-28"
# What happened: how the caption says it, and the situation the contract knows it by.
HAPPENED = {
    "not-json": ("the line was not JSON", "parse-error"),
    "no-method": (
        "JSON came, an object with none of method, result, error in it",
        "invalid-request",
    ),
    "unknown-method": ("an unknown method was called", "unknown-method"),
    "bad-params": ("tools/list came with a number for its cursor", "invalid-params"),
    "own-error": ("tools/list was called, and {why}", None),
}
# Numbers of the server range that 2025-11-25 has given a meaning of its own.
TAKEN = (-32002, -32042)
OWN = ("the trial account has ended", "the licence has run out")
MESSAGES = {
    "not-json": "Parse error",
    "no-method": "Invalid message",
    "unknown-method": "Cannot serve this",
    "bad-params": "Cannot serve this",
    "own-error": "Not available at present",
}
RANGES = ("codes.reserved-range", "codes.spec-range", "codes.legacy-closed", "codes.retired")


def given(rng: random.Random) -> dict[str, Any]:
    """Eight error responses of one learner's own, one for each fact."""
    items = [_item(rng, *each) for each in _cases(rng)]
    rng.shuffle(items)
    for key, item in zip("ABCDEFGH", items, strict=True):
        item["key"] = key
    return {"items": items, "asks": [{"name": "code", "label": "Its code", "options": OPTIONS}]}


def _cases(rng: random.Random) -> Iterator[tuple[str, str, int]]:
    """Revision, what happened, and the code that was sent."""
    servers = rng.choice(range(-32099, -32049))
    right = {"not-json": -32700, "no-method": -32600, "unknown-method": -32601}
    happened, code = rng.choice([*right.items(), ("bad-params", -32602)])
    yield rng.choice([THEN, NOW]), happened, code
    yield rng.choice([THEN, NOW]), "unknown-method", -32602
    yield rng.choice([THEN, NOW]), "no-method", -32700
    yield rng.choice([THEN, NOW]), "own-error", rng.choice([404, 0, 20, 1001, -31999, -32769])
    yield rng.choice([THEN, NOW]), "own-error", rng.randrange(-32590, -32100)
    yield THEN, "own-error", servers
    yield NOW, "own-error", servers
    yield NOW, "own-error", rng.choice(TAKEN)


def _item(rng: random.Random, revision: str, happened: str, code: int) -> dict[str, Any]:
    caption = HAPPENED[happened][0].format(why=rng.choice(OWN))
    error = {"code": code, "message": MESSAGES[happened]}
    known = {} if happened in ("not-json", "no-method") else {"id": rng.randrange(11, 90)}
    frame = json.dumps({"jsonrpc": "2.0", **known, "error": error})
    where = {"revision": revision, "happened": happened}
    return {"key": "", "caption": f"{revision}: {caption}", "frame": frame, **where}


def check(exam: Exam) -> None:
    """One fact an item; the key is what the contract says of its code at its revision."""
    answer = exam.answer()
    for item in exam.given["items"]:
        code = wire.decode(item["frame"]).error["code"]
        fact, clause, try_, mistake = _told(item, code)
        right, chosen = _right(item, code), answer[item["key"]]["code"]
        exam.fact(
            fact,
            chosen == right,
            clause=clause,
            revision=item["revision"],
            evidence=f"{item['key']} ({item['caption']}) has {code}; you chose {chosen!r}.",
            try_=try_,
            mistake=mistake[1] if chosen == mistake[0] else None,
            frames={item["key"]: item["frame"]},
        )


def _right(item: dict[str, Any], code: int) -> str:
    situation = HAPPENED[item["happened"]][1]
    if situation:
        ruling = look_up(item["revision"], situation)
        return FITS if ruling.accepts(Outcome.PROTOCOL_ERROR, code) else ANOTHER
    if item["revision"] == THEN and code in TAKEN:
        return NOT_THEIRS
    facts = examine(wire.decode(item["frame"]), None, item["revision"])
    broken = {fact.clause for fact in facts if fact.standing is Standing.BROKEN}
    return NOT_THEIRS if broken.intersection(RANGES) else FITS


# Of an item that is there for one fact: fact, clause, next step, (the choice that shows a mistake, which).
RIGHT_CODE = "Say in words what the number means, then read what happened."
RANGE = "Place the number: inside or outside -32768 to -32000, and under which revision?"


def _told(item: dict[str, Any], code: int) -> tuple[str, str, str, tuple[str, str]]:
    match item["happened"], code:
        case "unknown-method", -32602:
            mistake = (FITS, "invalid_params_for_everything")
            return "unknown-methods", "codes.method-not-found", RIGHT_CODE, mistake
        case "no-method", -32700:
            mistake = (FITS, "broken_means_parse_error")
            return "broken-messages", "codes.parse-error", RIGHT_CODE, mistake
        case "own-error", _:
            return _range(item["revision"], code)
    return "standard-codes", STANDARD[code], RIGHT_CODE, ("", "")


STANDARD = {
    -32700: "codes.parse-error",
    -32600: "codes.invalid-request",
    -32601: "codes.method-not-found",
    -32602: "codes.invalid-params",
}


def _range(revision: str, code: int) -> tuple[str, str, str, tuple[str, str]]:
    if not -32768 <= code <= -32000:
        mistake = (NOT_THEIRS, "outside_is_forbidden")
        return "outside-the-reserved", "codes.application-outside", RANGE, mistake
    if code < -32099:
        mistake = (FITS, "whole_range_is_ours")
        return "inside-the-reserved", "codes.reserved-range", RANGE, mistake
    if revision == THEN:
        mistake = (NOT_THEIRS, "todays_rule_yesterday")
        return "upper-end-then", "codes.server-range", RANGE, mistake
    if code in TAKEN:
        return "older-numbers-now", "codes.retired", RANGE, ("", "")
    mistake = (FITS, "server_range_for_ever")
    return "upper-end-now", "codes.spec-range", RANGE, mistake
