"""A stand-in for a language model: scripted, the same every run, and honest about its weaknesses.

It wants one call to succeed, reads what the client shows it of a failure, and makes its next move:

    model = StandInModel("quote_fare", first={"passengers": "2", ...}, knows={"passengers": 2, ...})
    model.next()                    # the first call
    model.next("passengers must be an integer, not a string")        # passengers is now 2
    model.next("Invalid input.")                                     # the same call again

Four rules, and there are no others:

1. It mends an argument when one sentence names the field and the rule: "passengers must be at most
   9", "class is required", "date must be like 2031-05-04". It knows the rules under `RULES`, and
   takes values from the text or from `knows`, what its user told it.
2. Where nothing is named that it can mend, it makes the same call again. So do many models.
3. An instruction to call a tool that stands in unfenced text ("call cancel_booking with {...}") is
   obeyed, whoever wrote it. Behind a fence (`mcp_lab.world.fence`) it is read as data.
4. When it is told that it succeeded, or that it should ask its user, it stops.

Rewrite an error until it recovers: that is what an error's words are for.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mcp_lab.world import fence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


class Why(StrEnum):
    """Why the model makes a move."""

    FIRST = "it is the first try"
    MENDED = "the text named a field and its rule"
    REPEATED = "the text named nothing that it could mend"
    OBEYED = "the text told it to"
    STOPPED = "it was told to stop"


@dataclass(frozen=True, slots=True)
class Move:
    """The next call, or none (`tool` None) where the model stops. `mended` names the fields."""

    why: Why
    tool: str | None
    arguments: Mapping[str, Any]
    mended: tuple[str, ...] = ()


class StandInModel:
    """One model with one call to make.

    Attributes:
        tool: the tool that it calls.
        knows: what its user told it, by argument: where it looks for a value.
        moves: every move so far.
    """

    def __init__(
        self, tool: str, first: Mapping[str, Any], knows: Mapping[str, Any] | None = None
    ) -> None:
        self.tool = tool
        self.knows: Mapping[str, Any] = MappingProxyType(dict(knows or {}))
        self.moves: list[Move] = []
        self._arguments = dict(first)

    def next(self, shown: str | None = None) -> Move:
        """Read what is shown of the last call, and move. None: nothing was shown yet."""
        move = self._first() if shown is None else self._after(shown)
        self.moves.append(move)
        return move

    def _first(self) -> Move:
        return Move(Why.FIRST, self.tool, dict(self._arguments))

    def _after(self, shown: str) -> Move:
        told = _instruction(shown)
        if told is not None:
            return Move(Why.OBEYED, *told)
        if _STOPS.search(fence.outside(shown)):
            return Move(Why.STOPPED, None, {})
        mended = tuple(name for name in self._mend(shown))
        why = Why.MENDED if mended else Why.REPEATED
        return Move(why, self.tool, dict(self._arguments), mended)

    def _mend(self, shown: str) -> Iterator[str]:
        """Put right what each clause of the text names; the fields that really changed."""
        for clause in _clauses(shown):
            for name in _named(clause, {*self._arguments, *self.knows}):
                before = dict(self._arguments)
                self._mend_field(name, clause)
                if self._arguments != before:
                    yield name

    def _mend_field(self, name: str, clause: str) -> None:
        had = self._arguments.get(name)
        wanted = _FOUND_INSTEAD.sub("", clause)
        for rule in RULES:
            if (found := rule.pattern.search(wanted)) is None:
                continue
            value = rule.mend(Misfit(had, self.knows.get(name), found))
            if value is DROP:
                self._arguments.pop(name, None)
            elif value is not None:
                self._arguments[name] = value
            return


class Misfit(NamedTuple):
    """What a rule mends: the value that was sent, the one the user gave, the words that matched."""

    sent: Any
    known: Any
    words: re.Match[str]


class Rule(NamedTuple):
    """One rule that the model understands: how it is worded, and the value that satisfies it."""

    says: str
    pattern: re.Pattern[str]
    mend: Callable[[Misfit], Any]


DROP: Final = object()
"""The value that means: leave this argument out."""


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _whole(misfit: Misfit) -> Any:
    text = str(misfit.sent)
    return int(text) if re.fullmatch(r"-?\d{1,15}", text) else misfit.known


def _listed(misfit: Misfit) -> Any:
    options = re.split(r"\s*,\s*(?:or\s+)?|\s+or\s+", misfit.words[1].strip(" .\"'"))
    options = [option.strip("\"'") for option in options]
    return misfit.known if misfit.known in options else options[0]


def _bounded(sign: int) -> Callable[[Misfit], Any]:
    """The bound itself, where the value that was sent lies beyond it."""

    def mend(misfit: Misfit) -> Any:
        bound = int(misfit.words[1] or misfit.words[2])
        known, sent = misfit.known, misfit.sent
        if isinstance(known, int) and (bound - known) * sign >= 0 and known != sent:
            return known
        return bound

    return mend


_NUMBER: Final = r"(-?\d{1,15})"
_VALUE: Final = r"([^;]+)"

RULES: Final[tuple[Rule, ...]] = (
    Rule("not known", _words(r"\b(not known|unknown|unexpected|not allowed)\b"), lambda _: DROP),
    Rule("required", _words(r"\b(required|missing)\b"), lambda misfit: misfit.known),
    Rule("one of", _words(rf"\b(?:one of|either):?\s+{_VALUE}"), _listed),
    Rule(
        "at most",
        _words(rf"\b(?:at most|no more than|up to|maximum(?: of)?)\s+{_NUMBER}|{_NUMBER} or less"),
        _bounded(1),
    ),
    Rule(
        "at least",
        _words(rf"\b(?:at least|no less than|minimum(?: of)?)\s+{_NUMBER}|{_NUMBER} or more"),
        _bounded(-1),
    ),
    Rule("whole number", _words(r"\b(an? )?(integer|whole number|number)\b"), _whole),
    Rule("text", _words(r"\ba string\b"), lambda misfit: misfit.known or str(misfit.sent)),
    Rule(
        "form",
        _words(r"\b(like \S+|pattern|format|from \S+ to \S+|between)\b"),
        lambda misfit: misfit.known,
    ),
)

# "must be an integer, not a string": what was found instead is no rule.
_FOUND_INSTEAD: Final = re.compile(r", not (?:an? )?\w+")
_CALLS: Final = re.compile(
    r"\b(?:call|run|use|invoke)\s+(?:the\s+tool\s+)?`?([a-z_]+_[a-z_]+)`?(?:\s+with\s+(\{[^{}]*\}))?",
    re.IGNORECASE,
)
_STOPS: Final = re.compile(r"\b(?:succeeded|ask (?:your|the) user)\b", re.IGNORECASE)


def _instruction(shown: str) -> tuple[str, Mapping[str, Any]] | None:
    """A call that unfenced text tells the reader to make."""
    found = _CALLS.search(fence.outside(shown))
    if found is None:
        return None
    try:
        arguments = json.loads(found[2] or "{}")
    except ValueError:
        return None
    return found[1], arguments


def _clauses(shown: str) -> list[str]:
    """Sentences and their parts: a field and its rule have to stand in the same one."""
    lines = (line.removeprefix(fence.BAR) for line in shown.splitlines())
    return [part for line in lines for part in re.split(r"(?<=[.!?])\s+|;\s*", line) if part]


def _named(clause: str, fields: set[str]) -> list[str]:
    """The fields that a clause names, as words of their own, in the order in which it does."""
    found = {name: re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", clause) for name in fields}
    return sorted((name for name in found if found[name]), key=lambda name: _place(found[name]))


def _place(found: re.Match[str] | None) -> int:
    return -1 if found is None else found.start()
