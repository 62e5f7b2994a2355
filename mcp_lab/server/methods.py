"""The methods of the server, by revision: what each takes and who handles it.

A revision's methods are the rows that name it; every other method is unknown there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.server import handlers, reading
from mcp_lab.server.notices import LEVELS
from mcp_lab.server.revisions import (
    ALL,
    CAPABILITIES_KEY,
    HANDSHAKE,
    PROTOCOL_VERSION_KEY,
    STATELESS,
)
from mcp_lab.world import json_schema

if TYPE_CHECKING:
    from mcp_lab.server.visit import Stop, Visit

Handler = Callable[["Visit"], "Mapping[str, Any] | Stop"]


@dataclass(frozen=True)
class Method:
    """One request method.

    Attributes:
        name: as it stands on the wire.
        revisions: those that have it.
        params: a JSON Schema of its params, as far as the server relies on them.
        misfit: the situation when params do not satisfy it.
        handle: makes the result, or stops; for tools/call it finds the tool, and the boundaries
            from input validation on do the rest.
        early: whether it may come before `initialize` is answered, where the revision has that.
        crash: the situation when the method's own work fails; of tools/call the boundaries say it.
    """

    name: str
    revisions: tuple[str, ...]
    params: Mapping[str, Any]
    misfit: str
    handle: Handler
    early: bool = False
    crash: str = "server-error"

    @cached_property
    def validator(self) -> json_schema.Validator:
        """The compiled params schema."""
        return json_schema.compile(self.params)


_TOKEN = {"type": ["string", "integer"]}
_META = {"type": "object", "properties": {"progressToken": _TOKEN}}
_INFO = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "version": {"type": "string"}},
    "required": ["name", "version"],
}


def _params(properties: Mapping[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object that may hold more: what the server does not know it leaves alone."""
    return {
        "type": "object",
        "properties": {"_meta": _META, **properties},
        "required": list(required),
    }


_LIST = _params({"cursor": {"type": "string"}})

METHODS: Final[tuple[Method, ...]] = (
    Method(
        "initialize",
        HANDSHAKE,
        _params(
            {
                "protocolVersion": {"type": "string"},
                "capabilities": {"type": "object"},
                "clientInfo": _INFO,
            },
            ("protocolVersion", "capabilities", "clientInfo"),
        ),
        "invalid-params",
        handlers.initialize,
        early=True,
    ),
    Method("ping", HANDSHAKE, _params({}), "invalid-params", handlers.ping, early=True),
    Method("server/discover", STATELESS, _params({}), "invalid-params", handlers.discover),
    Method(
        "logging/setLevel",
        HANDSHAKE,
        _params({"level": {"enum": list(LEVELS)}}, ("level",)),
        "invalid-log-level",
        handlers.set_level,
    ),
    Method("tools/list", ALL, _LIST, "invalid-params", handlers.list_tools),
    Method(
        "tools/call",
        ALL,
        _params({"name": {"type": "string"}, "arguments": {"type": "object"}}, ("name",)),
        "malformed-call",
        handlers.find_tool,
    ),
    Method("resources/list", ALL, _LIST, "invalid-params", reading.list_resources),
    Method("resources/templates/list", ALL, _LIST, "invalid-params", reading.list_templates),
    Method(
        "resources/read",
        ALL,
        _params({"uri": {"type": "string"}}, ("uri",)),
        "invalid-params",
        reading.read_resource,
        crash="resource-crash",
    ),
    Method("prompts/list", ALL, _LIST, "invalid-params", reading.list_prompts),
    Method(
        "prompts/get",
        ALL,
        _params(
            {
                "name": {"type": "string"},
                "arguments": {"type": "object", "additionalProperties": {"type": "string"}},
            },
            ("name",),
        ),
        "invalid-params",
        reading.get_prompt,
    ),
)

_REQUIRED_META: Final = {
    "type": "object",
    "properties": {
        "_meta": {
            "type": "object",
            "properties": {
                PROTOCOL_VERSION_KEY: {"type": "string"},
                CAPABILITIES_KEY: {"type": "object"},
            },
            "required": [PROTOCOL_VERSION_KEY, CAPABILITIES_KEY],
        }
    },
    "required": ["_meta"],
}


@lru_cache
def methods(revision: str) -> Mapping[str, Method]:
    """The request methods of one revision, by name."""
    return MappingProxyType({row.name: row for row in METHODS if revision in row.revisions})


@lru_cache
def required_meta(revision: str) -> json_schema.Validator | None:
    """What the params of every request carry at this revision, compiled; None where nothing."""
    return json_schema.compile(_REQUIRED_META) if revision in STATELESS else None
