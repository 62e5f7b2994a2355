"""What a conversation goes through, as two tables: the life of a request, and of a session.

A table maps (state, event) to a move: the next state, and the clauses that this event holds or
breaks there. Code walks the tables and knows no clause. A pair that is not in a table is no move:
nothing changes, and nothing is to be said. Whether a clause is one at a revision, how strongly, and
what it excuses there, its own text says.

Rule one: an id belongs to whoever sent the request; the other side may use the same one.
Rule two: what was crossed on the way is nobody's fault: a cancellation that comes after the answer
breaks nothing, for whoever sent it believed the request to be in flight.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Life(StrEnum):
    """Where a request stands, under its id."""

    UNUSED = "unused"
    OPEN = "open"
    CANCELLED = "cancelled"
    ANSWERED = "answered"


class Phase(StrEnum):
    """Where a session stands. `UNSEEN`: it began before the first frame that there is."""

    UNSEEN = "unseen"
    NEW = "new"
    ASKED = "asked"
    AGREED = "agreed"
    READY = "ready"


class Move(NamedTuple):
    """What an event does: the next state, and the clauses that it holds or breaks."""

    to: str
    clauses: tuple[str, ...] = ()
    holds: bool = True


_SILENT = ("cancellation.no-response", "cancellation.nothing-further")
_U, _O, _C, _A = Life.UNUSED, Life.OPEN, Life.CANCELLED, Life.ANSWERED

REQUEST: Mapping[tuple[str, str], Move] = {
    (_U, "request"): Move(_O, ("request.id-unique",)),
    (_O, "request"): Move(_O, ("request.id-unique",), holds=False),
    (_C, "request"): Move(_O, ("request.id-unique",), holds=False),
    (_A, "request"): Move(_O, ("request.id-unique",), holds=False),
    (_U, "response"): Move(_U, ("response.same-id",), holds=False),
    (_O, "response"): Move(_A, ("response.only-one",)),
    (_C, "response"): Move(_A, _SILENT, holds=False),
    (_A, "response"): Move(_A, ("response.only-one",), holds=False),
    (_U, "cancelled"): Move(_U, ("cancellation.names-in-flight",), holds=False),
    (_O, "cancelled"): Move(_C, ("cancellation.names-in-flight",)),
    (_U, "progress"): Move(_U, ("progress.known-token",), holds=False),
    (_O, "progress"): Move(_O, ("progress.known-token", "progress.ends")),
    (_C, "progress"): Move(_C, _SILENT[1:], holds=False),
    (_A, "progress"): Move(_A, ("progress.ends",), holds=False),
    (_O, "end"): Move(_O, ("response.owed",), holds=False),
    (_C, "end"): Move(_C, _SILENT),
    (_A, "end"): Move(_A, ("response.owed",)),
}

_NEW, _ASKED, _AGREED, _READY = Phase.NEW, Phase.ASKED, Phase.AGREED, Phase.READY

# Pings are no events here: they may be sent at any time.
SESSION: Mapping[tuple[str, str], Move] = {
    (Phase.UNSEEN, "initialize"): Move(_ASKED),
    (_NEW, "initialize"): Move(_ASKED, ("lifecycle.initialize-first",)),
    (_NEW, "client-request"): Move(_NEW, ("lifecycle.initialize-first",), holds=False),
    (_NEW, "server-request"): Move(_NEW, ("lifecycle.server-waits",), holds=False),
    (_NEW, "initialized"): Move(_NEW, ("lifecycle.initialized-sent",), holds=False),
    (_ASKED, "initialize"): Move(_ASKED, ("lifecycle.initialize-once",), holds=False),
    (_ASKED, "client-request"): Move(_ASKED, ("lifecycle.client-waits",), holds=False),
    (_ASKED, "server-request"): Move(_ASKED, ("lifecycle.server-waits",), holds=False),
    (_ASKED, "initialized"): Move(_ASKED, ("lifecycle.initialized-sent",), holds=False),
    (_ASKED, "initialize-result"): Move(_AGREED, ("lifecycle.initialize-once",)),
    (_ASKED, "initialize-error"): Move(_NEW),
    (_AGREED, "initialize"): Move(_AGREED, ("lifecycle.initialize-once",), holds=False),
    (_AGREED, "client-request"): Move(_AGREED, ("lifecycle.client-waits",)),
    (_AGREED, "server-request"): Move(_AGREED, ("lifecycle.server-waits",), holds=False),
    (_AGREED, "initialized"): Move(_READY, ("lifecycle.initialized-sent",)),
    (_AGREED, "end"): Move(_AGREED, ("lifecycle.initialized-sent",), holds=False),
    (_READY, "initialize"): Move(_READY, ("lifecycle.initialize-once",), holds=False),
    (_READY, "client-request"): Move(_READY, ("lifecycle.client-waits",)),
    (_READY, "server-request"): Move(_READY, ("lifecycle.server-waits",)),
}
