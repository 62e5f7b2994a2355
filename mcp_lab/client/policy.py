"""A policy: an ordered table of conditions and actions, checked as it is read.

The conditions are data. A row fits when each of its conditions holds, and the first row that fits
decides. A table that has a row which can never decide, or none for some failure, is refused: what
looks like a rule and is none is worse than no rule.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.client.actions import ClientAction, HowToAsk
from mcp_lab.client.attempts import Backoff
from mcp_lab.client.failures import FailureContext, FailureKind, Semantics
from mcp_lab.contract import REVISIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_NO_CONDITIONS: Final[Mapping[str, frozenset[Any]]] = MappingProxyType({})

# Every value that a condition can ask for: what makes it possible to check a table completely.
_VALUES: Final[Mapping[str, tuple[Any, ...]]] = {
    "kind": tuple(FailureKind),
    "revision": REVISIONS,
} | {
    field.name: (False, True)
    for field in fields(FailureContext)
    if field.name not in ("kind", "revision")
}


class PolicyBroken(ValueError):  # noqa: N818 - it says what is broken
    """A policy that can't be used. The message names the row, the cause and the next step."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `when` maps a field of FailureContext to the values that it may have."""

    name: str
    when: Mapping[str, frozenset[Any]]
    action: ClientAction
    because: str
    source: str = ""

    def fits(self, context: FailureContext) -> bool:
        """Whether every condition holds."""
        return all(getattr(context, field) in allowed for field, allowed in self.when.items())


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do, which row said so and why; `how` is set where the user is to be asked."""

    action: ClientAction
    row: str
    because: str
    source: str
    how: HowToAsk | None = None


@dataclass(frozen=True)
class Policy:
    """Rows in order, how to ask at each revision, the pauses between attempts, the tools.

    Raises PolicyBroken for a condition on what there isn't, for a row that no failure can reach,
    for a table that leaves a failure without an action, and for a revision without a way to ask.
    """

    rows: tuple[Row, ...]
    ask: Mapping[str, HowToAsk]
    backoff: Backoff
    tools: Mapping[str, Semantics]

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows):
            _check_conditions(row)
            _check_reached(row, self.rows[:number])
        if not self.rows or self.rows[-1].when:
            raise PolicyBroken("The last row has conditions; end with one that has none.")
        if missing := [revision for revision in REVISIONS if revision not in self.ask]:
            raise PolicyBroken(f"No way to ask at {missing[0]}; add one under [[ask]].")

    @classmethod
    def read(cls, text: str) -> Policy:
        """The policy in a TOML text of the form of `mcp_lab/client/policy.toml`.

        Raises PolicyBroken for what is no such text, and as the class does.
        """
        try:
            table = tomllib.loads(text)
            return cls(
                rows=tuple(_row(each) for each in table["row"]),
                ask={
                    each: HowToAsk(way["how"]) for way in table["ask"] for each in way["revisions"]
                },
                backoff=Backoff(**table["backoff"]),
                tools={name: Semantics(**known) for name, known in table.get("tool", {}).items()},
            )
        except PolicyBroken:
            raise
        except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as trouble:
            raise PolicyBroken(
                f"This is no policy: {trouble}. Compare it with the lab's."
            ) from None

    def decide(self, context: FailureContext) -> Decision:
        """The first row that fits. There always is one."""
        row = next(row for row in self.rows if row.fits(context))
        asks = row.action is ClientAction.ASK_USER
        return Decision(
            row.action,
            row.name,
            row.because,
            row.source.format(revision=context.revision),
            self.ask[context.revision] if asks else None,
        )

    def semantics(self, tool: str | None) -> Semantics:
        """What is known of a tool; of one without a row, that it may act."""
        return self.tools.get(tool or "", Semantics())


def classify_failure(failure: FailureContext, policy: Policy | None = None) -> ClientAction:
    """What to do about a failed call, by the lab's policy or a product's own."""
    return (policy or default_policy()).decide(failure).action


@cache
def default_policy() -> Policy:
    """The lab's own policy."""
    return Policy.read(files("mcp_lab.client").joinpath("policy.toml").read_text(encoding="utf-8"))


def _row(row: Mapping[str, Any]) -> Row:
    return Row(
        name=row["name"],
        when=MappingProxyType({field: _allowed(value) for field, value in row["when"].items()}),
        action=ClientAction(row["action"]),
        because=row["because"],
        source=row.get("source", ""),
    )


def _allowed(value: Any) -> frozenset[Any]:
    return frozenset(value if isinstance(value, list) else [value])


def _check_conditions(row: Row) -> None:
    for field, allowed in row.when.items():
        if field not in _VALUES:
            raise PolicyBroken(
                f"Row {row.name!r} asks for {field!r}; a failure has: {', '.join(_VALUES)}."
            )
        if strange := sorted(map(str, allowed.difference(_VALUES[field]))) or not allowed:
            found = "nothing" if strange is True else repr(strange[0])
            raise PolicyBroken(
                f"Row {row.name!r} wants {field} to be {found}; "
                f"there are: {', '.join(map(str, _VALUES[field]))}."
            )


def _check_reached(row: Row, earlier: Sequence[Row]) -> None:
    names = sorted({field for each in (*earlier, row) for field in each.when})
    for case in _cases(row, names):
        if not any(_covers(each, case) for each in earlier):
            return
    covering = ", ".join(repr(each.name) for each in earlier if _overlap(each, row))
    raise PolicyBroken(
        f"Row {row.name!r} never decides: {covering} take all that it fits; move it up or drop it."
    )


def _cases(row: Row, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Every combination of values that the row fits, over the fields that matter."""
    choices = [tuple(row.when.get(name, _VALUES[name])) for name in names]
    for values in product(*choices):
        yield dict(zip(names, values, strict=True))


def _covers(row: Row, case: Mapping[str, Any]) -> bool:
    return all(case[field] in allowed for field, allowed in row.when.items())


def _overlap(one: Row, other: Row) -> bool:
    return all(
        not one.when[field].isdisjoint(other.when[field])
        for field in one.when.keys() & other.when.keys()
    )
