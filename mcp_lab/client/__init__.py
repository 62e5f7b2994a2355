"""The client's side: requests out, events in, correlation by the exact id.

client = Client(World(), "2025-11-25")
data = client.call("find_sailings", {...})
client.receive(answer)                    # Response, Broken, Unmatched, Notified or Asked
"""

from __future__ import annotations

from mcp_lab.client.advice import Action, Advice, advise
from mcp_lab.client.client import Client
from mcp_lab.client.events import Asked, Broken, Event, Notified, Response, Unmatched, Why
from mcp_lab.client.in_flight import InFlight, Pending

__all__ = [
    "Action",
    "Advice",
    "Asked",
    "Broken",
    "Client",
    "Event",
    "InFlight",
    "Notified",
    "Pending",
    "Response",
    "Unmatched",
    "Why",
    "advise",
]
