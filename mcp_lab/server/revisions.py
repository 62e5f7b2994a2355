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
PROGRESS_MESSAGE: Final = ANNOTATIONS
STRUCTURED: Final = tuple(revision for revision in REVISIONS if revision >= "2025-06-18")
"""Structured content, output schemas and titles."""

ELICITATION: Final = ("2025-06-18", "2025-11-25")
"""A server asks a person with a request of its own."""

ELICITATION_MODE: Final = ("2025-11-25", CURRENT)

# How a tool shows in tools/list: the member's name, the tool's attribute, the revisions.
TOOL_MEMBERS: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("name", "name", ALL),
    ("title", "title", STRUCTURED),
    ("description", "description", ALL),
    ("inputSchema", "input_schema", ALL),
    ("outputSchema", "output_schema", STRUCTURED),
    ("annotations", "annotations", ANNOTATIONS),
)

# The same for what else is listed.
RESOURCE_MEMBERS: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("uri", "uri", ALL),
    ("name", "name", ALL),
    ("title", "title", STRUCTURED),
    ("description", "description", ALL),
    ("mimeType", "mime_type", ALL),
)
TEMPLATE_MEMBERS: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("uriTemplate", "uri_template", ALL),
    *RESOURCE_MEMBERS[1:],
)
PROMPT_MEMBERS: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("name", "name", ALL),
    ("title", "title", STRUCTURED),
    ("description", "description", ALL),
)


def shown(
    thing: Any, members: tuple[tuple[str, str, tuple[str, ...]], ...], revision: str
) -> dict[str, Any]:
    """A thing as a list shows it at this revision, without what it does not have."""
    return {
        member: value
        for member, attribute, revisions in members
        if revision in revisions and (value := getattr(thing, attribute))
    }


SERVER_NAME: Final = "ferry-desk"
SERVER_INFO: Final[Mapping[str, Any]] = MappingProxyType({"name": SERVER_NAME, "version": "1.0.0"})

PROTOCOL_VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
LOG_LEVEL_KEY: Final = "io.modelcontextprotocol/logLevel"
SERVER_INFO_KEY: Final = "io.modelcontextprotocol/serverInfo"

# Members that a revision adds to every result, and to the results of some methods: how long a
# client may keep them, and whether for others too. What lists or holds one's own bookings is
# private (docs/specification/2026-07-28/server/utilities/caching.mdx).
_EVERY_RESULT: Final[Mapping[str, Mapping[str, Any]]] = {
    CURRENT: {"resultType": "complete", "_meta": {SERVER_INFO_KEY: dict(SERVER_INFO)}},
}
_PUBLIC: Final[Mapping[str, Any]] = {"ttlMs": 60_000, "cacheScope": "public"}
_PRIVATE: Final[Mapping[str, Any]] = {"ttlMs": 0, "cacheScope": "private"}
_SOME_RESULTS: Final[Mapping[tuple[str, str], Mapping[str, Any]]] = {
    (CURRENT, "server/discover"): _PUBLIC,
    (CURRENT, "tools/list"): _PUBLIC,
    (CURRENT, "prompts/list"): _PUBLIC,
    (CURRENT, "resources/templates/list"): _PUBLIC,
    (CURRENT, "resources/list"): _PRIVATE,
    (CURRENT, "resources/read"): _PRIVATE,
}


@lru_cache
def result_members(revision: str, method: str) -> Mapping[str, Any]:
    """What the result of `method` carries at `revision` beside its own members."""
    every, some = _EVERY_RESULT.get(revision, {}), _SOME_RESULTS.get((revision, method), {})
    return MappingProxyType({**every, **some})
