"""A turn of a conversation: one message, who sent it, and what it answers."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcp_lab.contract.methods import Side, method
from mcp_lab.wire import ABSENT, Decoded, Number

OTHER: Mapping[Side, Side] = {"client": "server", "server": "client"}

Key = tuple[str, Any]  # what ids are the same by: the type, and the value


class Turn(NamedTuple):
    """One message of a conversation.

    `sender` is None where neither the frame nor its method tells; `request` is what a response
    answers, where that was seen; `place` names the frame in sentences: "frame 3".
    """

    sender: Side | None
    message: Decoded
    request: Decoded | None
    place: str

    @property
    def name(self) -> str:
        """The method of a call; "" for everything else."""
        return self.message.method if isinstance(self.message.method, str) else ""

    def notifies(self, name: str) -> bool:
        """Whether it is a notification of this method."""
        return self.message.kind == "notification" and self.message.method == name

    @property
    def answers(self) -> str:
        """The method of the request that is answered; "" where it is not known."""
        asked = self.request.method if self.request is not None else ABSENT
        return asked if isinstance(asked, str) else ""


class Observation(NamedTuple):
    """What a turn shows of a clause: it holds, or it falls, and by what.

    `aspect` says in which of several ways, where the clause's text excuses some of them. What is
    not `certain` may have its excuse in frames that were not seen, or in the order in which they
    were written down.
    """

    clause: str
    holds: bool
    evidence: str
    aspect: str = ""
    certain: bool = True


def is_response(message: Decoded) -> bool:
    """Whether a message answers, soundly or not: a result or an error, and no method."""
    answers = message.result is not ABSENT or message.error is not ABSENT
    return answers and message.method is ABSENT


def sender_of(message: Decoded, told: Side | None) -> Side | None:
    """Who sent a call: as told, or as its method tells; an unknown method is a client's."""
    if told is not None:
        return told
    named = method(message.method)
    if named is None:
        return "client"
    if "either" in named.senders.values():
        return None
    return "server" if named.by(named.revisions[0]) == "server" else "client"


def sides(sender: Side | None) -> tuple[Side | None, ...]:
    """Under whom to look: the sender and who is not known, or anybody where that is not known."""
    return (sender, None) if sender is not None else ("client", "server", None)


def key_of(id_: Any) -> Key | None:
    """The key of an id; None for what can be no id."""
    if isinstance(id_, str):
        return "string", id_
    if isinstance(id_, int | float | Number) and not isinstance(id_, bool):
        return "number", id_
    return None


def twin_of(key: Key) -> Key:
    """The id that is spelt alike and of the other type, which careless peers mistake for it."""
    kind, value = key
    if kind == "number":
        return "string", value.text if isinstance(value, Number) else str(value)
    return "number", int(value) if value.isdecimal() and len(value) <= 20 else value


def dig(value: Any, *steps: str) -> Any:
    """A member of a member …; ABSENT where there is none."""
    for step in steps:
        value = value.get(step, ABSENT) if isinstance(value, dict) else ABSENT
    return value
