"""The seven boundaries as a table, and the walk over it.

Theory of operation. A message goes through the rows from top to bottom. At each row the server
does that row's step, which lets the message go on, or stops it and names the situation. An
exception that leaves a boundary means the situation in that boundary's row: the *boundary* decides
which answer is given, never the class of the exception. So the same ValueError is a parse error
when decoding raises it, an invalid argument when validation does, a failed tool when the tool's
body does, and an internal error when serialising does. Domain validation and the provider call lie
inside the tool's body, which marks them itself; they have no step of the server's.

A tool that waits, for the world's clock or for a person, interrupts the walk of its own message and
no other; it goes on from the same row.

What a situation means on the wire (channel, code, id) is looked up in the contract by revision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from mcp_lab.server import steps
from mcp_lab.server.visit import End, Stop
from mcp_lab.world import Boundary, Refusal

if TYPE_CHECKING:
    from mcp_lab.server.visit import Visit

Step = Callable[["Visit"], Stop | None]


class Row(NamedTuple):
    """One boundary.

    Attributes:
        boundary: its name.
        owner: who decides there, as the trace says it.
        asks: the question that is settled there.
        becomes: the situation that an exception there means.
        step: the server's work there; None inside the tool's body.
        tools_only: whether only a tools/call comes this way.
    """

    boundary: Boundary
    owner: str
    asks: str
    becomes: str
    step: Step | None
    tools_only: bool


BOUNDARIES: Final[tuple[Row, ...]] = (
    Row(
        Boundary.REQUEST_DECODING,
        "the decoder",
        "Is this one well-formed JSON-RPC message?",
        "parse-error",
        steps.decode_request,
        tools_only=False,
    ),
    Row(
        Boundary.METHOD_DISPATCH,
        "the dispatcher",
        "Who handles this method, and are these its params?",
        "unknown-method",
        steps.dispatch,
        tools_only=False,
    ),
    Row(
        Boundary.INPUT_SCHEMA_VALIDATION,
        "the tool's input schema",
        "Do the arguments satisfy the schema that the tool advertises?",
        "invalid-argument",
        steps.validate_input,
        tools_only=True,
    ),
    Row(
        Boundary.TOOL_INVOCATION,
        "the tool",
        "Does the tool's body do its work?",
        "tool-crash",
        steps.invoke,
        tools_only=True,
    ),
    Row(
        Boundary.DOMAIN_VALIDATION,
        "the ferry company's rules",
        "Do the rules of the business allow it?",
        "domain-rejection",
        step=None,
        tools_only=True,
    ),
    Row(
        Boundary.PROVIDER_CALL,
        "the booking office",
        "Does the system behind the tool answer?",
        "provider-failure",
        step=None,
        tools_only=True,
    ),
    Row(
        Boundary.RESULT_SERIALISATION,
        "the serialiser",
        "Is the result what was advertised, and can it be written as JSON?",
        "unserialisable-result",
        steps.serialise,
        tools_only=False,
    ),
)

ROWS: Final[Mapping[Boundary, Row]] = MappingProxyType({row.boundary: row for row in BOUNDARIES})
_WALKED: Final = tuple(
    (row.boundary, row.tools_only, row.step) for row in BOUNDARIES if row.step is not None
)
_SERVED: Final = End(Boundary.RESULT_SERIALISATION, None)


def owner(visit: Visit, end: End) -> str:
    """Who decided what the answer is: the boundary that stopped it, or whoever did the work."""
    if visit.cancelled:
        return "the client"
    if end.stop is not None:
        return ROWS[end.reached].owner
    done_by = Boundary.METHOD_DISPATCH if visit.tool is None else Boundary.TOOL_INVOCATION
    return ROWS[done_by].owner


def walk(visit: Visit, resume: Step | None = None) -> End | None:
    """Take a message through the boundaries: where that ended, or None while its tool waits.

    With `resume` it goes on where its tool waits: that step resumes the tool in place of the row's.
    """
    context, faults = visit.context, visit.world.faults
    for position, (boundary, tools_only, step) in enumerate(_WALKED[visit.row :], visit.row):
        if tools_only and visit.tool is None:
            continue
        try:
            if resume is None:
                context.reach(boundary)
                stop = step(visit)
            else:
                stop, resume = resume(visit), None
            if visit.waiting is not None:
                visit.row = position
                return None
            if faults and stop is None:
                context.leave(boundary)
        except BaseException as trouble:  # noqa: BLE001 - sorted by whose it is; the rest goes on up
            return _failed(visit, boundary, trouble)
        if stop is not None:
            return End(boundary, stop)
    return _SERVED


def _failed(visit: Visit, at: Boundary, trouble: BaseException) -> End:
    if not _is_the_calls_own(trouble, visit):
        raise trouble
    owned_by = visit.context.owner_of(trouble) or at
    if visit.handling:
        # A method that is no tools/call has no channel for a tool's failure.
        assert visit.method is not None
        return End(owned_by, Stop(visit.method.crash))
    return End(owned_by, _stop_for(owned_by, trouble))


def _is_the_calls_own(trouble: BaseException, visit: Visit) -> bool:
    """Whether the call raised it. Only a person's own Ctrl-C may leave the server.

    A tool that exits, or raises a cancellation that nobody asked for, must not end the session of
    everybody else.
    """
    planted = any(fault.exception is trouble for fault in visit.world.faults)
    return planted or not isinstance(trouble, KeyboardInterrupt)


def _stop_for(owner: Boundary, trouble: BaseException) -> Stop:
    situation = ROWS[owner].becomes
    if isinstance(
        trouble, Refusal
    ):  # its words may leave; the channel is the boundary's all the same
        return Stop(situation, trouble.category, trouble.says, trouble.remedy)
    return Stop(situation)
