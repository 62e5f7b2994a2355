"""What spans several requests since 2026-07-28: calls sent again with input, and subscriptions."""

from collections.abc import Iterator
from typing import Any

from mcp_lab.contract.conversation.turns import Key, Observation, Turn, dig, key_of
from mcp_lab.contract.frame import quote
from mcp_lab.wire import same_id

_SUBSCRIPTION = ("params", "_meta", "io.modelcontextprotocol/subscriptionId")


class Input:
    """Calls sent again with the input asked for: a new id, and the state unchanged."""

    def __init__(self) -> None:
        self._states: dict[str, Any] = {}  # each state given, and the id of the call it was for

    def hear(self, turn: Turn) -> Iterator[Observation]:
        """Tell what a repeated call shows, and remember the state that a result gives."""
        if turn.message.kind == "request":
            yield from self._again(turn)
        elif dig(turn.message.value, "result", "resultType") == "input_required":
            state = dig(turn.message.value, "result", "requestState")
            if isinstance(state, str):
                self._states[state] = turn.message.id

    def _again(self, turn: Turn) -> Iterator[Observation]:
        state = dig(turn.message.value, "params", "requestState")
        if not isinstance(state, str):
            return
        said = quote("params.requestState", state)
        yield Observation("input.state-echoed", state in self._states, said, certain=False)
        if state in self._states:
            fresh = not same_id(self._states[state], turn.message.id)
            yield Observation("input.new-id", fresh, quote("id", turn.message.id))


class Subscriptions:
    """Subscriptions: acknowledged before anything else is sent on them."""

    def __init__(self) -> None:
        self._known: set[Key] = set()

    def hear(self, turn: Turn) -> Iterator[Observation]:
        """Tell what the first message of a subscription shows."""
        key = key_of(dig(turn.message.value, *_SUBSCRIPTION))
        if key is None or key in self._known:
            return
        self._known.add(key)
        first = turn.notifies("notifications/subscriptions/acknowledged")
        said = f"{quote('method', turn.message.method)}, the first of subscription {key[1]}"
        yield Observation("subscriptions.acknowledged-first", first, said, certain=False)
