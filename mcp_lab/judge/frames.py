"""The frames of the pipe: JSON-RPC 2.0, one message a line, each with a nonce.

The parent asks (`start`, `run`, `ask`, `settle`), the answer's process replies to each in turn,
with a result that repeats the question's nonce; `frame.schema.json` is their JSON Schema. A nonce
is drawn for every question, so a reply can't be written before its question, nor used twice.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from mcp_lab.judge.port import CouldNotRun, NoAnswer, NotJson, Raised, Reply, Value, clip
from mcp_lab.judge.values import MAX_BYTES, MAX_DEPTH, NotJsonValue, from_json, to_json
from mcp_lab.wire import Limits, decode, encode

MAX_FRAME = MAX_BYTES + 10_000
"""The most that one reply may take, in bytes; a longer line is no reply."""
LIMITS = Limits(size=MAX_FRAME, depth=2 * MAX_DEPTH + 8)  # a tag doubles a value's depth

# What an honest value may bring into a frame: JSON can write half a surrogate pair, so an answer
# may hold one. Nothing else: numbers that lose their form are tagged, a dict has each key once.
_HONEST = {"lone-surrogate"}

# The replies that the answer's process may give. What the parent sees for itself (timed out, ended,
# tampered) is not among them.
KINDS: Mapping[str, type[Reply]] = {
    "value": Value,
    "raised": Raised,
    "not-json": NotJson,
    "no-answer": NoAnswer,
    "could-not-run": CouldNotRun,
}
_NAMES = {cls: name for name, cls in KINDS.items()}
_MEMBERS: Mapping[type[Reply], Mapping[str, type]] = {
    Raised: {"class_name": str, "text": str, "line": int},
    NotJson: {"text": str},
    NoAnswer: {"name": str},
    CouldNotRun: {"text": str},
}


class NoReply(ValueError):  # noqa: N818 - names what the frame is
    """A frame that is no reply to the question that was asked; the text says why."""


def question(number: int, nonce: str, method: str, params: Mapping[str, Any]) -> bytes:
    """A request, as a line."""
    members = {"nonce": nonce, **params}
    return encode({"jsonrpc": "2.0", "id": number, "method": method, "params": members}) + b"\n"


def reply_line(number: int, nonce: str, reply: Reply) -> bytes:
    """A reply, as a line."""
    members = {"value": to_json(reply.value)} if isinstance(reply, Value) else asdict(reply)
    result = {"nonce": nonce, "reply": {"kind": _NAMES[type(reply)], **members}}
    message = {"jsonrpc": "2.0", "id": number, "result": result}
    # In ASCII, so that a value takes the bytes that `values` counted.
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def read_reply(line: bytes, number: int, nonce: str) -> Reply:
    """The reply in a line; raises `NoReply` when it does not answer that question."""
    message = decode(line, LIMITS)
    defects = {defect.name for defect in message.defects} - _HONEST
    if defects or message.kind != "result":
        names = ", ".join(sorted(defects)) or message.kind
        raise NoReply(f"a frame came back that is no reply ({names})")
    if type(message.id) is not int or message.id != number:
        raise NoReply("a frame came back that answers no question")
    result = message.result
    if not isinstance(result, dict) or result.get("nonce") != nonce:
        raise NoReply("a frame came back with a wrong nonce")
    return _reply(result.get("reply"))


def _reply(members: Any) -> Reply:
    if not isinstance(members, dict) or members.get("kind") not in KINDS:
        raise NoReply("a frame came back whose reply is of no known kind")
    cls = KINDS[members["kind"]]
    found = {name: member for name, member in members.items() if name != "kind"}
    if cls is Value and found.keys() == {"value"}:
        try:
            return Value(from_json(found["value"]))
        except NotJsonValue as error:
            raise NoReply(f"a frame came back with a value that can't be read ({error})") from None
    wanted = _MEMBERS.get(cls, {})
    if not wanted or {name: type(member) for name, member in found.items()} != wanted:
        raise NoReply("a frame came back whose reply lacks its members")
    make: Callable[..., Reply] = cls
    return make(**{n: clip(m) if isinstance(m, str) else m for n, m in found.items()})
