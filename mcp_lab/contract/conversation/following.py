"""What follows a request: its cancellation, and its progress."""

from collections.abc import Iterator

from mcp_lab.contract.conversation.lives import Life
from mcp_lab.contract.conversation.requests import Asked, Requests
from mcp_lab.contract.conversation.turns import OTHER, Key, Observation, Turn, dig, key_of, sides
from mcp_lab.contract.frame import quote
from mcp_lab.contract.methods import Side
from mcp_lab.wire import ABSENT, Decoded


class Cancellations:
    """Cancellations: of what is in flight, by whom, and what may not be cancelled."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def hear(self, turn: Turn) -> Iterator[Observation]:
        """Tell what a cancellation shows; the request is cancelled from here on."""
        id_ = dig(turn.message.value, "params", "requestId")
        if not turn.notifies("notifications/cancelled") or id_ is ABSENT:
            return
        asked = self._requests.of(turn.sender, id_)
        target = asked.waiting[0][1] if asked is not None and asked.waiting else None
        said = quote("params.requestId", id_)
        if turn.sender == "server":
            listening = self._requests.of("client", id_)
            ends = listening is not None and _listens(listening)
            yield Observation("cancellation.by-server", ends, said, certain=False)
            if ends:
                return
        yield from _of_kind(turn, target, said)
        yield from (asked or Asked()).move("cancelled", said, certain=False)


def _listens(asked: Asked) -> bool:
    return any(message.method == "subscriptions/listen" for _, message in asked.waiting)


def _of_kind(turn: Turn, target: Decoded | None, said: str) -> Iterator[Observation]:
    if target is None:
        return
    evidence = f"{said}, {quote('method', target.method)}"
    if turn.sender == "client":
        lets = target.method != "initialize"
        yield Observation("cancellation.not-initialize", lets, evidence)
    yield Observation("cancellation.tasks", not _runs_as_task(target), evidence)


def _runs_as_task(request: Decoded) -> bool:
    """A task goes on after its request is answered, and so does its progress."""
    return dig(request.value, "params", "task") is not ABSENT


class Progress:
    """Progress: of a token that a request gave, growing, and only while the request is open."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._given: dict[tuple[Side | None, Key], tuple[bool, Asked]] = {}  # is it of a task
        self._reached: dict[tuple[Side | None, Key], float] = {}

    def hear(self, turn: Turn) -> Iterator[Observation]:
        """Tell what a request's token, or a notification of progress, shows."""
        if turn.message.kind == "request":
            yield from self._on_token(turn)
        elif turn.notifies("notifications/progress"):
            yield from self._on_progress(turn)

    def _on_token(self, turn: Turn) -> Iterator[Observation]:
        token = dig(turn.message.value, "params", "_meta", "progressToken")
        key, asked = key_of(token), self._requests.of(turn.sender, turn.message.id)
        if key is None or asked is None:
            return
        before = self._given.get((turn.sender, key))
        open_ = before is not None and before[1] is not asked and before[1].life is Life.OPEN
        said = quote("params._meta.progressToken", token)
        yield Observation("progress.token-unique", not open_, said)
        self._given[turn.sender, key] = _runs_as_task(turn.message), asked
        self._reached.pop((turn.sender, key), None)

    def _on_progress(self, turn: Turn) -> Iterator[Observation]:
        token = dig(turn.message.value, "params", "progressToken")
        key = key_of(token)
        if key is None:
            return
        given = self._giver(turn, key), key
        of_task, asked = self._given.get(given) or (False, Asked())
        if not of_task:
            said = quote("params.progressToken", token)
            ended = asked.life is Life.ANSWERED
            yield from asked.move("progress", said, certain=ended)
        yield from self._grown(turn, given)

    def _giver(self, turn: Turn, key: Key) -> Side | None:
        """Who gave the token: the other side, or who did where the sender is not known."""
        giver = OTHER[turn.sender] if turn.sender else None
        return next((side for side in sides(giver) if (side, key) in self._given), None)

    def _grown(self, turn: Turn, given: tuple[Side | None, Key]) -> Iterator[Observation]:
        found = dig(turn.message.value, "params", "progress")
        if not isinstance(found, int | float) or isinstance(found, bool):
            return
        before = self._reached.get(given)
        self._reached[given] = found
        said = quote("params.progress", found) + ("" if before is None else f", after {before}")
        yield Observation("progress.increases", before is None or found > before, said)
