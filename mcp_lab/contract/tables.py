"""Reading this package's own data, and the spans of revisions that its rows speak for."""

import tomllib
from importlib.resources import files
from typing import Any

from mcp_lab.contract.vocabulary import REVISIONS


def read_table(name: str) -> dict[str, Any]:
    """One TOML file."""
    return tomllib.loads(_text(name))


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


def _text(name: str) -> str:
    return files("mcp_lab.contract").joinpath(name).read_text(encoding="utf-8")
