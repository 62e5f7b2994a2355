"""What differs between protocol revisions in the messages that the server sends, as tables.

A new revision is a new word in a row, not a new branch. A span of revisions is the tuple of those
that it covers.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.contract import CURRENT, REVISIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL: Final = REVISIONS
HANDSHAKE: Final = tuple(revision for revision in REVISIONS if revision < "2026")
"""The revisions that open with `initialize`; 2026-07-28 has no handshake."""

STATELESS: Final = (CURRENT,)
ANNOTATIONS: Final = tuple(revision for revision in REVISIONS if revision >= "2025-03-26")
STRUCTURED: Final = tuple(revision for revision in REVISIONS if revision >= "2025-06-18")
"""Structured content, output schemas and titles."""

# How a tool shows in tools/list: the member's name, the tool's attribute, the revisions.
TOOL_MEMBERS: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("name", "name", ALL),
    ("title", "title", STRUCTURED),
    ("description", "description", ALL),
    ("inputSchema", "input_schema", ALL),
    ("outputSchema", "output_schema", STRUCTURED),
    ("annotations", "annotations", ANNOTATIONS),
)

SERVER_NAME: Final = "ferry-desk"
SERVER_INFO: Final[Mapping[str, Any]] = MappingProxyType({"name": SERVER_NAME, "version": "1.0.0"})

PROTOCOL_VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
SERVER_INFO_KEY: Final = "io.modelcontextprotocol/serverInfo"

# Members that a revision adds to every result, and to the results of some methods.
_EVERY_RESULT: Final[Mapping[str, Mapping[str, Any]]] = {
    CURRENT: {"resultType": "complete", "_meta": {SERVER_INFO_KEY: dict(SERVER_INFO)}},
}
_CACHEABLE: Final[Mapping[str, Any]] = {"ttlMs": 60_000, "cacheScope": "public"}
_SOME_RESULTS: Final[Mapping[tuple[str, str], Mapping[str, Any]]] = {
    (CURRENT, "tools/list"): _CACHEABLE,
    (CURRENT, "server/discover"): _CACHEABLE,
}


@lru_cache
def result_members(revision: str, method: str) -> Mapping[str, Any]:
    """What the result of `method` carries at `revision` beside its own members."""
    every, some = _EVERY_RESULT.get(revision, {}), _SOME_RESULTS.get((revision, method), {})
    return MappingProxyType({**every, **some})
