"""Reading this package's own data, and the spans of revisions that its rows speak for."""

import tomllib
from importlib.resources import files
from json import loads
from typing import Any

from mcp_lab.contract.vocabulary import REVISIONS


def read_table(name: str) -> dict[str, Any]:
    """One TOML file."""
    return tomllib.loads(_text(name))


def read_rows(name: str) -> dict[str, Any]:
    """One TOML file that holds one member a line, each value as JSON writes it too.

    Such a file needs no parser: tomllib takes five times as long over the clauses, and every start
    would pay for it. Raises ValueError, naming file and line, where a file is not of that form.
    """
    whole: dict[str, Any] = {}
    here = whole
    for number, line in enumerate(_text(name).splitlines(), 1):
        if line.startswith("["):
            here = _table(whole, line)
        elif line and not line.startswith("#"):
            member, value = _member(line, f"{name}, line {number}")
            here[member] = value
    return whole


def _table(whole: dict[str, Any], header: str) -> dict[str, Any]:
    """The table that a header opens: `[a.b]`, or `[[a.b]]` for the next one of a list."""
    *steps, last = header.strip("[]").split(".")
    holder = whole
    for step in steps:
        held = holder[step]
        holder = held[-1] if isinstance(held, list) else held
    opened: dict[str, Any] = {}
    if header.startswith("[["):
        holder.setdefault(last, []).append(opened)
    else:
        holder[last] = opened
    return opened


def span(revisions: str) -> tuple[str, ...]:
    """The revisions that a row speaks for: `all`, one, or `first..last` with either end left out.

    Raises ValueError on a revision that does not exist.
    """
    first, dots, last = ("", "..", "") if revisions == "all" else revisions.partition("..")
    for named in filter(None, (first, last)):
        if named not in REVISIONS:
            raise ValueError(f"no revision is called {named!r}; there are {', '.join(REVISIONS)}")
    start = REVISIONS.index(first) if first else 0
    end = REVISIONS.index(last) if last else len(REVISIONS) - 1
    return REVISIONS[start : end + 1] if dots else (REVISIONS[start],)


def _member(line: str, place: str) -> tuple[str, Any]:
    member, equals, value = line.partition(" = ")
    try:
        return member.strip('"'), loads(value)
    except ValueError:
        said = "is no member with a JSON value" if equals else "is no member"
        raise ValueError(f"{place}: {line!r} {said}") from None


def _text(name: str) -> str:
    return files("mcp_lab.contract").joinpath(name).read_text(encoding="utf-8")
