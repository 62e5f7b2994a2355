"""The clauses: sentences of the protocol, each with its level and source by revision.

The files in `clauses/` hold them, one a topic; nothing here knows a rule. A [[clause]] says its
sentence once, in our own words; its [[clause.text]] rows say how each revision puts it:

    revisions    "all", one revision, or "first..last" with either end left out
    level        MUST SHOULD MAY schema JSON-RPC listed example good-practice policy
    prohibition  true where the text forbids ("MUST NOT"); left out: it asks
    source       where it stands; {revision} stands for each revision of the row
    open         why the text leaves it open: it is silent, or contradicts itself
    says         this revision's own terms, where they differ from the clause's
    also         further sources; of a contradiction, the other side
    terms        the values that the clause's test compares with

`defects` of a clause are the envelope defects, as `mcp_lab.wire` names them, that break it; `needs`
says what no single frame can show. A row speaks for a span of revisions; loading unfolds it into
one `Text` a revision, so that asking is a look-up.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Any

from mcp_lab.contract.methods import methods
from mcp_lab.contract.tables import read_table, span
from mcp_lab.contract.vocabulary import Level

# The files, in the order of examination: from the bytes inwards, so that the first to fall is the
# cause.
TOPICS = (
    "envelope",
    "requests",
    "responses",
    "errors",
    "results",
    "tools",
    "lifecycle",
    "features",
    "input",
    "tasks",
    "patterns",
    "logging",
    "transports",
    "http",
    "authorization",
    "content",
)


@dataclass(frozen=True, slots=True)
class Text:
    """What one revision says about a clause.

    `open` says why the text leaves the question open, or is None; `says` is the clause in this
    revision's terms; `also` names further sources (of a contradiction: the other side); `terms`
    are the values that the clause's test compares with (codes, types, forms).
    """

    revision: str
    level: Level
    prohibition: bool
    source: str
    open: str | None
    says: str = ""
    also: tuple[str, ...] = ()
    terms: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence of the protocol, in our words.

    `defects` are the envelope defects (of `wire`) that break it; `needs` says what a frame alone
    cannot show, for the clauses that no single frame can break.
    """

    id: str
    topic: str
    says: str
    texts: Mapping[str, Text]
    defects: tuple[str, ...] = ()
    needs: str | None = None

    def at(self, revision: str) -> Text | None:
        """The text at this revision, or None where the revision has none."""
        return self.texts.get(revision)


def clause(clause_id: str) -> Clause:
    """The clause of this id. Raises KeyError, naming the nearest id, when there is none."""
    known = clauses()
    if clause_id not in known:
        near = get_close_matches(clause_id, known, n=1, cutoff=0.0)
        raise KeyError(f"no clause is called {clause_id!r}; the nearest is {near[0]!r}")
    return known[clause_id]


@cache
def clauses() -> Mapping[str, Clause]:
    """Every clause by id, in the order in which they are examined."""
    return MappingProxyType({row["id"]: _clause(row) for row in _rows()})


def _rows() -> Iterator[dict[str, Any]]:
    """The rows of every file, and behind those of results what the methods say of their forms."""
    for topic in TOPICS:
        yield from read_table(f"clauses/{topic}.toml")["clause"]
        if topic == "results":
            yield from (row for each in methods().values() for row in each.clauses())


def frozen(value: Any) -> Any:
    """TOML data that nobody can change: mappings and tuples instead of dicts and lists."""
    if isinstance(value, dict):
        return MappingProxyType({key: frozen(member) for key, member in value.items()})
    if isinstance(value, list):
        return tuple(frozen(member) for member in value)
    return value


def _clause(row: dict[str, Any]) -> Clause:
    texts = {text.revision: text for part in row["text"] for text in _texts(part, row["says"])}
    return Clause(
        id=row["id"],
        topic=row["topic"],
        says=row["says"],
        texts=MappingProxyType(texts),
        defects=tuple(row.get("defects", ())),
        needs=row.get("needs"),
    )


def _texts(part: dict[str, Any], says: str) -> Iterator[Text]:
    for revision in span(part["revisions"]):
        yield Text(
            revision=revision,
            level=Level(part["level"]),
            prohibition=part.get("prohibition", False),
            source=part["source"].format(revision=revision),
            open=part.get("open"),
            says=part.get("says", says),
            also=tuple(other.format(revision=revision) for other in part.get("also", ())),
            terms=frozen(part.get("terms", {})),
        )
