"""The four nouns: a Scenario is run to an Exchange, of which Facts hold, and a Report shows them.

exchange = run(Scenario("a full boat", Call("quote_fare", {...})))
exchange.outcome, exchange.reached, exchange.entered
exchange.facts()
print(exchange.report())
"""

from __future__ import annotations

from mcp_lab.exchange.broken import BROKEN, BrokenServer, Play, play_broken
from mcp_lab.exchange.digest import Entry, digest
from mcp_lab.exchange.exchange import Exchange, Frame, words
from mcp_lab.exchange.frames import frames_html, frames_text
from mcp_lab.exchange.lab import Lab
from mcp_lab.exchange.line import Line
from mcp_lab.exchange.recovery import Recovery, recover
from mcp_lab.exchange.report import Report, first_to_fall
from mcp_lab.exchange.run import Session, run
from mcp_lab.exchange.scenario import Call, Scenario
from mcp_lab.exchange.uncertain import UNCERTAIN, UncertainScenario, Uncertainty, play_uncertain

__all__ = [
    "BROKEN",
    "UNCERTAIN",
    "BrokenServer",
    "Call",
    "Entry",
    "Exchange",
    "Frame",
    "Lab",
    "Line",
    "Play",
    "Recovery",
    "Report",
    "Scenario",
    "Session",
    "UncertainScenario",
    "Uncertainty",
    "digest",
    "first_to_fall",
    "frames_html",
    "frames_text",
    "play_broken",
    "play_uncertain",
    "recover",
    "run",
    "words",
]
