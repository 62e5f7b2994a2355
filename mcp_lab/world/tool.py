"""A tool as the server offers it, what its body gives back, and how it says no."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mcp_lab.wire import ABSENT
from mcp_lab.world import json_schema

if TYPE_CHECKING:
    from mcp_lab.world.context import Context


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What a tool's body gives back when it succeeds: words, a JSON value, or both.

    `text` is for people and models; without it the JSON stands as text too, for clients that
    know no structured content. `structured` is checked against the tool's output schema before
    anything leaves.
    """

    text: str | None = None
    structured: Any = ABSENT


class Refusal(Exception):  # noqa: N818 - a rule's no, said on purpose, is no error of ours
    """A no whose words may leave the server. No other exception's words ever do.

    `category` is stable and for programs, `says` the reason, `remedy` what to do instead. Which
    channel carries it is not decided here: that follows from the boundary that it left.
    """

    def __init__(self, category: str, says: str, remedy: str) -> None:
        super().__init__(says)
        self.category = str(category)
        self.says = str(says)
        self.remedy = str(remedy)


Body = Callable[["Context", Mapping[str, Any]], ToolOutput | Coroutine[Any, Any, ToolOutput]]
"""A tool's body: a function, or a coroutine function that awaits what `world.waiting` has."""


@dataclass(frozen=True)
class Tool:
    """One tool: its name and schemas as tools/list shows them, and the body that does the work.

    The schemas are JSON Schema 2020-12. `annotations` are hints (readOnlyHint and so on).
    """

    name: str
    description: str
    input_schema: Mapping[str, Any]
    body: Body = field(repr=False)
    output_schema: Mapping[str, Any] | None = None
    annotations: Mapping[str, Any] = field(default_factory=dict)
    title: str | None = None

    @cached_property
    def input_validator(self) -> json_schema.Validator:
        """The compiled input schema."""
        return json_schema.compile(self.input_schema)

    @cached_property
    def output_validator(self) -> json_schema.Validator | None:
        """The compiled output schema, if the tool has one."""
        return None if self.output_schema is None else json_schema.compile(self.output_schema)
