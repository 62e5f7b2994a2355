"""What a server offers beside tools: resources to read, and prompts to fill in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcp_lab.world.context import Context


@dataclass(frozen=True)
class Resource:
    """One resource. `read` gives its text; it may cross the provider call, and may fail there."""

    uri: str
    name: str
    title: str
    description: str
    read: Callable[[Context], str] = field(repr=False)
    mime_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class ResourceTemplate:
    """A family of resources, by RFC 6570 template."""

    uri_template: str
    name: str
    title: str
    description: str
    mime_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a prompt; its value is a string."""

    name: str
    description: str
    required: bool = True


@dataclass(frozen=True)
class Prompt:
    """One prompt: `fill` makes the user's message of the arguments."""

    name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    fill: Callable[[Mapping[str, str]], str] = field(repr=False)
