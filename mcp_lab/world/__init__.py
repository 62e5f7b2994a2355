"""The sandbox: time, ids, chance, a fictional ferry company, and a ledger of what really happened.

Nothing here knows of a server or a client. A server offers `World.tools` and runs their bodies;
the boundaries that a call crosses on its way, and the faults planted at them, are named here.
"""

from __future__ import annotations

from mcp_lab.world.boundary import Boundary
from mcp_lab.world.clock import Clock
from mcp_lab.world.context import Context, LogRecord, Progress
from mcp_lab.world.fault import Fault
from mcp_lab.world.ferry.company import Company
from mcp_lab.world.ferry.provider import Provider
from mcp_lab.world.ids import Ids
from mcp_lab.world.ledger import Effects, Entry, Ledger
from mcp_lab.world.tool import Refusal, Tool, ToolOutput
from mcp_lab.world.waiting import Answer, Question, Sleep
from mcp_lab.world.world import DEFAULT_VARIANT, World

__all__ = [
    "DEFAULT_VARIANT",
    "Answer",
    "Boundary",
    "Clock",
    "Company",
    "Context",
    "Effects",
    "Entry",
    "Fault",
    "Ids",
    "Ledger",
    "LogRecord",
    "Progress",
    "Provider",
    "Question",
    "Refusal",
    "Sleep",
    "Tool",
    "ToolOutput",
    "World",
]
