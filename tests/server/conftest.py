"""A server to talk to, in each revision, and the frames to send it."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_lab.contract import REVISIONS
from mcp_lab.server import Server
from mcp_lab.wire import decode, encode
from mcp_lab.world import World, samples

META = {
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
}

INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "tests", "version": "1"},
}


class Desk:
    """A server, opened, and its world; sends one request and decodes what comes back."""

    def __init__(self, revision: str, variant: str = "desk", *, opened: bool = True) -> None:
        self.revision = revision
        self.world = World(variant)
        self.server = Server(self.world, revision)
        if opened and revision < "2026":
            self.request("initialize", INITIALIZE)
        self.calls = samples.succeeding(self.world)

    def send(self, data: bytes | dict[str, Any]):
        answers = self.server.receive(data if isinstance(data, bytes) else encode(data))
        assert len(answers) <= 1
        return decode(answers[0]) if answers else None

    def frame(self, method: str, params: dict[str, Any] | None = None, id_: Any = 7):
        carried = META if self.revision == "2026-07-28" else {}
        return {
            "jsonrpc": "2.0",
            "id": id_,
            "method": method,
            "params": {**(params or {}), **carried},
        }

    def request(self, method: str, params: dict[str, Any] | None = None, id_: Any = 7):
        return self.send(self.frame(method, params, id_))

    def call(self, sample, **changes):
        arguments = sample.arguments | changes
        return self.request("tools/call", {"name": sample.tool, "arguments": arguments})

    @property
    def trace(self):
        return self.server.trace


@pytest.fixture(params=REVISIONS)
def desk(request):
    return Desk(request.param)


@pytest.fixture
def desk_at():
    return Desk
