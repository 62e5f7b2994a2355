"""A fact: one clause examined against one message."""

from dataclasses import dataclass

from mcp_lab.contract.vocabulary import Level, Standing


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
