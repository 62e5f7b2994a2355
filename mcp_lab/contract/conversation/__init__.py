"""Examining a conversation: what no single frame shows, frame after frame.

examine_conversation([("client→server", request), ("server→client", response)], "2025-11-25")

The frames are walked once, through the tables of `lives`; what they show is the same at every
revision. Which of it a revision minds is in the clauses' own texts.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from mcp_lab.contract.clauses import Text, clause
from mcp_lab.contract.conversation.following import Cancellations, Progress
from mcp_lab.contract.conversation.lives import REQUEST, SESSION, Phase
from mcp_lab.contract.conversation.requests import Requests
from mcp_lab.contract.conversation.rounds import Input, Subscriptions
from mcp_lab.contract.conversation.session import Capabilities, Direction, Logging, Session
from mcp_lab.contract.conversation.turns import Observation
from mcp_lab.contract.facts import Fact, fact_at
from mcp_lab.contract.methods import Side
from mcp_lab.contract.vocabulary import REVISIONS
from mcp_lab.wire import Decoded

__all__ = [
    "Conversation",
    "Heard",
    "Observation",
    "examine_conversation",
    "is_excused",
    "told_clauses",
]

# What trackers tell beside the tables, and the notifications that nobody answers.
_BESIDE = (
    "notification.no-response",
    "cancellation.not-initialize",
    "cancellation.tasks",
    "cancellation.by-server",
    "progress.token-unique",
    "progress.increases",
    "capabilities.negotiated",
    "elicitation.declared-modes",
    "logging.declared",
    "logging.opt-in",
    "direction.no-server-requests",
    "direction.no-client-responses",
    "input.state-echoed",
    "input.new-id",
    "subscriptions.acknowledged-first",
)


class Heard(NamedTuple):
    """What a frame adds to a conversation: the request that it answers, and what it shows."""

    request: Decoded | None
    observations: tuple[Observation, ...]


class Conversation:
    """What was said so far. With `partial`, it may have begun before the first frame."""

    def __init__(self, *, partial: bool = False) -> None:
        self._partial = partial
        self._requests = Requests()
        self._session = Session(Phase.UNSEEN if partial else Phase.NEW)
        self._trackers = (
            Progress(self._requests),  # before a request is answered, and its token with it
            Cancellations(self._requests),
            Capabilities(self._session),
            Logging(self._requests, self._session),
            self._session,
            Direction(),
            Input(),
            Subscriptions(),
        )
        self._count = 0

    @property
    def waiting(self) -> tuple[tuple[str, Decoded], ...]:
        """The requests that have had no answer, each with the place of its frame."""
        return self._requests.waiting

    def hear(
        self, message: Decoded, direction: str | None = None, place: str | None = None
    ) -> Heard:
        """Take in the next message; of a batch, each member is a message of its own.

        `direction` is "client→server", "server→client", or None where only the message can tell;
        `place` names the frame in sentences, else it is counted: "frame 3".
        """
        self._count += 1
        if self._partial and message.method == "initialize":
            self._requests.forget()
            self._session.begin_anew()
        turn = self._requests.pair(message, _side(direction), place or f"frame {self._count}")
        told = [*self._requests.hear(turn)]
        for tracker in self._trackers:
            told += tracker.hear(turn)
        return Heard(turn.request, tuple(told))

    def end(self) -> tuple[Observation, ...]:
        """What is left when nothing more comes."""
        return (*self._requests.end(), *self._session.end())


def examine_conversation(
    frames: Iterable[tuple[str | None, Decoded]], revision: str
) -> tuple[Fact, ...]:
    """What holds of a whole conversation at a revision, beyond what its single frames show.

    Each frame comes with its direction, "client→server" or "server→client", or None where only the
    message can tell. There is one fact for each clause that a conversation can tell, named as the
    clause; it falls with the first frame that breaks it, and `holds` is None where nothing in the
    conversation concerns it or the revision has no such clause.

    Raises KeyError on a revision that does not exist.
    """
    if revision not in REVISIONS:
        raise KeyError(f"no revision is called {revision!r}; there are {', '.join(REVISIONS)}")
    conversation = Conversation()
    told: dict[str, Observation] = {}
    for each in _all(conversation, frames):
        text = clause(each.clause).at(revision)
        if text is None:
            continue
        holds = each.holds or is_excused(each, text)
        if each.clause not in told or (told[each.clause].holds and not holds):
            told[each.clause] = each._replace(holds=holds)
    return tuple(_fact(clause_id, told.get(clause_id), revision) for clause_id in told_clauses())


@cache
def told_clauses() -> tuple[str, ...]:
    """The ids of the clauses that a conversation can tell, in the order of their facts."""
    moves = [*REQUEST.values(), *SESSION.values()]
    return tuple(dict.fromkeys([*(each for move in moves for each in move.clauses), *_BESIDE]))


def is_excused(observation: Observation, text: Text) -> bool:
    """Whether a clause's text lets pass what fell, in the way in which it fell."""
    return observation.aspect in text.terms.get("excused", ())


def _all(
    conversation: Conversation, frames: Iterable[tuple[str | None, Decoded]]
) -> Iterator[Observation]:
    for number, (direction, frame) in enumerate(frames, 1):
        for message in frame.members if frame.kind == "batch" else (frame,):
            yield from conversation.hear(message, direction, f"frame {number}").observations
    yield from conversation.end()


def _fact(clause_id: str, told: Observation | None, revision: str) -> Fact:
    if told is None or told.holds is None:
        return fact_at(clause_id, revision, None)
    return fact_at(clause_id, revision, told.holds, told.evidence)


def _side(direction: str | None) -> Side | None:
    sides: dict[str, Side] = {"client": "client", "server": "server"}
    return sides.get((direction or "").partition("→")[0])
