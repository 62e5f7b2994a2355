"""The requests of a conversation: what answers what, what was used, answered, cancelled."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from mcp_lab.contract.conversation.lives import REQUEST, Life
from mcp_lab.contract.conversation.turns import (
    OTHER,
    Key,
    Observation,
    Turn,
    is_response,
    key_of,
    sender_of,
    sides,
    twin_of,
)
from mcp_lab.contract.frame import quote
from mcp_lab.contract.methods import Side
from mcp_lab.wire import Decoded, same_id

_UNREADABLE = 64  # broken frames that may still be answered; older ones are forgotten


Under = tuple[Side | None, Key]  # whose id it is


class Asked:
    """What is remembered of one id: where it stands, and its requests without an answer.

    `almost` are those that only an answer with a mistaken id was given to: their own may follow.
    """

    __slots__ = ("almost", "answered", "life", "place", "under", "waiting")

    def __init__(self, under: Under | None = None) -> None:
        self.under = under
        self.life = Life.UNUSED
        self.place = ""  # of the last request
        self.answered = ""  # of the last answer
        self.waiting: list[tuple[str, Decoded]] = []
        self.almost: list[tuple[str, Decoded]] = []

    def move(
        self, event: str, evidence: str, *, aspect: str = "", certain: bool = True
    ) -> Iterator[Observation]:
        """Make a move of the table, and tell what it shows."""
        found = REQUEST.get((self.life, event))
        if found is not None:
            self.life = Life(found.to)
            for clause in found.clauses:
                yield Observation(clause, found.holds, evidence, aspect, certain)


class Requests:
    """Every id that was used, by its sender and its type."""

    def __init__(self) -> None:
        self._asked: dict[Under, Asked] = {}
        self._open: dict[Under, Asked] = {}  # those of them that wait: few, however many there were
        self._unreadable: deque[Decoded] = deque(maxlen=_UNREADABLE)
        self._last: Turn | None = None

    @property
    def waiting(self) -> tuple[tuple[str, Decoded], ...]:
        """The requests that have had no answer, each with its place, id by id."""
        return tuple(each for asked in self._open.values() for each in asked.waiting)

    def of(self, sender: Side | None, id_: Any) -> Asked | None:
        """What is remembered of an id; of anybody's where the sender is not known."""
        key = key_of(id_)
        if key is None:
            return None
        return next((asked for _, asked in self._under(sender, key)), None)

    def in_flight(self, sender: Side) -> Iterator[Decoded]:
        """The requests of a sender that have had no answer."""
        for (side, _), asked in self._open.items():
            if side in {sender, None}:
                yield from (message for _, message in asked.waiting)

    def forget(self) -> None:
        """Begin anew: another session has its own ids, and answers may still come to the old."""
        self._asked = dict(self._open)
        for asked in self._asked.values():
            asked.life, asked.place = Life.UNUSED, ""
            asked.almost.clear()

    def pair(self, message: Decoded, told: Side | None, place: str) -> Turn:
        """Make a turn of a message: find who sent it, and the request that it answers."""
        if not is_response(message):
            return Turn(sender_of(message, told), message, None, place)
        found = self._answered_by(message, OTHER[told] if told else None)
        if found is None:
            return Turn(told, message, self._unread(message), place)
        side, asked = found
        request = next((message for _, message in (*asked.waiting, *asked.almost)), None)
        return Turn(told or (OTHER[side] if side else None), message, request, place)

    def hear(self, turn: Turn) -> Iterator[Observation]:
        """Tell what a turn shows, and remember it."""
        before, self._last = self._last, turn
        if is_response(turn.message):
            yield from self._on_response(turn, before)
        elif turn.message.kind == "request":
            yield from self._on_request(turn)
        elif turn.message.kind == "notification":
            said = quote("method", turn.message.method)
            yield Observation("notification.no-response", holds=True, evidence=said)
        elif turn.message.kind == "malformed":
            self._unreadable.append(turn.message)

    def end(self) -> Iterator[Observation]:
        """Tell what is left when nothing more comes; a subscription stays open by its nature."""
        for asked in self._asked.values():
            listens = asked.waiting and asked.waiting[0][1].method == "subscriptions/listen"
            if listens or not asked.place:
                continue
            yield from asked.move("end", f"the request of {asked.place} is {asked.life}")

    def _on_request(self, turn: Turn) -> Iterator[Observation]:
        key = key_of(turn.message.id)
        if key is None:
            self._unreadable.append(turn.message)
            return
        under = (turn.sender, key)
        asked = self._asked.get(under) or self._asked.setdefault(under, Asked(under))
        used = f", used before by the request of {asked.place}" if asked.place else ""
        said = quote("id", turn.message.id) + used
        told = [*asked.move("request", said, aspect=asked.life)]
        asked.place = turn.place
        asked.waiting.append((turn.place, turn.message))
        self._open[under] = asked
        if turn.sender is not None:  # else the other side may have sent the one before
            yield from told

    def _on_response(self, turn: Turn, before: Turn | None) -> Iterator[Observation]:
        found = self._answered_by(turn.message, OTHER[turn.sender] if turn.sender else None)
        said = quote("id", turn.message.id)
        if found is not None:
            yield from self._answer(turn, found[1])
        elif turn.request is not None:
            return
        elif key_of(turn.message.id) is not None:
            said += ", which no request before has"
            yield Observation("response.same-id", holds=False, evidence=said, certain=False)
        elif before is not None and _notifies(before, turn):
            said += f", after the notification of {before.place}"
            yield Observation("notification.no-response", holds=False, evidence=said)

    def _answer(self, turn: Turn, asked: Asked) -> Iterator[Observation]:
        said = quote("id", turn.message.id)
        if turn.request is not None:
            same = same_id(turn.message.id, turn.request.id)
            asked_for = f"{said}, of a request with {quote('id', turn.request.id)}"
            yield Observation("response.same-id", same, asked_for)
            if not same:
                self._mistaken(turn, asked)
                return
        if asked.life is Life.UNUSED:
            asked.life = Life.OPEN  # asked before the session that is running
        if asked.life is Life.ANSWERED:
            said += f", answered before by {asked.answered}"
        if asked.life is Life.CANCELLED:
            said += f", whose request of {asked.place} was cancelled"
        yield from asked.move("response", said, certain=asked.life is not Life.CANCELLED)
        if asked.waiting or asked.almost:
            (asked.waiting or asked.almost).pop(0)
        if asked.waiting:
            asked.life = Life.OPEN  # the id was used again before it was answered
        asked.answered = turn.place
        self._close(asked)

    def _close(self, asked: Asked) -> None:
        if not asked.waiting and asked.under is not None:
            self._open.pop(asked.under, None)

    def _mistaken(self, turn: Turn, asked: Asked) -> None:
        """Remember an answer with the twin of its request's id: another of it is one too many."""
        asked.almost.append(asked.waiting.pop(0))
        self._close(asked)
        key = key_of(turn.message.id)
        if key is not None:
            used = self._asked[OTHER[turn.sender] if turn.sender else None, key] = Asked()
            used.life, used.answered = Life.ANSWERED, turn.place

    def _answered_by(
        self, message: Decoded, asker: Side | None
    ) -> tuple[Side | None, Asked] | None:
        """What an answer answers: what has exactly its id, else the twin of it in flight."""
        key = key_of(message.id)
        if key is None:
            return None
        known = list(self._under(asker, key))
        twins = [] if known else list(self._under(asker, twin_of(key)))
        waiting = [each for each in (*known, *twins) if each[1].waiting]
        almost = [each for each in known if each[1].almost]
        return next(iter(waiting or almost or known), None)

    def _under(self, sender: Side | None, key: Key) -> Iterator[tuple[Side | None, Asked]]:
        for side in sides(sender):
            if (side, key) in self._asked:
                yield side, self._asked[side, key]

    def _unread(self, message: Decoded) -> Decoded | None:
        """The frame that could not be read, which an answer without a known id may answer."""
        if key_of(message.id) is None:
            return self._unreadable.popleft() if self._unreadable else None
        return next((each for each in self._unreadable if same_id(each.id, message.id)), None)


def _notifies(before: Turn, turn: Turn) -> bool:
    """Whether the turn before is a notification of the other side."""
    other = before.sender is None or before.sender != turn.sender
    return before.message.kind == "notification" and other
