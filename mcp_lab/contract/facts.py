"""A fact: one clause examined against one message, or against what happened."""

from dataclasses import dataclass, replace

from mcp_lab.contract.clauses import clause
from mcp_lab.contract.vocabulary import Level, Standing, standing_of


@dataclass(frozen=True, slots=True)
class Fact:
    """What holds of a message, with its evidence and the clause that it rests on.

    `holds` is None where the clause does not apply. `evidence` quotes the member that decides,
    shortened; `says` is the clause in the revision's terms, with the reason where it is open.
    """

    name: str
    holds: bool | None
    clause: str
    evidence: str
    says: str = ""
    revision: str | None = None
    standing: Standing | None = None
    level: Level | None = None
    source: str = ""


def fact_at(
    clause_id: str,
    revision: str,
    holds: bool | None,  # noqa: FBT001 - read aloud: the clause, then, holds
    evidence: str = "",
    *,
    name: str = "",
) -> Fact:
    """The fact of a clause at a revision, called after its clause unless it has a `name`.

    Where the revision has no text of the clause, it does not apply. Raises KeyError on no such
    clause.
    """
    said = clause(clause_id)
    text = said.at(revision)
    if text is None:
        unsaid = Fact(name or clause_id, None, clause_id, "", said.says, revision)
        return replace(unsaid, standing=Standing.NOT_APPLICABLE)
    fell_open = holds is False and text.open is not None
    return Fact(
        name=name or clause_id,
        holds=holds,
        clause=clause_id,
        evidence=evidence,
        says=f"{text.says} Open: {text.open}" if fell_open else text.says,
        revision=revision,
        standing=standing_of(holds=holds, level=text.level, is_open=text.open is not None),
        level=text.level,
        source=text.source,
    )
