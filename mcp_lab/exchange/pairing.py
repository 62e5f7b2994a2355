"""Pairs the frames of one conversation by id, and finds what only a conversation shows.

Frames do not say who sent them, and a log may begin in the middle: so a response whose request
wasn't seen is open, not broken, unless a request whose id almost fits is still waiting. A request
that got such an answer can still have its own: what fits exactly always comes first.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final, NamedTuple, TypeAlias

from mcp_lab.contract import Standing
from mcp_lab.exchange.judging import Finding, beyond_a_frame
from mcp_lab.wire import ABSENT, Decoded, Number, same_id

# Who sends a request, where its method tells: ids are unique for one sender, not for both.
_BY_SERVERS: Final = frozenset({"sampling/createMessage", "roots/list", "elicitation/create"})
_BY_EITHER: Final = frozenset({"ping"})

_UNREADABLE: Final = 64  # broken frames that may still be answered; older ones are forgotten

_Key: TypeAlias = tuple[str, Any]


class Sent(NamedTuple):
    """A request, and the line that it stood on."""

    line: int
    message: Decoded


class Heard(NamedTuple):
    """What a conversation adds to a frame: the request that it answers, and what is wrong."""

    request: Decoded | None = None
    findings: tuple[Finding, ...] = ()


class Conversation:
    """What has been said so far: an entry for each id used, and each request without an answer."""

    def __init__(self) -> None:
        self._waiting: dict[_Key, deque[Sent]] = {}
        self._almost: dict[_Key, deque[Sent]] = {}  # answered, but by an id that almost fits
        self._answered: dict[_Key, int] = {}  # the line of the answer
        self._used: dict[tuple[str, _Key], int] = {}  # by sender and id: the line of the request
        self._unreadable: deque[Decoded] = deque(maxlen=_UNREADABLE)

    @property
    def waiting(self) -> tuple[Sent, ...]:
        """The requests that have had no answer, in the order in which they came."""
        return tuple(
            sorted((sent for queue in self._waiting.values() for sent in queue), key=_line)
        )

    def hear(self, line: int, message: Decoded) -> Heard:
        """Take in the next message."""
        answers = message.result is not ABSENT or message.error is not ABSENT
        if answers and message.method is ABSENT:
            return self._on_response(line, message)
        if message.kind == "request":
            return self._on_request(line, message)
        if message.kind == "malformed":
            self._unreadable.append(message)
        return Heard()

    def _on_request(self, line: int, message: Decoded) -> Heard:
        key = _key(message.id)
        if key is None:
            self._unreadable.append(message)
            return Heard()
        if message.method == "initialize":  # a new session: its ids begin anew
            self._used.clear()
            self._almost.clear()
            self._answered.clear()
        self._waiting.setdefault(key, deque()).append(Sent(line, message))
        return Heard(None, self._reuse(line, message, key))

    def _reuse(self, line: int, message: Decoded, key: _Key) -> tuple[Finding, ...]:
        if message.method in _BY_EITHER:
            return ()
        sender = "server" if message.method in _BY_SERVERS else "client"
        before = self._used.setdefault((sender, key), line)
        if before == line:
            return ()
        says = f"This id was used before, by the request of line {before}."
        return (beyond_a_frame("id-used-again", "request.id-unique", says),)

    def _on_response(self, line: int, message: Decoded) -> Heard:
        key = _key(message.id)
        request = self._take(key)
        if request is not None:
            if key is not None:
                self._answered[key] = line
            return Heard(request)
        if key is None:
            return Heard()
        if key in self._answered:
            says = f"The request with this id had its answer before, at line {self._answered[key]}."
            return Heard(None, (_without_request("answered-again", says),))
        says = "No request with this id was seen before this line."
        return Heard(None, (_without_request("request-not-seen", says),))

    def _take(self, key: _Key | None) -> Decoded | None:
        """Take the request that a response with this id answers, the nearest fit first."""
        if key is None:
            return self._unreadable.popleft() if self._unreadable else None
        sent = _next(self._waiting, key) or _next(self._almost, key)
        if sent is None and key not in self._answered:
            sent = _next(self._waiting, _twin(key))
            if sent is not None:
                self._almost.setdefault(_twin(key), deque()).append(sent)
        if sent is not None:
            return sent.message
        broken = (each for each in self._unreadable if same_id(each.id, key[1]))
        return next(broken, None)


def _next(queues: dict[_Key, deque[Sent]], key: _Key) -> Sent | None:
    """Take the request of this id that came first; None where there is none."""
    queue = queues.get(key)
    if not queue:
        return None
    sent = queue.popleft()
    if not queue:
        del queues[key]
    return sent


def _key(id_: Any) -> _Key | None:
    """What ids are the same by: the type, and the value. None for what can be no id."""
    if isinstance(id_, str):
        return "string", id_
    if isinstance(id_, int | float | Number) and not isinstance(id_, bool):
        return "number", id_
    return None


def _twin(key: _Key) -> _Key:
    """The id that is spelt alike and of the other type, which careless peers mistake for it."""
    kind, value = key
    if kind == "number":
        return "string", value.text if isinstance(value, Number) else str(value)
    return "number", int(value) if value.isdecimal() and len(value) <= 20 else value


def _without_request(name: str, says: str) -> Finding:
    return beyond_a_frame(name, "response.same-id", says, Standing.OPEN)


def _line(sent: Sent) -> int:
    return sent.line
