"""Where in a JSON value something stands, as in `params.items[2]["odd key"]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from mcp_lab.wire.shown import clipped, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

Part: TypeAlias = str | int


def path_of(parts: Iterable[Part]) -> str:
    """Join names and indexes to one path; names that aren't plain words are quoted."""
    return "".join(_step(part) for part in parts).removeprefix(".")


def _step(part: Part) -> str:
    if isinstance(part, int):
        return f"[{part}]"
    if part.isascii() and part.isidentifier():
        return "." + clipped(part)
    return f"[{quoted(part)}]"
