"""The tools as the server listed them, and whether a result is what its tool promised.

A client should check structured results against the tool's output schema, from 2025-06-18 on. What
is said of a misfit names the field and the rule, never the value: the value is the server's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.wire import ABSENT, Defect
from mcp_lab.world import json_schema

if TYPE_CHECKING:
    from mcp_lab.client.in_flight import Pending
    from mcp_lab.world.json_schema import Validator

_CLAUSE: Final = "tools.output-schema"
_SINCE: Final = "2025-06-18"
_AT: Final = "result.structuredContent"


class Catalogue:
    """Output schemas by tool name, learned from the answers to tools/list."""

    __slots__ = ("_promised", "_revision")

    def __init__(self, revision: str) -> None:
        self._revision = revision
        self._promised: dict[str, Validator] = {}

    def learn(self, result: Any) -> None:
        """Take in one page of tools. A schema that can't be compiled promises nothing."""
        tools = result.get("tools") if isinstance(result, Mapping) else None
        if self._revision < _SINCE or not isinstance(tools, list):
            return
        for tool in tools:
            if isinstance(tool, Mapping) and isinstance(tool.get("name"), str):
                self._promise(tool["name"], tool.get("outputSchema", ABSENT))

    def misfits(self, request: Pending, result: Any) -> tuple[Defect, ...]:
        """Where a successful result is not what its tool's output schema promised."""
        validator = None if request.tool is None else self._promised.get(request.tool)
        if validator is None or not isinstance(result, Mapping):
            return ()
        found = result.get("structuredContent", ABSENT)
        if found is ABSENT:
            says = "The tool has an output schema, and its result no structured content."
            return (Defect(_CLAUSE, _AT, says),)
        return tuple(
            Defect(_CLAUSE, f"{_AT}.{error.path}" if error.path else _AT, f"It {error.says}.")
            for error in validator.errors(found)
        )

    def _promise(self, tool: str, schema: Any) -> None:
        self._promised.pop(tool, None)
        if schema is ABSENT:
            return
        try:
            self._promised[tool] = json_schema.compile(schema)
        except (json_schema.SchemaBroken, TypeError, ValueError):
            return
