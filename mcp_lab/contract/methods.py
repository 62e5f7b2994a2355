"""The methods of the protocol: `methods.toml`, and the clauses of form that follow from it.

method("ping").revisions                        which revisions have it
method("ping").at("2026-07-28")                 None: this revision has it no more
method("tools/list").by("2025-11-25")           who sends it
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from mcp_lab.contract.tables import read_table, span

Side = Literal["client", "server"]
By = Literal["client", "server", "either"]
Kind = Literal["request", "notification"]


@dataclass(frozen=True, slots=True)
class Method:
    """One method. `senders` and `capabilities` tell, by revision, who sends it and what it needs.

    `type` and `result` name its types in the official schema; `shape` is that of its result, and
    `form` says in which revisions its params have members to judge. A
    capability is a path: `resources.subscribe`. The receiver of a request declares it, and the
    sender of a notification.
    """

    name: str
    id: str
    kind: Kind
    type: str
    result: str | None
    shape: str | None
    form: tuple[str, ...]
    senders: Mapping[str, By]
    capabilities: Mapping[str, str]

    @property
    def revisions(self) -> tuple[str, ...]:
        """The revisions that have it, oldest first."""
        return tuple(self.senders)

    def by(self, revision: str) -> By | None:
        """Who sends it at a revision; None where the revision does not have it."""
        return self.senders.get(revision)

    def clauses(self) -> Iterator[dict[str, Any]]:
        """The clauses of its form, as rows of a file of clauses: of its params, of its result."""
        if self.form:
            says = (
                f"The params of {self.name} have the form that their type {self.type} gives them."
            )
            terms = {"params_of": self.name, "shape": f"{self.type}Params"}
            yield _clause(f"{self.id}-params", says, self.form, self.type, terms)
        if self.result is not None and self.shape is not None:
            says = f"The result of {self.name} has the form that its type {self.result} gives it."
            terms = {"result_of": self.name, "shape": self.shape}
            yield _clause(f"{self.id}-result", says, self.revisions, self.result, terms)


def method(name: Any) -> Method | None:
    """The method of this name in any revision; None for a name that none has."""
    return methods().get(name) if isinstance(name, str) else None


@cache
def methods() -> Mapping[str, Method]:
    """Every method by name, in the order of its file."""
    rows = read_table("methods.toml")["method"]
    return MappingProxyType({row["name"]: _method(row) for row in rows})


def _clause(
    clause_id: str, says: str, revisions: tuple[str, ...], kind: str, terms: dict[str, str]
) -> dict[str, Any]:
    text = {
        "revisions": f"{revisions[0]}..{revisions[-1]}",
        "level": "schema",
        "source": f"schema/{{revision}}/schema.ts#{kind}",
        "terms": terms,
    }
    topic = clause_id.partition(".")[0]
    return {"id": clause_id, "topic": topic, "says": says, "text": [text]}


def _method(row: dict[str, Any]) -> Method:
    revisions = span(row["revisions"])
    senders = _by_revision(row["by"], revisions)
    return Method(
        name=row["name"],
        id=row["id"],
        kind=row["kind"],
        type=row["type"],
        result=row.get("result"),
        shape=row.get("shape", row.get("result")),
        form=tuple(row.get("form", revisions)),
        senders=MappingProxyType(senders),
        capabilities=MappingProxyType(_by_revision(row.get("capability", {}), revisions)),
    )


def _by_revision(row: Any, revisions: tuple[str, ...]) -> dict[str, Any]:
    """A value of every revision, or a table of values by spans, as one value a revision."""
    if isinstance(row, str):
        return dict.fromkeys(revisions, row)
    return {each: value for spans, value in row.items() for each in span(spans)}
