"""Examining a message: every clause that can be told from a frame, walked in order, one fact each.

The clauses are data; what they test is a small named function in one of four tables, or the
envelope's defects. A clause says at which revisions it is a clause, how strongly, and with which
values; nothing here knows a revision.
"""

from collections.abc import Mapping
from functools import cache

from mcp_lab.contract import calls, codes, responses, results
from mcp_lab.contract.clauses import Clause, Text, clause, clauses
from mcp_lab.contract.envelopes import CONCERNS, told_by_defects
from mcp_lab.contract.facts import Fact
from mcp_lab.contract.frame import NOT_APPLICABLE, Finding, Frame, Test
from mcp_lab.contract.settle import settle
from mcp_lab.contract.vocabulary import REVISIONS, Standing, standing_of
from mcp_lab.wire import Decoded

TESTS: Mapping[str, Test] = {**calls.TESTS, **responses.TESTS, **codes.TESTS, **results.TESTS}


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
    told = (each for each in clauses().values() if each.id in CONCERNS or each.id in TESTS)
    facts = tuple(_fact(each, frame) for each in told)
    return facts if situation is None else facts + settle(frame, situation)


def _fact(each: Clause, frame: Frame) -> Fact:
    text = each.at(frame.revision)
    finding = NOT_APPLICABLE if text is None else _finding(each, frame, text)
    if text is None or finding is NOT_APPLICABLE:
        return _of_no_concern(each.id, frame.revision)
    told = text.open is not None and finding.holds is False
    return Fact(
        name=each.id,
        holds=finding.holds,
        clause=each.id,
        evidence=finding.evidence,
        says=f"{text.says} Open: {text.open}" if told else text.says,
        revision=frame.revision,
        standing=standing_of(holds=finding.holds, level=text.level, is_open=text.open is not None),
        level=text.level,
        source=text.source,
    )


@cache
def _of_no_concern(clause_id: str, revision: str) -> Fact:
    """The fact of a clause that does not concern a message: most facts of most messages."""
    text = clause(clause_id).at(revision)
    return Fact(
        name=clause_id,
        holds=None,
        clause=clause_id,
        evidence="",
        says=clause(clause_id).says if text is None else text.says,
        revision=revision,
        standing=Standing.NOT_APPLICABLE,
        level=None if text is None else text.level,
        source="" if text is None else text.source,
    )


def _finding(each: Clause, frame: Frame, text: Text) -> Finding:
    if each.id in CONCERNS:
        return told_by_defects(each, frame)
    return TESTS[each.id](frame, text.terms)
