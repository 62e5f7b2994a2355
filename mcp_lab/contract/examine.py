"""Examining a message: every clause that can be told from a frame, walked in order, one fact each.

The clauses are data; what they test is a small named function in one of a few tables, or the
envelope's defects. A clause says at which revisions it is a clause, how strongly, and with which
values; nothing here knows a revision. A clause whose terms name a method (`params_of`, `result_of`)
concerns only its calls, or only what answers them.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from mcp_lab.contract import asking, calls, codes, responses, results
from mcp_lab.contract.clauses import Clause, Text, clauses
from mcp_lab.contract.envelopes import CONCERNS, told_by_defects
from mcp_lab.contract.facts import Fact, fact_at
from mcp_lab.contract.frame import NOT_APPLICABLE, Finding, Frame, Test
from mcp_lab.contract.methods import methods
from mcp_lab.contract.settle import settle
from mcp_lab.contract.vocabulary import REVISIONS
from mcp_lab.wire import Decoded


class _Row(NamedTuple):
    """A clause to be told at a revision: its place among the facts, its text, what tells it."""

    place: int
    clause: Clause
    text: Text
    test: Test | None


class _Plan(NamedTuple):
    """What there is to tell at a revision: of every frame, of a method's calls, of their answers.

    `facts` are those of a message that nothing concerns.
    """

    facts: tuple[Fact, ...]
    always: tuple[_Row, ...]
    params_of: Mapping[str, tuple[_Row, ...]]
    result_of: Mapping[str, tuple[_Row, ...]]


@cache
def tellers() -> Mapping[str, Test]:
    """What tells each clause that the envelope's defects do not tell, by the clause's id."""
    told = {**calls.TESTS, **responses.TESTS, **codes.TESTS, **results.TESTS, **asking.TESTS}
    for each in methods().values():
        if each.form:
            told[f"{each.id}-params"] = calls.params_of_method
        if each.result is not None:
            told[f"{each.id}-result"] = results.result_of_method
    return told


def examine(
    message: Decoded, request: Decoded | None, revision: str, *, situation: str | None = None
) -> tuple[Fact, ...]:
    """What holds of a message at a revision: one fact for each clause that a frame can tell.

    `request` is what the message answers, or None where it stands alone; a call answers nothing.
    A fact is named as its clause, and its `holds` is None where the clause does not concern the
    message or the revision has no such clause; the facts are the same, in the same order, at every
    revision. Of a batch, the batch is judged; its members are messages of their own, each to be
    examined with its own request. With a `situation`, the facts of `settle` follow.

    Raises KeyError on a revision or a situation that does not exist.
    """
    if revision not in REVISIONS:
        raise KeyError(f"no revision is called {revision!r}; there are {', '.join(REVISIONS)}")
    frame = Frame(message, request, revision)
    plan = _plan(revision)
    facts = list(plan.facts)
    for row in _concerned(frame, plan):
        finding = (
            row.test(frame, row.text.terms) if row.test else told_by_defects(row.clause, frame)
        )
        if finding is not NOT_APPLICABLE:
            facts[row.place] = fact_of(row.clause.id, row.text, finding)
    return tuple(facts) if situation is None else (*facts, *settle(frame, situation))


def _concerned(frame: Frame, plan: _Plan) -> Iterator[_Row]:
    yield from plan.always
    if frame.is_call:
        yield from plan.params_of.get(method_of(frame.message), ())
    elif frame.request is not None and frame.request.kind == "request":
        yield from plan.result_of.get(method_of(frame.request), ())


def method_of(call: Decoded) -> str:
    """The name of the method that is called; empty where there is none to be read."""
    return call.method if isinstance(call.method, str) else ""


@cache
def _plan(revision: str) -> _Plan:
    told = [each for each in clauses().values() if each.id in CONCERNS or each.id in tellers()]
    always: list[_Row] = []
    of: dict[str, dict[str, tuple[_Row, ...]]] = {"params_of": {}, "result_of": {}}
    for place, each in enumerate(told):
        text = each.at(revision)
        if text is None:
            continue
        row = _Row(place, each, text, tellers().get(each.id))
        bound = [(kind, text.terms[kind]) for kind in of if kind in text.terms]
        for kind, method in bound:
            of[kind][method] = (*of[kind].get(method, ()), row)
        if not bound:
            always.append(row)
    facts = tuple(fact_of_no_concern(each.id, revision) for each in told)
    return _Plan(facts, tuple(always), of["params_of"], of["result_of"])


def fact_of(clause_id: str, text: Text, finding: Finding) -> Fact:
    """The fact of a clause that concerns a message, at the revision of this text."""
    return fact_at(clause_id, text.revision, finding.holds, finding.evidence)


def fact_of_no_concern(clause_id: str, revision: str) -> Fact:
    """The fact of a clause that does not concern a message: most facts of most messages."""
    return fact_at(clause_id, revision, None)
