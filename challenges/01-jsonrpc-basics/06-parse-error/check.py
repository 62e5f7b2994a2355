"""The answer to an unreadable line: an error of its own code, and no id that was not read."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mcp_lab import wire
from mcp_lab.contract import HOME, Outcome, outcome_of

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from mcp_lab.judge import Exam

PARSE_ERROR = -32700


def given(rng: random.Random) -> dict[str, Any]:
    """A line that is not JSON, broken in one of the ways that senders really break it."""
    id_, sailing = rng.randrange(11, 90), f"S-{rng.randrange(1000, 10_000)}"
    params = {"name": "quote_fare", "arguments": {"sailing": sailing, "passengers": 2}}
    request = {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params}
    sound = json.dumps(request)
    broken = (
        sound[: sound.index(sailing) + 3],
        sound[:-1] + ",}",
        str(request),
        sound.replace('"passengers": 2', '"passengers": None'),
        f"INFO sending {sound}",
    )
    return {"line": rng.choice(broken)}


def check(exam: Exam) -> None:
    """The envelope from outside in; what lies behind the first fact that falls is not judged."""
    reply, line = exam.answer(), exam.given["line"]
    data = _as_bytes(reply)
    shown = {"the line": line, "your reply": data.decode("utf-8", "replace")}
    for row in _facts(wire.decode(data), data, line):
        if not exam.fact(**row._asdict(), frames=shown):
            return


def _as_bytes(reply: Any) -> bytes:
    """The reply as it would leave the server: a dict is written on one line."""
    if isinstance(reply, bytes):
        return reply
    if isinstance(reply, str):
        return reply.encode("utf-8", "surrogatepass")
    try:
        return wire.encode(reply)
    except wire.Unencodable:
        return repr(reply).encode()  # no JSON text, and shown as what it is


class Row(NamedTuple):
    """One fact of the reply."""

    name: str
    holds: bool
    clause: str
    evidence: str
    try_: str
    mistake: str | None = None


def _facts(message: wire.Decoded, data: bytes, line: str) -> Iterator[Row]:
    yield from _outside(message, data)
    yield from _error(message)
    yield _id(message, line)


def _outside(message: wire.Decoded, data: bytes) -> Iterator[Row]:
    unread = [defect.says for defect in message.defects if defect.name in wire.NOT_JSON]
    yield Row(
        "is-json",
        not unread,
        "envelope.json-text",
        unread[0] if unread else "The reply is one JSON text.",
        "Write a dict and let json.dumps turn it into text.",
    )
    breaks = data.strip().count(b"\n")
    yield Row(
        "is-one-line",
        not breaks,
        "stdio.one-message-a-line",
        f"Line breaks inside the reply: {breaks}.",
        "Drop the line breaks, or json.dumps's indent.",
        "pretty_printed" if breaks else None,
    )
    yield Row(
        "is-one-object",
        isinstance(message.value, dict),
        "envelope.object",
        f"The reply is {_kind(message.value)}.",
        "Send one object, with its members in it.",
    )
    version = message.value.get("jsonrpc", wire.ABSENT)
    yield Row(
        "names-its-version",
        version == "2.0",
        "envelope.jsonrpc-version",
        f"`jsonrpc` is {_shown(version)}.",
        'Add `"jsonrpc": "2.0"`, a string.',
        "no_version" if version is wire.ABSENT else None,
    )
    yield Row(
        "is-an-error",
        message.kind == "error",
        "response.exactly-one",
        f"At the top stand {', '.join(f'`{name}`' for name in message.value)}.",
        "Answer with `error`, and with neither `result` nor `method` beside it.",
        "tool_error_instead" if _says_tool_error(message) else None,
    )


def _says_tool_error(message: wire.Decoded) -> bool:
    return message.kind == "result" and outcome_of(message, HOME) is Outcome.TOOL_ERROR


def _error(message: wire.Decoded) -> Iterator[Row]:
    error = message.error
    yield Row(
        "error-is-an-object",
        isinstance(error, dict),
        "error.object",
        f"`error` is {_kind(error)}: {_shown(error)}.",
        "Give it a `code` and a `message`.",
        "error_as_text" if isinstance(error, str) else None,
    )
    code, text = error.get("code", wire.ABSENT), error.get("message", wire.ABSENT)
    yield Row(
        "code-is-an-integer",
        not any(defect.path == "error.code" for defect in message.defects),
        "error.code-integer",
        f"`error.code` is {_shown(code)}.",
        "Write the code as a whole number, without quotes.",
    )
    yield Row(
        "code-says-not-json",
        code == PARSE_ERROR,
        "codes.parse-error",
        f"`error.code` is {code}, which does not say that the line was not JSON.",
        "Look the five standard codes up again: which one speaks of JSON itself?",
        "invalid_request" if code == -32600 else "http_status" if code in range(300, 600) else None,
    )
    yield Row(
        "has-a-message",
        isinstance(text, str),
        "error.message-string",
        f"`error.message` is {_shown(text)}.",
        "Add a `message`, one short sentence for people.",
    )


def _id(message: wire.Decoded, line: str) -> Row:
    """Left out by the schema, null by JSON-RPC: the text is open, so both are right."""
    guessed = message.id is not wire.ABSENT and message.id is not None
    written = re.search(r"""['"]id['"]: ?(\d+)""", line)
    seen = written is not None and _shown(message.id).strip('"') == written[1]
    return Row(
        "no-id-is-guessed",
        not guessed,
        "response.id-unreadable",
        f"`id` is {_shown(message.id)}.",
        "Leave the id out, or make it null: none was read.",
        ("id_from_the_wreck" if seen else "made_up_id") if guessed else None,
    )


def _shown(value: Any) -> str:
    return "not there" if value is wire.ABSENT else wire.encode(value).decode()


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "an array", str: "a text", type(None): "null"}
    return names.get(type(value), "a number" if isinstance(value, int | float) else "no value")
