"""What each method answers, before the revision's own members are added to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp_lab.server.revisions import SERVER_INFO, TOOL_MEMBERS
from mcp_lab.server.visit import Stop
from mcp_lab.server.wording import repeated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.server.visit import Visit
    from mcp_lab.world import Tool

_CAPABILITIES: Mapping[str, Any] = {"tools": {}}


def initialize(visit: Visit) -> Mapping[str, Any] | Stop:
    """The handshake. The server speaks one revision and names it, whichever was asked for.

    The client that can't speak it disconnects: a version that is not shared is no error here
    (docs/specification/2025-11-25/basic/lifecycle.mdx#version-negotiation).
    """
    if visit.batched:
        return Stop("invalid-request", says="Invalid request: initialize is never in a batch.")
    return {
        "protocolVersion": visit.revision,
        "capabilities": _CAPABILITIES,
        "serverInfo": dict(SERVER_INFO),
        "instructions": f"The booking desk of {visit.world.company.name}.",
    }


def ping(_visit: Visit) -> Mapping[str, Any] | Stop:
    """I am here."""
    return {}


def discover(visit: Visit) -> Mapping[str, Any] | Stop:
    """What 2026-07-28 has in place of the handshake."""
    return {"supportedVersions": [visit.revision], "capabilities": _CAPABILITIES}


def list_tools(visit: Visit) -> Mapping[str, Any] | Stop:
    """Every tool, on one page; so every cursor is one that this server never gave."""
    if "cursor" in visit.params:
        return Stop(
            "invalid-params",
            says="Invalid params: there is no page of that cursor.",
            remedy="Ask again without a cursor: all tools stand on one page.",
        )
    return {"tools": [_shown(tool, visit.revision) for tool in visit.world.tools.values()]}


def _shown(tool: Tool, revision: str) -> dict[str, Any]:
    """A tool as tools/list shows it at this revision, without what it does not have."""
    return {
        member: value
        for member, attribute, revisions in TOOL_MEMBERS
        if revision in revisions and (value := getattr(tool, attribute))
    }


def find_tool(visit: Visit) -> Mapping[str, Any] | Stop:
    """Find the tool of a tools/call request and its arguments; the boundaries do the rest."""
    name = visit.params["name"]
    tool = visit.world.tools.get(name)
    if tool is None:
        return Stop("unknown-tool", says=f"Unknown tool{repeated(name)}.")
    visit.tool = tool
    visit.arguments = visit.params.get("arguments", {})
    return {}
