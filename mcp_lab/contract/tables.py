"""Reading this package's own data."""

import tomllib
from importlib.resources import files
from json import loads
from typing import Any

_CLAUSE, _TEXT, _TERMS = "[[clause]]", "[[clause.text]]", "[clause.text.terms]"


def read_table(name: str) -> dict[str, Any]:
    """One TOML file."""
    return tomllib.loads(_text(name))


def read_clauses(name: str) -> list[dict[str, Any]]:
    """The rows of one TOML file of clauses, each with the list of its texts.

    The files hold one member a line, each value as JSON writes it too, so no parser is needed;
    tomllib takes ten times as long, and every start would pay for it. Raises ValueError, naming
    file and line, where a file is not of that form.
    """
    rows: list[dict[str, Any]] = []
    here: dict[str, Any] = {}
    for number, line in enumerate(_text(name).splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if line == _CLAUSE:
            here = {"text": []}
            rows.append(here)
        elif line == _TEXT:
            here = {}
            rows[-1]["text"].append(here)
        elif line == _TERMS:
            here["terms"] = here = {}
        else:
            member, value = _member(line, f"{name}, line {number}")
            here[member] = value
    return rows


def _member(line: str, place: str) -> tuple[str, Any]:
    member, equals, value = line.partition(" = ")
    try:
        return member.strip('"'), loads(value)
    except ValueError:
        said = "is no member with a JSON value" if equals else "is no member"
        raise ValueError(f"{place}: {line!r} {said}") from None


def _text(name: str) -> str:
    return files("mcp_lab.contract").joinpath(name).read_text(encoding="utf-8")
