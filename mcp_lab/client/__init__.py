"""The client's side: requests out, events in, decisions about what failed; no input or output.

client = Client(World(), "2025-11-25")
data = client.call("find_sailings", {...})
client.receive(answer)                    # Response, Broken, Unmatched, Notified or Asked
client.expire(), client.disconnected()    # TimedOut, Lost

caller = Caller(client)                   # calls as they are meant: attempts, beliefs, decisions
classify_failure(FailureContext(kind="tool", transient=True))
"""

from __future__ import annotations

from mcp_lab.client.actions import ClientAction, HowToAsk
from mcp_lab.client.advice import IN_A_WORD, Action, Advice, advise
from mcp_lab.client.attempts import Attempt, Backoff, Denials, Relation, identity
from mcp_lab.client.caller import Caller
from mcp_lab.client.cancelling import Cancelling, Disconnect, Transport, Way, disconnect
from mcp_lab.client.client import Client
from mcp_lab.client.events import (
    Asked,
    Broken,
    Ended,
    Event,
    Lost,
    Notified,
    Response,
    TimedOut,
    Unmatched,
    Why,
    Withdrawn,
)
from mcp_lab.client.failures import FailureContext, FailureKind, Semantics, context_of, kind_of
from mcp_lab.client.in_flight import DEFAULT_TIMEOUT, InFlight, Pending
from mcp_lab.client.operations import Belief, Operation, Settled
from mcp_lab.client.policy import (
    Decision,
    Policy,
    PolicyBroken,
    Row,
    classify_failure,
    default_policy,
)
from mcp_lab.client.trouble import LocalTrouble, RemoteFailure, Trouble, result_of

__all__ = [
    "DEFAULT_TIMEOUT",
    "IN_A_WORD",
    "Action",
    "Advice",
    "Asked",
    "Attempt",
    "Backoff",
    "Belief",
    "Broken",
    "Caller",
    "Cancelling",
    "Client",
    "ClientAction",
    "Decision",
    "Denials",
    "Disconnect",
    "Ended",
    "Event",
    "FailureContext",
    "FailureKind",
    "HowToAsk",
    "InFlight",
    "LocalTrouble",
    "Lost",
    "Notified",
    "Operation",
    "Pending",
    "Policy",
    "PolicyBroken",
    "Relation",
    "RemoteFailure",
    "Response",
    "Row",
    "Semantics",
    "Settled",
    "TimedOut",
    "Transport",
    "Trouble",
    "Unmatched",
    "Way",
    "Why",
    "Withdrawn",
    "advise",
    "classify_failure",
    "context_of",
    "default_policy",
    "disconnect",
    "identity",
    "kind_of",
    "result_of",
]
