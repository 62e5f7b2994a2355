"""What the methods about the connection and the tools answer; the revision adds its members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mcp_lab.server import request_state
from mcp_lab.server.pages import page
from mcp_lab.server.revisions import SERVER_INFO, STATELESS, TOOL_MEMBERS, shown
from mcp_lab.server.visit import Stop
from mcp_lab.server.wording import repeated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.server.visit import Visit

CAPABILITIES: Final[Mapping[str, Any]] = {
    "tools": {},
    "resources": {},
    "prompts": {},
    "logging": {},
}


def initialize(visit: Visit) -> Mapping[str, Any] | Stop:
    """The handshake. The server speaks one revision and names it, whichever was asked for.

    The client that can't speak it disconnects: a version that is not shared is no error here
    (docs/specification/2025-11-25/basic/lifecycle.mdx#version-negotiation).
    """
    if visit.batched:
        return Stop("invalid-request", says="Invalid request: initialize is never in a batch.")
    visit.connection.opened = True
    visit.connection.capabilities = visit.params["capabilities"]
    return {
        "protocolVersion": visit.revision,
        "capabilities": CAPABILITIES,
        "serverInfo": dict(SERVER_INFO),
        "instructions": _instructions(visit),
    }


def ping(_visit: Visit) -> Mapping[str, Any] | Stop:
    """I am here."""
    return {}


def discover(visit: Visit) -> Mapping[str, Any] | Stop:
    """What 2026-07-28 has in place of the handshake."""
    return {
        "supportedVersions": [visit.revision],
        "capabilities": CAPABILITIES,
        "instructions": _instructions(visit),
    }


def set_level(visit: Visit) -> Mapping[str, Any] | Stop:
    """From now on the client wants log messages of this level and above."""
    visit.connection.level = visit.params["level"]
    return {}


def list_tools(visit: Visit) -> Mapping[str, Any] | Stop:
    """Every tool."""
    found = visit.world.tools.values()
    return page(visit, "tools", [shown(tool, TOOL_MEMBERS, visit.revision) for tool in found])


def find_tool(visit: Visit) -> Mapping[str, Any] | Stop:
    """Find the tool of a tools/call request and its arguments; the boundaries do the rest."""
    name = visit.params["name"]
    tool = visit.world.tools.get(name)
    if tool is None:
        return Stop("unknown-tool", says=f"Unknown tool{repeated(name)}.")
    visit.tool = tool
    visit.arguments = visit.params.get("arguments", {})
    if visit.revision in STATELESS and (stop := request_state.read(visit)) is not None:
        return stop
    return {}


def _instructions(visit: Visit) -> str:
    return f"The booking desk of {visit.world.company.name}."
