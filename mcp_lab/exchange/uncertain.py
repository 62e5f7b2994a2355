"""Uncertain side effects: the call may have acted, and its answer doesn't come.

    story = play_uncertain("answer-lost", "2025-11-25")
    story.beliefs          # unknown, then done
    story.charges          # what really happened, counted by the ledger outside both peers

The client keeps the call's own name, asks before it repeats, and sends nothing else that acts while
it does not know. `uncertain.toml` holds the scenarios.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.client import (
    Belief,
    Caller,
    Client,
    ClientAction,
    LocalTrouble,
    Semantics,
    default_policy,
)
from mcp_lab.contract import HOME
from mcp_lab.exchange.line import Line
from mcp_lab.exchange.telling import mimebundle
from mcp_lab.exchange.ticket_desk import SEMANTICS, TicketDesk
from mcp_lab.world import DEFAULT_VARIANT, World, samples

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.client import Decision, Operation, Policy
    from mcp_lab.exchange.exchange import Frame

_STEPS: Final = 6  # more than any scenario takes; a host that goes on for ever is cut off


@dataclass(frozen=True, slots=True)
class UncertainScenario:
    """One row of `uncertain.toml`, whose head says what each field means."""

    name: str
    says: str
    tool: str
    lost: str
    by: str
    host: str
    way: str
    actions: tuple[str, ...]
    belief: str
    charges: int
    settled_by: str | None = None


@dataclass(frozen=True)
class Uncertainty:
    """What came of a scenario.

    Attributes:
        scenario: what was tried.
        revision: the protocol revision.
        frames: every frame that arrived, in order; what was lost is not among them.
        operation: the call as the client has it: its attempts, its belief, what settled it.
        decisions: what the policy said, in order.
        beliefs: what was believed after the loss, and after each further step.
        charges: how many charges the ledger has.
        held_back: whether a fresh call that acts was refused while it was unknown.
        needs_person: whether only a person can find out what happened.
    """

    scenario: UncertainScenario
    revision: str
    frames: tuple[Frame, ...]
    operation: Operation
    decisions: tuple[Decision, ...]
    beliefs: tuple[Belief, ...]
    charges: int
    held_back: bool
    needs_person: bool

    @property
    def agrees(self) -> bool:
        """Whether the client's belief and the ledger agree; not knowing contradicts nothing."""
        return agrees(self.operation.belief, self.charges)

    def __repr__(self) -> str:
        ends = f"believed {self.operation.belief}, charged {self.charges}"
        return f"<Uncertainty {self.scenario.name} at {self.revision}: {ends}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        beliefs = ", then ".join(self.beliefs)
        actions = ", then ".join(each.action for each in self.decisions)
        accord = "agree" if self.agrees else "contradict each other"
        lines = [
            self.scenario.says,
            f"The client believed: {beliefs}. It decided: {actions}.",
            f"The ledger counts {self.charges}; belief and ledger {accord}.",
        ]
        return mimebundle(f"{self.scenario.name} ({self.revision})", lines, self.frames)


def agrees(belief: Belief, charges: int) -> bool:
    """Whether what is believed of one call is what the ledger has of it."""
    wanted = {Belief.DONE: 1, Belief.NOT_DONE: 0}.get(belief)
    return wanted is None or wanted == charges


def play_uncertain(name: str, revision: str = HOME, variant: str = DEFAULT_VARIANT) -> Uncertainty:
    """Play one scenario. Raises KeyError for a name there isn't."""
    return _Journey(UNCERTAIN[name], revision, variant).play()


class _Journey:
    """One call, from the moment that it goes out until nothing more is to be done about it."""

    def __init__(self, scenario: UncertainScenario, revision: str, variant: str) -> None:
        self.scenario = scenario
        self.revision = revision
        self.world = World(variant)
        self.world.tools = {**self.world.tools, **TicketDesk().tools}
        self.caller = Caller(Client(self.world, revision), _policy(scenario))
        self.line = Line(self.caller)
        self.decisions: list[Decision] = []
        self.beliefs: list[Belief] = []
        self.held_back = self.needs_person = False
        self.slow: list[bytes] = []

    def play(self) -> Uncertainty:
        operation = self._call()
        self._lose()
        self.beliefs.append(operation.belief)
        while len(self.decisions) < _STEPS and self._step(operation):
            self.beliefs.append(operation.belief)
        return Uncertainty(
            scenario=self.scenario,
            revision=self.revision,
            frames=tuple(self.line.frames),
            operation=operation,
            decisions=tuple(self.decisions),
            beliefs=tuple(self.beliefs),
            charges=len(self.world.ledger),
            held_back=self.held_back,
            needs_person=self.needs_person,
        )

    def _call(self) -> Operation:
        self.line.send(self.caller.call(self.scenario.tool, self._arguments("order-1")))
        return self.caller.operations[-1]

    def _arguments(self, order: str) -> dict[str, Any]:
        passage = samples.succeeding(self.world)["book_passage"].arguments
        if self.scenario.tool == "book_passage":
            return passage
        return {name: passage[name] for name in passage if name != "idempotency_key"} | {
            "order": order
        }

    def _lose(self) -> None:
        line = self.line
        if self.scenario.lost == "answer":
            line.carry(line.to_server)
        if self.scenario.lost == "slow":
            self.slow.append(line.to_server.pop())
        if self.scenario.by == "close":
            line.close()
            return
        line.to_server.clear()
        line.to_client.clear()
        line.wait(self.caller.client.timeout)
        line.settle()

    def _step(self, operation: Operation) -> bool:
        """Do what the policy says; whether there is something to go on with."""
        decided = self.caller.decide(operation)
        if decided is None:
            return False
        self.decisions.append(decided)
        self._try_another(operation)
        frame = self._frame(operation, decided)
        if frame is None:
            return False
        self.line.send(frame)
        self.line.settle()
        self.line.to_server += self.slow
        self.slow.clear()
        self.line.settle()
        return True

    def _frame(self, operation: Operation, decided: Decision) -> bytes | None:
        if decided.action is ClientAction.RECONCILE_SIDE_EFFECT:
            frame = self.caller.reconcile(operation)
            self.needs_person = frame is None
            return frame
        if decided.action is ClientAction.RETRY_BOUNDED:
            self.line.wait(self.caller.pause(operation))
            return self.caller.again(operation)
        return None

    def _try_another(self, operation: Operation) -> None:
        """While it is unknown, nothing else that acts goes out."""
        if operation.is_unsettled:
            try:
                self.caller.call(self.scenario.tool, self._arguments("order-2"))
            except LocalTrouble:
                self.held_back = True


def _policy(scenario: UncertainScenario) -> Policy:
    known = SEMANTICS[scenario.way] if scenario.host == "careful" else Semantics(acts=False)
    policy = default_policy()
    return replace(policy, tools={**policy.tools, scenario.tool: known})


def _load() -> Mapping[str, UncertainScenario]:
    text = files("mcp_lab.exchange").joinpath("uncertain.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["scenario"]
    made = (UncertainScenario(**row | {"actions": tuple(row["actions"])}) for row in rows)
    return MappingProxyType({each.name: each for each in made})


UNCERTAIN: Final[Mapping[str, UncertainScenario]] = _load()
"""Every scenario by name."""
