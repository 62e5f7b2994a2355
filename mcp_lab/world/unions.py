"""Discriminated unions in a JSON Schema: which member of the value says which branch is meant.

JSON Schema 2020-12 has no keyword for it. A oneOf (or anyOf) is discriminated when every branch
fixes the same property by `const`, each to another value; then a value that chose a branch is told
what is wrong with that branch and nothing of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

UNIONS: Final = frozenset({"oneOf", "anyOf"})


class Discriminator(NamedTuple):
    """The property that chooses, and the value that each branch fixes it to, in their order."""

    name: str
    options: list[Any]


def discriminator(schema: Any, path: list[str | int]) -> Discriminator | None:
    """What discriminates the union at `path` in `schema`; None where nothing does."""
    branches = [_resolved(branch, schema) for branch in _at(schema, path) or ()]
    fixed = [_fixed(branch) for branch in branches]
    for name in fixed[0] if fixed else ():
        if all(name in each for each in fixed):
            options = [each[name] for each in fixed]
            if all(option not in options[:place] for place, option in enumerate(options)):
                return Discriminator(name, options)
    return None


def _fixed(branch: Any) -> dict[str, Any]:
    """The properties that a branch fixes, and to what."""
    properties = branch.get("properties") if isinstance(branch, Mapping) else None
    if not isinstance(properties, Mapping):
        return {}
    return {
        name: rule["const"]
        for name, rule in properties.items()
        if isinstance(rule, Mapping) and "const" in rule
    }


def _at(schema: Any, path: list[str | int]) -> Any:
    """What stands at a path that the library gave, which goes through each `$ref` by name."""
    here = schema
    for part in path:
        if part == "$ref":
            here = _resolved(here, schema)
            continue
        try:
            here = here[part]
        except (KeyError, IndexError, TypeError):
            return None
    return here


def _resolved(branch: Any, schema: Any) -> Any:
    """What a local `$ref` stands for; anything else as it is."""
    reference = branch.get("$ref") if isinstance(branch, Mapping) else None
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return branch
    parts = (part.replace("~1", "/").replace("~0", "~") for part in reference[2:].split("/"))
    return _at(schema, list(parts))
