"""One frame against all revisions: what falls or is open somewhere, merged to one entry a finding.

The facts are the contract's; the envelope's defects keep the names that `wire` gave them, so that
a frame is called wrong by the same word wherever it is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from mcp_lab.contract import REVISIONS, Fact, Level, Standing, clause, clauses, examine, standing_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.wire import Decoded, Defect

NOT_JUDGED_YET: Final = "not-judged-yet"
"""The name of the entry that says which method's content nobody has looked at."""

_AT_EASE: Final = frozenset({Standing.FINE, Standing.NOT_APPLICABLE})
_JUDGED_METHODS: Final = "kit.judged-methods"

_Facts: TypeAlias = dict[str, tuple[Fact, ...]]  # by clause: one fact a revision, oldest first


@dataclass(frozen=True, slots=True)
class Place:
    """How a finding stands at one revision; level and source are None where it has no such text."""

    standing: Standing
    level: Level | None
    source: str | None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that falls, or is open, at one revision or more.

    Attributes:
        name: the envelope defect's name, or else the clause's.
        clause: the id of the clause that it rests on.
        says: what was found, in a sentence.
        revisions: its place at each of the five revisions, oldest first.
    """

    name: str
    clause: str
    says: str
    revisions: Mapping[str, Place]

    def standing(self, revision: str) -> Standing:
        """How it stands at a revision."""
        return self.revisions[revision].standing


def judge(message: Decoded, request: Decoded | None = None) -> tuple[Finding, ...]:
    """Judge one message, beside the request that it answers where that is known.

    Of a batch only the batch is judged; its members are messages of their own.
    """
    facts = _facts(message, request)
    not_judged = facts.pop(_JUDGED_METHODS)
    named = [found for defect in message.defects if (found := _of_defect(defect, facts))]
    told = {found.clause for found in named}
    rest = [facts[each] for each in facts if each not in told and _is_at_issue(facts[each])]
    unseen = _not_judged(not_judged)
    return (*named, *map(_of_clause, rest), *unseen)


def beyond_a_frame(
    name: str, clause_id: str, says: str, standing: Standing | None = None
) -> Finding:
    """Make a finding that no single frame shows. Its standing is given, or follows from levels."""
    places = {}
    for revision in REVISIONS:
        text = clause(clause_id).at(revision)
        if text is None:
            places[revision] = Place(Standing.NOT_APPLICABLE, None, None)
            continue
        is_open = text.open is not None
        follows = standing_of(holds=False, level=text.level, is_open=is_open)
        places[revision] = Place(standing or follows, text.level, text.source)
    return Finding(name, clause_id, says, MappingProxyType(places))


def _facts(message: Decoded, request: Decoded | None) -> _Facts:
    by_clause: dict[str, list[Fact]] = {}
    for revision in REVISIONS:
        for fact in examine(message, request, revision):
            by_clause.setdefault(fact.clause, []).append(fact)
    return {clause_id: tuple(facts) for clause_id, facts in by_clause.items()}


def _of_defect(defect: Defect, facts: _Facts) -> Finding | None:
    """Tell a defect by its own name, on the clause that it breaks here.

    None where the contract looked and finds it fine at every revision. Where no clause concerns
    it the defect is told all the same: better told without a judgement than not at all.
    """
    concerned = [facts[each] for each in _clauses_of(defect.name) if each in facts]
    at_issue = next((each for each in concerned if _is_at_issue(each)), None)
    if at_issue is None and any(fact.holds for each in concerned for fact in each):
        return None
    merged = _of_clause(at_issue or concerned[0])
    return Finding(defect.name, merged.clause, defect.says, merged.revisions)


@cache
def _clauses_of(defect: str) -> tuple[str, ...]:
    """The clauses that an envelope defect may break; which one depends on the kind of message."""
    return tuple(each.id for each in clauses().values() if defect in each.defects)


def _is_at_issue(facts: tuple[Fact, ...]) -> bool:
    """Whether a clause falls, or is open, at any revision."""
    return any(fact.standing not in _AT_EASE for fact in facts)


def _of_clause(facts: tuple[Fact, ...]) -> Finding:
    """Merge the facts of one clause, one a revision, to one finding."""
    places = {
        str(fact.revision): Place(
            fact.standing or Standing.NOT_APPLICABLE, fact.level, fact.source or None
        )
        for fact in facts
    }
    told = next((fact for fact in reversed(facts) if fact.holds is False), facts[-1])
    says = f"{told.says} Found: {told.evidence}." if told.evidence else told.says
    return Finding(told.name, told.clause, says, MappingProxyType(places))


def _not_judged(facts: tuple[Fact, ...]) -> tuple[Finding, ...]:
    """Say that a method's content is not judged yet, where the contract says so by its evidence."""
    if not facts[-1].evidence:
        return ()
    return (replace(_of_clause(facts), name=NOT_JUDGED_YET),)
