"""What a clause's test looks at: a message, the request it answers, and short quotes from both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from mcp_lab.wire import ABSENT, NOT_JSON, Decoded, Number, Unencodable, encode

_QUOTED = 60  # characters of a value that evidence repeats


class Finding(NamedTuple):
    """What a test found: does the clause hold (None: it does not apply), and the evidence."""

    holds: bool | None
    evidence: str = ""


NOT_APPLICABLE = Finding(None)


@dataclass(frozen=True, slots=True)
class Frame:
    """A message with the request that it answers (None where that is not known), at a revision."""

    message: Decoded
    request: Decoded | None
    revision: str

    @property
    def is_object(self) -> bool:
        """Whether the message was read and is one JSON object."""
        return isinstance(self.message.value, dict)

    @property
    def is_call(self) -> bool:
        """Whether the message is a request or a notification, or fails to be one.

        What has neither method nor result nor error may have been meant as either.
        """
        return self.has("method") or (self.is_object and not self.is_response)

    @property
    def is_response(self) -> bool:
        """Whether the message has a result or an error, and no method beside them."""
        return (self.has("result") or self.has("error")) and not self.has("method")

    @property
    def answers_notification(self) -> bool:
        """Whether what is answered is a notification; one that is malformed is none."""
        return self.request is not None and self.request.kind == "notification" and self.request.ok

    @property
    def request_id_readable(self) -> bool:
        """Whether what is answered has an id that can be repeated."""
        return self.request is not None and is_id(self.request.id)

    @property
    def code(self) -> int | None:
        """The error's code where it is an integer, however it is written."""
        error = self.message.error
        return integer(error.get("code")) if isinstance(error, dict) else None

    def has(self, member: str) -> bool:
        """Whether the message is an object with this member, whatever its value."""
        return self.is_object and member in self.message.value


Test = Callable[[Frame, Mapping[str, Any]], Finding]  # the mapping: the terms of the text


def integer(value: Any) -> int | None:
    """A JSON integer as an int, `5.0` included; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def is_id(value: Any) -> bool:
    """Whether a value can be the id of an MCP request: a string or an integer."""
    if isinstance(value, Number):
        return value.integral
    return isinstance(value, str) or integer(value) is not None


def id_form(value: Any) -> str:
    """The form of an id in an answer: absent, null, or given."""
    if value is ABSENT:
        return "absent"
    return "null" if value is None else "given"


def is_json_text(message: Decoded) -> bool:
    """Whether the bytes are one JSON text; a byte order mark before it may be passed over."""
    names = {defect.name for defect in message.defects}
    return not names & (NOT_JSON - {"byte-order-mark"})


def inside(path: str, place: str) -> str:
    """The path of a place within the value at another path."""
    return f"{path}{place}" if place.startswith("[") or not place else f"{path}.{place}"


def quote(path: str, value: Any) -> str:
    """One member with its value, shortened: `error.code: -32602`, `id: absent`."""
    return f"{path}: {_short(value)}"


def _short(value: Any) -> str:
    if value is ABSENT:
        return "absent"
    known = type(value) is str and len(value) <= _QUOTED  # a method's name, quoted over and over
    return _remembered(value) if known else _written(value)


def _written(value: Any) -> str:
    try:
        text = encode(value).decode()
    except Unencodable:
        text = repr(value)
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"


_remembered = lru_cache(maxsize=256)(_written)
