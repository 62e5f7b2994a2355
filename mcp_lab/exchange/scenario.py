"""A scenario: what is sent, which fault is planted, in which revision and which world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from mcp_lab.contract import HOME
from mcp_lab.world import DEFAULT_VARIANT, Fault

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Call:
    """A tools/call that the lab's client makes; arguments of None are left out."""

    tool: str
    arguments: Mapping[str, Any] | None = None


Send: TypeAlias = bytes | Call


@dataclass(frozen=True, slots=True)
class Scenario:
    """One thing to try. Running it twice gives the same exchange, byte for byte.

    `send` is a call, or the bytes of any frame, good or bad.
    """

    name: str
    send: Send
    revision: str = HOME
    faults: tuple[Fault, ...] = ()
    variant: str = DEFAULT_VARIANT
