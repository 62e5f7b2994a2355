"""Examining a message at all revisions at once, for whoever asks what is at issue anywhere.

Most of what a frame shows is the same whichever revision looks at it. So a test is asked once for
all revisions that give it the same terms, and again only where it looked which revision it is asked
at: what a test looked at is all that its finding can depend on. What the envelope's defects tell is
not asked at all of a frame that has none of them.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from mcp_lab.contract import asking, codes, responses, results
from mcp_lab.contract.clauses import Clause, Text, clauses
from mcp_lab.contract.envelopes import CONCERNS, told_by_defects
from mcp_lab.contract.examine import fact_of, fact_of_no_concern, method_of, tellers
from mcp_lab.contract.facts import Fact
from mcp_lab.contract.frame import NOT_APPLICABLE, Finding, Frame, Test
from mcp_lab.contract.vocabulary import REVISIONS, Standing, standing_of
from mcp_lab.wire import Decoded

_NEWEST_FIRST = range(len(REVISIONS) - 1, -1, -1)
_Binding = tuple[str, str] | None  # ("params_of" or "result_of", method): what it concerns alone


class Told(NamedTuple):
    """What a clause says of a message: one finding a revision, oldest first."""

    clause: Clause
    findings: tuple[Finding, ...]

    @classmethod
    def nowhere(cls, clause: Clause) -> "Told":
        """A clause that concerns the message at no revision."""
        return cls(clause, (NOT_APPLICABLE,) * len(REVISIONS))

    @property
    def falls(self) -> bool:
        """Whether the clause does not hold, at one revision or more."""
        return any(finding.holds is False for finding in self.findings)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Where the message stands towards the clause, by revision, oldest first."""
        return tuple(map(self._standing, REVISIONS, self.findings))

    @property
    def telling(self) -> Fact:
        """The fact that tells it best: of the newest revision at which it falls, else of all."""
        falls = (each for each in _NEWEST_FIRST if self.findings[each].holds is False)
        return self.fact(next(falls, _NEWEST_FIRST[0]))

    def fact(self, place: int) -> Fact:
        """The fact that `examine` gives at the revision of this place."""
        text, finding = self.clause.at(REVISIONS[place]), self.findings[place]
        if text is None or finding is NOT_APPLICABLE:
            return fact_of_no_concern(self.clause.id, REVISIONS[place])
        return fact_of(self.clause.id, text, finding)

    def _standing(self, revision: str, finding: Finding) -> Standing:
        text = self.clause.at(revision)
        if text is None or finding.holds is None:
            return Standing.NOT_APPLICABLE
        return standing_of(holds=finding.holds, level=text.level, is_open=text.open is not None)


class _Row(NamedTuple):
    """A clause, what tells it (None: the envelope's defects), and its texts.

    Neighbouring texts with the same terms stand together, each with its revision's place.
    """

    clause: Clause
    test: Test | None
    alike: tuple[tuple[tuple[int, Text], ...], ...]


class _Carries(NamedTuple):
    """What a message has: which clauses are worth asking follows from it."""

    defects: bool
    result: bool
    error: bool


class _Watched(Frame):
    """A frame that notes whether anybody looked which revision it is examined at."""

    __slots__ = ("_now", "looked")

    _now: str
    looked: bool

    def __init__(self, message: Decoded, request: Decoded | None) -> None:
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "request", request)

    @property
    def revision(self) -> str:
        """The revision that it is examined at."""
        object.__setattr__(self, "looked", True)
        return self._now

    def at(self, revision: str) -> None:
        """Go to a revision, at which nobody has looked so far."""
        object.__setattr__(self, "_now", revision)
        object.__setattr__(self, "looked", False)


def across(message: Decoded, request: Decoded | None) -> Iterator[Told]:
    """Yield what clauses say of a message at all revisions, in the order of examination.

    At each revision it is what `examine` says. Left out is a clause that concerns the message
    nowhere, and one that the envelope's defects tell where the message has none of them.
    """
    frame = _Watched(message, request)
    defects = {defect.name for defect in message.defects}
    carries = _Carries(bool(defects), frame.has("result"), frame.has("error"))
    for row in _rows(_binding(frame), carries):
        if row.test is None and defects.isdisjoint(row.clause.defects):
            continue
        findings = _findings(row, frame)
        if findings is not None:
            yield Told(row.clause, findings)


def _findings(row: _Row, frame: _Watched) -> tuple[Finding, ...] | None:
    """One finding a revision; None where the clause concerns the message at none."""
    found = [NOT_APPLICABLE] * len(REVISIONS)
    concerned = False
    for texts in row.alike:
        finding = None
        for place, text in texts:
            if finding is None or frame.looked:
                frame.at(text.revision)
                finding = _ask(row, frame, text)
                concerned |= finding is not NOT_APPLICABLE
            found[place] = finding
    return tuple(found) if concerned else None


def _ask(row: _Row, frame: Frame, text: Text) -> Finding:
    if row.test is None:
        return told_by_defects(row.clause, frame)
    return row.test(frame, text.terms)


def _binding(frame: Frame) -> _Binding:
    """The method whose form there is to look at, if it is known and there is one."""
    bound: _Binding = None
    if frame.is_call:
        bound = "params_of", method_of(frame.message)
    elif frame.request is not None and frame.request.kind == "request":
        bound = "result_of", method_of(frame.request)
    return bound if bound in _bindings() else None


@cache
def _bindings() -> frozenset[_Binding]:
    return frozenset(map(_bound, clauses().values()))


@cache
def _rows(binding: _Binding, carries: _Carries) -> tuple[_Row, ...]:
    """The rows that may concern a message with this binding that carries this, in order."""
    told = (each for each in clauses().values() if each.id in CONCERNS or each.id in tellers())
    bound = (each for each in told if _bound(each) in {None, binding})
    return tuple(_row(each) for each in bound if _may_concern(each.id, carries))


def _may_concern(clause_id: str, carries: _Carries) -> bool:
    """Whether a clause may concern a message, by the table that its test stands in."""
    if clause_id in CONCERNS:
        return carries.defects
    if clause_id in results.TESTS:
        return carries.result
    if clause_id in codes.TESTS:
        return carries.error
    of_answers = clause_id in responses.TESTS or clause_id in asking.TESTS
    return not of_answers or carries.result or carries.error


def _bound(clause: Clause) -> _Binding:
    """The binding of a clause: all its texts have the same."""
    terms = next(iter(clause.texts.values())).terms
    return next(((kind, terms[kind]) for kind in ("params_of", "result_of") if kind in terms), None)


def _row(clause: Clause) -> _Row:
    """A clause's row. Neighbouring revisions with equal terms stand together."""
    texts = [(REVISIONS.index(each), text) for each, text in clause.texts.items()]
    texts.sort(key=lambda each: each[0])
    alike = tuple(tuple(group) for _, group in groupby(texts, key=_terms))
    return _Row(clause, tellers().get(clause.id), alike)


def _terms(placed: tuple[int, Text]) -> Mapping[str, Any]:
    return placed[1].terms
