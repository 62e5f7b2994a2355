"""The session: the order of initialisation, what was declared in it, and who may send what."""

from collections.abc import Iterator
from typing import Any

from mcp_lab.contract.asking import allows_mode
from mcp_lab.contract.conversation.lives import SESSION, Phase
from mcp_lab.contract.conversation.requests import Requests
from mcp_lab.contract.conversation.turns import OTHER, Observation, Turn, dig, is_response
from mcp_lab.contract.frame import quote
from mcp_lab.contract.methods import Side, method
from mcp_lab.wire import ABSENT

_LEVEL = ("params", "_meta", "io.modelcontextprotocol/logLevel")


class Session:
    """The order of initialisation; what the two sides declare is kept for others to ask."""

    def __init__(self, phase: Phase) -> None:
        self._phase = phase
        self._went_on = False  # whether the client sent requests since the agreement
        self.declared: dict[Side, Any] = {}

    def hear(self, turn: Turn) -> Iterator[Observation]:
        """Tell what a turn shows of the order, and remember what it declares."""
        event = _event(turn)
        found = SESSION.get((self._phase, event))
        if found is not None:
            said = f"{turn.place}: {event.replace('-', ' ')}, while the session is {self._phase}"
            self._went_on = self._went_on or (self._phase, event) == (Phase.AGREED, _GOES_ON)
            self._phase = Phase(found.to)
            yield from (Observation(each, found.holds, said) for each in found.clauses)
        self._remember(turn)

    def begin_anew(self) -> None:
        """Another session begins, of which nothing is known yet."""
        self._phase, self._went_on = Phase.UNSEEN, False
        self.declared.clear()

    def end(self) -> Iterator[Observation]:
        """Tell what is left when nothing more comes."""
        found = SESSION.get((self._phase, "end"))
        if found is not None and self._went_on:
            said = "the client went on without notifications/initialized"
            yield from (Observation(each, found.holds, said) for each in found.clauses)

    def _remember(self, turn: Turn) -> None:
        result = dig(turn.message.value, "result", "capabilities")
        if turn.answers == "initialize" and turn.request is not None and result is not ABSENT:
            self.declared["client"] = dig(turn.request.value, "params", "capabilities")
            self.declared["server"] = result
        elif turn.answers == "server/discover" and result is not ABSENT:
            self.declared["server"] = result


_GOES_ON = "client-request"


def _event(turn: Turn) -> str:
    """What a turn is to the order of initialisation; "" for what may come at any time."""
    if turn.answers == "initialize":
        return "initialize-error" if turn.message.result is ABSENT else "initialize-result"
    if turn.notifies("notifications/initialized"):
        return "initialized"
    if turn.message.kind != "request" or turn.name == "ping" or turn.sender is None:
        return ""
    return "initialize" if turn.name == "initialize" else f"{turn.sender}-request"


class Capabilities:
    """What is used, against what was declared in the handshake."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def hear(self, turn: Turn) -> Iterator[Observation]:
        """Tell what a call shows of the capability that its method hangs on."""
        named = method(turn.name)
        if named is None or turn.sender is None or "client" not in self._session.declared:
            return
        owner = OTHER[turn.sender] if named.kind == "request" else turn.sender
        declared = self._session.declared[owner]
        for needed in set(named.capabilities.values()):
            said = f"{quote('method', turn.name)}; {quote(f'declared by the {owner}', declared)}"
            yield Observation("capabilities.negotiated", _has(declared, needed), said)
        modes = dig(declared, "elicitation")
        if turn.name == "elicitation/create" and isinstance(modes, dict):
            mode = dig(turn.message.value, "params", "mode") or "form"
            said = f"{quote('params.mode', mode)}; {quote('declared', modes)}"
            yield Observation("elicitation.declared-modes", allows_mode(modes, mode), said)


class Logging:
    """Log messages: declared by the server, and asked for by the request they belong to."""

    def __init__(self, requests: Requests, session: Session) -> None:
        self._requests, self._session = requests, session

    def hear(self, turn: Turn) -> Iterator[Observation]:
        """Tell what a log message shows."""
        if not turn.notifies("notifications/message"):
            return
        declared = self._session.declared.get("server")
        if declared is not None:
            said = quote("declared by the server", declared)
            yield Observation("logging.declared", _has(declared, "logging"), said)
        levels = [dig(each.value, *_LEVEL) for each in self._requests.in_flight("client")]
        asked = [level for level in levels if level is not ABSENT]
        said = f"requests in flight: {len(levels)}; with a level: {len(asked)}"
        yield Observation("logging.opt-in", bool(asked), said, certain=False)


class Direction:
    """Who asks and who answers."""

    def hear(self, turn: Turn) -> Iterator[Observation]:
        """Tell what a request or a response shows by its sender."""
        if turn.sender is None:
            return
        if turn.message.kind == "request":
            said = f"{quote('method', turn.message.method)}, sent by the {turn.sender}"
            yield Observation("direction.no-server-requests", turn.sender == "client", said)
        if is_response(turn.message):
            said = f"{quote('id', turn.message.id)}, sent by the {turn.sender}"
            yield Observation("direction.no-client-responses", turn.sender == "server", said)


def _has(declared: Any, path: str) -> bool:
    """Whether a capability is declared: an object, or a part of one that is true."""
    found = dig(declared, *path.split("."))
    return isinstance(found, dict) or found is True
