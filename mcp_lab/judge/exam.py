"""The exam: what `check.py` sees of an answer, and where it writes its facts down.

    def check(exam):
        for given in exam.cases():
            kind = exam.ask(frame=given["frame"])
            exam.fact("kind", kind == "request", clause="…", evidence=f"it said {kind!r}")

A reply that is no value ends the check there (`Stopped`): the verdict follows from the table, and
the facts that were not reached stay unreached.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcp_lab.contract import Fact
from mcp_lab.contract import clause as clause_of
from mcp_lab.judge.challenge import Challenge, given
from mcp_lab.judge.choices import ChoiceTrouble, canonical_choice, still_open
from mcp_lab.judge.port import Port, Raised, Reply, Value, clip
from mcp_lab.judge.said import fit
from mcp_lab.judge.values import copied
from mcp_lab.judge.verdict import TABLE, UNFINISHED, UNFIT, Row, Shown

LONGEST_EVIDENCE = 400
# Raised by a slip of the pen as a rule: what helps then is the line, not the fact.
_SLIPS = (
    "NameError",
    "UnboundLocalError",
    "TypeError",
    "AttributeError",
    "ImportError",
    "ModuleNotFoundError",
    "NotGiven",
)
_Asked = object()


class ExamBroken(Exception):  # noqa: N818 - said of check.py
    """`check.py` uses the exam wrongly: an unknown fact, a mistake that doesn't exist."""


class Stopped(BaseException):
    """The check can't go on: `row` and `said` make the verdict, `reply` is what came back.

    No `Exception`, so that a check's own `except Exception` can't swallow it.
    """

    def __init__(self, row: Row, said: str, reply: Reply | None = None) -> None:
        """Keep what makes the verdict."""
        super().__init__(said)
        self.row, self.said, self.reply = row, said, reply


@dataclass(frozen=True, slots=True)
class Fallen:
    """What is shown of a fact that fell: the next step, the mistake recognised, the frames."""

    next: str
    mistake: str | None
    frames: tuple[Shown, ...]


