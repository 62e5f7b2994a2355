"""The two error adapters as tables: outbound, from a failure to a frame; inbound, back again.

Whoever writes both sides tests them together, and then two mistakes can cancel: a domain rejection
leaves as -32000, and on the way in -32000 is read as a tool error. In process all is well; any
other peer gets the wrong envelope. So each table is tried alone, against the contract, and then the
pair, over bytes.

    outbound(revision)     a row for each situation: channel, code, form of the id
    INBOUND                rows in order; the first that fits says what the caller makes of it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mcp_lab.contract import Outcome, look_up, outcome_of, situations
from mcp_lab.server import Server
from mcp_lab.server.revisions import result_members
from mcp_lab.wire import ABSENT, decode, encode, same_id
from mcp_lab.world.safe_error import MEMBER

if TYPE_CHECKING:
    from mcp_lab.server import Trace
    from mcp_lab.wire import Decoded
    from mcp_lab.world import World
    from mcp_lab.world.safe_error import SafeError


class Shape(NamedTuple):
    """How one situation looks on the wire: its channel, and the code of a protocol error."""

    channel: Outcome
    code: int | None = None


class Failing(NamedTuple):
    """One failure on its way out: what the server knows of it.

    `data` is what the revision or the situation adds to an error's data. `trouble` is the exception
    behind it, or None: an outbound adapter has no business with it; the wrong ones show what comes
    of it when it has.
    """

    revision: str
    situation: str
    id: Any
    safe: SafeError
    data: Mapping[str, Any]
    trouble: BaseException | None


Message = dict[str, Any]
Change = Callable[[Message, Failing], Message]
Beside = Callable[[Failing], Message]


@dataclass(frozen=True)
class Outbound:
    """An outbound adapter.

    Attributes:
        rows: a shape for each situation that it puts on the wire.
        changes: what is done to a message before it is encoded; nothing in a right one.
        beside: messages that it sends before the answer; none in a right one.
    """

    rows: Mapping[str, Shape]
    changes: tuple[Change, ...] = ()
    beside: tuple[Beside, ...] = ()

    def frames(self, failing: Failing) -> tuple[bytes, ...]:
        """The frames of one failure; the answer is the last. Raises KeyError without a row."""
        message = _message(self.rows[failing.situation], failing)
        for change in self.changes:
            message = change(message, failing)
        return (*(encode(each(failing)) for each in self.beside), encode(message))

    def but(self, **shapes: Shape) -> Outbound:
        """The same adapter with other rows; a situation's hyphens are underscores here."""
        changed = {name.replace("_", "-"): shape for name, shape in shapes.items()}
        return replace(self, rows={**self.rows, **changed})


@lru_cache
def outbound(revision: str) -> Outbound:
    """The right one of a revision: every row as the contract prefers it.

    Situations whose answer is no error (silence, a success) have no row.
    """
    chosen = {name: _ruled(revision, name) for name in situations()}
    return Outbound(MappingProxyType({name: row for name, row in chosen.items() if row}))


def _ruled(revision: str, situation: str) -> Shape | None:
    try:
        preferred = look_up(revision, situation).preferred
    except KeyError:
        return None
    if preferred.channel not in (Outcome.TOOL_ERROR, Outcome.PROTOCOL_ERROR):
        return None
    return Shape(preferred.channel, preferred.codes[0] if preferred.codes else None)


def _message(shape: Shape, failing: Failing) -> Message:
    id_ = {} if failing.id is ABSENT else {"id": failing.id}
    safe = failing.safe
    if shape.channel is Outcome.TOOL_ERROR:
        members = result_members(failing.revision, "tools/call")
        meta = {**members.get("_meta", {}), MEMBER: safe.fields}
        content = [{"type": "text", "text": safe.text}]
        result = {"content": content, "isError": True, **members, "_meta": meta}
        return {"jsonrpc": "2.0", **id_, "result": result}
    error = {"code": shape.code, "message": safe.message, "data": {**safe.fields, **failing.data}}
    return {"jsonrpc": "2.0", **id_, "error": error}


