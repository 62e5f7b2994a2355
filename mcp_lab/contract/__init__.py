"""What the protocol says, revision by revision: clauses as cited data, and code that walks them.

clause("request.id-type").at("2024-11-05").level      one sentence, its level and source
look_up("2025-11-25", "unknown-tool").preferred       what a situation calls for
examine(message, request, "2025-11-25")               what holds of a frame
examine_conversation(frames, "2025-11-25")            what holds of many, beyond each of them
outcome_of(message, "2025-11-25")                     what a response reports
"""

from mcp_lab.contract.clauses import Clause, Text, clause, clauses
from mcp_lab.contract.conversation import examine_conversation
from mcp_lab.contract.examine import examine
from mcp_lab.contract.facts import Fact, fact_at
from mcp_lab.contract.outcome import outcome_of
from mcp_lab.contract.settle import settle_outcome, settle_status
from mcp_lab.contract.situations import Answer, Ruling, look_up, situations
from mcp_lab.contract.sources import url
from mcp_lab.contract.vocabulary import (
    CURRENT,
    HOME,
    REVISIONS,
    Level,
    Outcome,
    Standing,
    standing_of,
)

__all__ = [
    "CURRENT",
    "HOME",
    "REVISIONS",
    "Answer",
    "Clause",
    "Fact",
    "Level",
    "Outcome",
    "Ruling",
    "Standing",
    "Text",
    "clause",
    "clauses",
    "examine",
    "examine_conversation",
    "fact_at",
    "look_up",
    "outcome_of",
    "settle_outcome",
    "settle_status",
    "situations",
    "standing_of",
    "url",
]
