"""One frame against all revisions: what falls or is open somewhere, merged to one entry a finding.

The facts are the contract's; the envelope's defects keep the names that `wire` gave them, so that
a frame is called wrong by the same word wherever it is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mcp_lab.contract import REVISIONS, Level, Standing, clause, clauses, standing_of
from mcp_lab.contract.across import Told, across
from mcp_lab.contract.conversation import is_excused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.contract import Text
    from mcp_lab.contract.conversation import Observation
    from mcp_lab.wire import Decoded, Defect

NOT_JUDGED: Final = "not-judged"
"""The name of the entry that says of which method nobody but its author knows the content."""

_AT_EASE: Final = frozenset({Standing.FINE, Standing.NOT_APPLICABLE})
_JUDGED_METHODS: Final = "kit.judged-methods"
# What a conversation shows has a name of its own where the clause is about more than that.
_CONVERSED: Final = {
    "request.id-unique": "id-used-again",
    "response.only-one": "answered-again",
    "response.same-id": "request-not-seen",
}


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
        found: the member that decides, quoted, where `says` ends with it; else empty.
    """

    name: str
    clause: str
    says: str
    revisions: Mapping[str, Place]
    found: str = ""

    def standing(self, revision: str) -> Standing:
        """How it stands at a revision."""
        return self.revisions[revision].standing

    @property
    def unplaced(self) -> bool:
        """Whether it stands nowhere: it is told beside another finding, which does."""
        return all(place.standing == Standing.NOT_APPLICABLE for place in self.revisions.values())


def judge(message: Decoded, request: Decoded | None = None) -> tuple[Finding, ...]:
    """Judge one message, beside the request that it answers where that is known.

    Of a batch only the batch is judged; its members are messages of their own.
    """
    told = {each.clause.id: each for each in across(message, request)}
    not_judged = told.pop(_JUDGED_METHODS, None)
    named = [found for defect in message.defects if (found := _of_defect(defect, told))]
    done = {found.clause for found in named}
    rest = [_of_clause(each) for name, each in told.items() if name not in done and each.falls]
    return (*named, *rest, *_not_judged(not_judged))


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


def observed(observation: Observation) -> Finding | None:
    """Tell what a conversation shows beyond its frames; None where no revision minds.

    What may have its excuse in lines that are not there is open, however strong the clause.
    """
    told = clause(observation.clause)
    texts = [told.at(revision) for revision in REVISIONS]
    standings = tuple(_observed(observation, text) for text in texts)
    at_issue = [
        text.says
        for text, standing in zip(texts, standings, strict=True)
        if text is not None and standing not in _AT_EASE
    ]
    if not at_issue:
        return None
    name = _CONVERSED.get(observation.clause, observation.clause)
    says = f"{at_issue[-1]} Found: {observation.evidence}."
    return Finding(name, told.id, says, _places(told.id, standings), observation.evidence)


def _observed(observation: Observation, text: Text | None) -> Standing:
    if text is None:
        return Standing.NOT_APPLICABLE
    holds = observation.holds or is_excused(observation, text)
    is_open = text.open is not None or not observation.certain
    return standing_of(holds=holds, level=text.level, is_open=is_open)


def _of_defect(defect: Defect, told: Mapping[str, Told]) -> Finding | None:
    """Tell a defect by its own name, on the clause that it breaks here.

    None where the contract looked and finds it fine at every revision. Where no clause concerns
    it the defect is told all the same: better told without a judgement than not at all.
    """
    clauses_of = _clauses_of(defect.name)
    concerned = [told[each] for each in clauses_of if each in told]
    falls = next((each for each in concerned if each.falls), None)
    if falls is None and any(finding.holds for each in concerned for finding in each.findings):
        return None
    merged = _of_clause(falls or _of_no_concern(clauses_of[0]))
    return replace(merged, name=defect.name, says=defect.says, found="")


@cache
def _clauses_of(defect: str) -> tuple[str, ...]:
    """The clauses that an envelope defect may break; which one depends on the kind of message."""
    return tuple(each.id for each in clauses().values() if defect in each.defects)


def _of_no_concern(clause_id: str) -> Told:
    return Told.nowhere(clause(clause_id))


def _of_clause(told: Told) -> Finding:
    """What a clause says at every revision, as one finding; its words are the newest that fall."""
    fact = told.telling
    says = f"{fact.says} Found: {fact.evidence}." if fact.evidence else fact.says
    return Finding(
        fact.name, fact.clause, says, _places(fact.clause, told.standings), fact.evidence
    )


@cache
def _places(clause_id: str, standings: tuple[Standing, ...]) -> Mapping[str, Place]:
    """Where a clause's text stands, by revision, with these standings: few, and told often."""
    return MappingProxyType(
        {
            revision: Place(standing, text.level if text else None, text.source if text else None)
            for revision, standing in zip(REVISIONS, standings, strict=True)
            for text in (clause(clause_id).at(revision),)
        }
    )


def _not_judged(told: Told | None) -> tuple[Finding, ...]:
    """Say that a method's content is not judged, where the contract says so by its evidence."""
    if told is None or not told.findings[-1].evidence:
        return ()
    return (replace(_of_clause(told), name=NOT_JUDGED),)