class Retold(Server):
    """The lab's server with another outbound adapter: what happens is the same, not what is sent.

    A batch, and whatever has no row, leaves as the server has it.
    """

    def __init__(self, world: World, revision: str, adapter: Outbound) -> None:
        super().__init__(world, revision)
        self._adapter = adapter

    def receive(self, data: bytes) -> tuple[bytes, ...]:
        """Take one frame; what the server sends, its failures as the adapter has them."""
        return self._all(super().receive(data))

    def poll(self) -> tuple[bytes, ...]:
        """What is due by now, in the same way."""
        return self._all(super().poll())

    def _all(self, frames: tuple[bytes, ...]) -> tuple[bytes, ...]:
        return tuple(told for frame in frames for told in self._retell(frame))

    def _retell(self, frame: bytes) -> tuple[bytes, ...]:
        answer = decode(frame)
        trace = self._behind(answer)
        if trace is None or trace.safe is None or trace.situation is None:
            return (frame,)
        if trace.situation not in self._adapter.rows:
            return (frame,)
        fault = self.world.fault_at(trace.reached)
        trouble = None if fault is None else fault.exception
        data = answer.error["data"] if answer.kind == "error" else {}
        failing = Failing(self.revision, trace.situation, answer.id, trace.safe, data, trouble)
        return self._adapter.frames(failing)

    def _behind(self, answer: Decoded) -> Trace | None:
        """The trace of the message that a frame answers; None for what answers none."""
        if answer.kind not in ("result", "error"):
            return None
        unnamed = answer.id in (ABSENT, None)
        found = (each for each in self.traces if unnamed or same_id(each.message.id, answer.id))
        return next(found, None)


def retold(adapter: Outbound) -> Callable[[World, str], Server]:
    """A maker of servers with this outbound adapter, for `run` and `Session`."""
    return lambda world, revision: Retold(world, revision, adapter)


class Received(NamedTuple):
    """What an inbound adapter makes of a frame.

    `outcome` is None for what it can't use; `matched` says whether it takes the frame for the
    answer to the request.
    """

    outcome: Outcome | None
    matched: bool


class Reading(NamedTuple):
    """One row: when it fits, and what the frame is then; None for unusable."""

    fits: Callable[[Decoded], bool]
    outcome: Outcome | None


@dataclass(frozen=True)
class Inbound:
    """An inbound adapter: rows in order, and how it compares ids."""

    rows: tuple[Reading, ...]
    same: Callable[[Any, Any], bool] = field(default=same_id)

    def read(self, data: bytes, id_: Any) -> Received:
        """What a frame is to the caller whose request has the id `id_`. Never raises."""
        message = decode(data)
        outcome = next((row.outcome for row in self.rows if row.fits(message)), None)
        return Received(outcome, self.same(message.id, id_))

    def first(self, *rows: Reading) -> Inbound:
        """The same adapter with rows set before its own."""
        return replace(self, rows=(*rows, *self.rows))


def _says(outcome: Outcome) -> Callable[[Decoded], bool]:
    return lambda message: outcome_of(message, "2026-07-28") is outcome


def _flag(message: Decoded) -> Any:
    return message.result.get("isError", False) if isinstance(message.result, dict) else False


INBOUND: Final = Inbound(
    (
        Reading(lambda message: bool(message.defects), None),
        Reading(lambda message: not isinstance(_flag(message), bool), None),
        Reading(_says(Outcome.PROTOCOL_ERROR), Outcome.PROTOCOL_ERROR),
        Reading(_says(Outcome.TOOL_ERROR), Outcome.TOOL_ERROR),
        Reading(_says(Outcome.INPUT_REQUIRED), Outcome.INPUT_REQUIRED),
        Reading(_says(Outcome.SUCCESS), Outcome.SUCCESS),
    )
)
"""The right one: the members decide, and nothing in the words does."""