class Exam:
    """One answer under examination."""

    def __init__(self, challenge: Challenge, port: Port, variants: Sequence[str]) -> None:
        """`variants`: the learner's own first, then the fresh ones."""
        self._challenge, self._port, self._variants = challenge, port, tuple(variants)
        self._now = 0
        self._given = given(challenge, self._variants[0])
        self._facts: dict[str, Fact] = {}
        self._fallen: dict[str, Fallen] = {}
        self._read: Any = _Asked
        self._slips: set[str] = set()

    @property
    def given(self) -> dict[str, Any]:
        """The learner's own data, a copy of its own each time."""
        return dict(copied(self._given))

    def cases(self) -> Iterator[dict[str, Any]]:
        """The learner's own data first; for a function, fresh data after it."""
        yield self.given
        fresh = self._variants[1:] if self._challenge.kind == "function" else ()
        try:
            for number, variant in enumerate(fresh, 1):
                self._now = number
                yield given(self._challenge, variant)
        finally:
            self._now = 0

    def ask(self, **arguments: Any) -> Any:
        """The value that the learner's function returns for these keyword arguments."""
        return self._value(self._ask(arguments))

    def attempt(self, **arguments: Any) -> Value | Raised:
        """Like `ask`, but raising is an observation too: it comes back and the check goes on."""
        reply = self._ask(arguments)
        if isinstance(reply, Raised) and reply.class_name in _SLIPS:
            self._slips.add(reply.told)
        return reply if isinstance(reply, Raised) else Value(self._value(reply))

    def answer(self) -> Any:
        """The value of a choice or data answer; a choice in its full form, every item answered."""
        if self._challenge.kind == "function":
            raise ExamBroken("a function is asked with exam.ask(…); it has no value to read")
        if self._read is _Asked:
            value = self._value(self._port.ask(self._challenge.answer, None))
            self._read = self._chosen(value) if self._challenge.kind == "choice" else value
        return copied(self._read)

    def fact(  # noqa: PLR0913 - each is one thing a fact may tell
        self,
        name: str,
        holds: bool,  # noqa: FBT001 - read aloud: fact "kind" holds
        *,
        clause: str = "",
        revision: str | None = None,
        evidence: str = "",
        try_: str = "",
        mistake: str | None = None,
        frames: Mapping[str, str] | None = None,
    ) -> bool:
        """Write a fact down; it holds only if it holds every time it is examined.

        `revision` is the one it was examined at, where the challenge speaks of several: the clause
        is then cited as that one puts it. `mistake` names the file of wrong/ that explains exactly
        this; it is heard only when the fact falls. Returns `holds`.
        """
        self._accept(name, holds, mistake)
        self._accept_clause(name, clause, revision)
        before = self._facts.get(name)
        if before is None or (before.holds and not holds):
            said = clip(fit(evidence), LONGEST_EVIDENCE) + ("" if holds else self.where)
            self._facts[name] = Fact(name, holds, clause, said.strip(), revision=revision)
        if not holds and name not in self._fallen:
            shown = tuple(Shown(label, fit(text)) for label, text in (frames or {}).items())
            slip = mistake is None and any(told in evidence for told in self._slips)
            self._fallen[name] = Fallen(self._mend() if slip else try_, mistake, shown)
        return holds

    @property
    def where(self) -> str:
        """On which data, when it is not the learner's own: with it a failure can be replayed."""
        return f" (fresh data, variant {self._variants[self._now]})" if self._now else ""

    def facts(self) -> tuple[Fact, ...]:
        """Every listed fact in precedence order; unreached ones neither hold nor fall."""
        return tuple(
            self._facts.get(name) or Fact(name, None, "", "not reached")
            for name in self._challenge.facts
        )

    def first_fallen(self) -> tuple[Fact, Fallen] | None:
        """The first fact in precedence order that does not hold, and what is shown of it."""
        fell = next((fact for fact in self.facts() if fact.holds is False), None)
        return (fell, self._fallen[fell.name]) if fell else None

    def _mend(self) -> str:
        """The next step where the evidence is that the answer raised by a slip."""
        return TABLE[Raised].next.format(answer=f"`{self._challenge.answer}`")

    def _ask(self, arguments: Mapping[str, Any]) -> Reply:
        if self._challenge.kind != "function":
            raise ExamBroken(
                f"a {self._challenge.kind} answer is read with exam.answer(), not asked"
            )
        return self._port.ask(self._challenge.answer, arguments)

    def _value(self, reply: Reply) -> Any:
        if isinstance(reply, Value):
            return reply.value
        raise Stopped(TABLE[type(reply)], self.where, reply)

    def _chosen(self, value: Any) -> dict[str, dict[str, Any]]:
        try:
            full = canonical_choice(self._given, value)
        except ChoiceTrouble as trouble:
            raise Stopped(UNFIT, str(trouble)) from None
        missing = still_open(self._given, full)
        if missing:
            raise Stopped(UNFINISHED, f"nothing is chosen yet for {', '.join(missing)}")
        return full

    def _accept_clause(self, name: str, cited: str, revision: str | None) -> None:
        """Hold check.py to its clauses and revisions, and a revision to having the clause."""
        challenge = self._challenge
        if cited and cited not in challenge.clauses:
            raise ExamBroken(f"fact {name!r}: clause {cited!r} is not listed in challenge.toml")
        if revision is None:
            return
        if revision not in challenge.revisions:
            raise ExamBroken(f"fact {name!r}: {revision!r} is no revision of challenge.toml")
        if cited and clause_of(cited).at(revision) is None:
            raise ExamBroken(f"fact {name!r}: clause {cited!r} has no text at {revision}")

    def _accept(self, name: str, holds: object, mistake: str | None) -> None:
        """Hold check.py to its own challenge.toml and wrong/."""
        challenge = self._challenge
        if name not in challenge.facts:
            raise ExamBroken(f"fact {name!r} is not listed in challenge.toml")
        if not isinstance(holds, bool):
            raise ExamBroken(f"fact {name!r}: holds is a {type(holds).__name__}, not a bool")
        if mistake is None:
            return
        if mistake not in challenge.mistakes:
            raise ExamBroken(f"fact {name!r}: there is no wrong/{mistake}.py")
        if challenge.mistakes[mistake].fact != name:
            falls = challenge.mistakes[mistake].fact
            raise ExamBroken(f"wrong/{mistake}.py falls at {falls!r}, not at {name!r}")
