"""A server to talk to, in each revision, and the frames to send it."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_lab.contract import REVISIONS
from mcp_lab.server import BOUNDARIES, METHODS, Server
from mcp_lab.wire import decode, encode
from mcp_lab.world import Fault, Tool, ToolOutput, World, samples

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


# Params that each method is tried with; the first are right where the method takes any.
TRIED = {
    "initialize": [INITIALIZE, {}],
    "logging/setLevel": [{"level": "debug"}, {"level": "loud"}],
    "tools/list": [{}, {"cursor": "?"}],
    "tools/call": [{"name": "nobody"}, {}],
    "resources/list": [{}, {"cursor": "cmVzb3VyY2VzOjQ="}, {"cursor": "?"}],
    "resources/read": [{"uri": "ferry://terms"}, {"uri": "ferry://none"}, {}],
    "prompts/get": [
        {"name": "explain_a_refusal", "arguments": {"refusal": "No."}},
        {"name": "plan_a_trip"},
        {"name": "nobody"},
    ],
}
PERSON = {"elicitation": {}}


class Story:
    """Says everything to a server that it answers, and keeps what the server says."""

    def __init__(self, revision: str) -> None:
        self.desk = Desk(revision, opened=False)
        self.said: list[tuple[str, Any]] = []  # (the method that is answered or "", the message)

    def say(self, method: str, params: dict[str, Any] | None = None, **meta: Any) -> None:
        frame = self.desk.frame(method, params)
        if meta:
            frame["params"]["_meta"] = {**frame["params"].get("_meta", {}), **meta}
        server = self.desk.server
        for data in (*server.receive(encode(frame)), *server.finish()):
            message = decode(data)
            self.said.append((method if message.kind == "result" else "", message))

    def call(self, sample: samples.Sample, **meta: Any) -> None:
        self.say("tools/call", {"name": sample.tool, "arguments": sample.arguments}, **meta)

    def everything(self) -> list[tuple[str, Any]]:
        """Every method in order and out of it, every sample, every failure, a tool that waits."""
        self.say("tools/list")
        self.say("initialize", INITIALIZE | {"capabilities": PERSON})
        for row in METHODS:
            for params in TRIED.get(row.name, [{}]):
                self.say(row.name, params)
        self.say("no/such/method")
        self._calls()
        self._failures()
        self._people()
        return self.said

    def _calls(self) -> None:
        world = self.desk.world
        for group in (samples.succeeding, samples.refused, samples.malformed):
            for sample in group(world).values():
                self.call(sample)
        slow = samples.altering(world)["find_connections"]
        self.call(slow, progressToken="t", **{"io.modelcontextprotocol/logLevel": "debug"})
        self.call(samples.altering(world)["change_booking"])
        self.desk.server.receive(encode({"jsonrpc": "2.0", "id": "s", "method": "tools/call"}))

    def _failures(self) -> None:
        for row in BOUNDARIES[1:]:
            for after in (False, True):
                fault = Fault(row.boundary, ValueError("planted"), after=after)
                with self.desk.world.planted(fault):
                    level = {"io.modelcontextprotocol/logLevel": "debug"}
                    self.call(self.desk.calls["quote_fare"], **level)
                    self.say("resources/read", {"uri": [*self.desk.world.resources][1]}, **level)
        for output in (ToolOutput(structured=7), ToolOutput(structured={"n": float("nan")})):
            broken = Tool("broken", "", {"type": "object"}, lambda *_, output=output: output)
            self.desk.world.tools = {**self.desk.world.tools, "broken": broken}
            self.say("tools/call", {"name": "broken"})

    def _people(self) -> None:
        """Asked and not able to, asked and able to; the answer, good and bad."""
        sample = samples.altering(self.desk.world)["cancel_booking"]
        self.call(sample)
        capable = {"io.modelcontextprotocol/clientCapabilities": PERSON}
        self.call(sample, **capable)
        _, asked = self.said[-1]
        if asked.kind == "request":
            yes = {"action": "accept", "content": {"confirm": True}}
            answer = {"jsonrpc": "2.0", "id": asked.id, "result": yes}
            (data,) = self.desk.server.receive(encode(answer))
            self.said.append(("tools/call", decode(data)))
        elif asked.kind == "result" and "requestState" in asked.result:
            state = {"requestState": asked.result["requestState"]}
            params = {"name": sample.tool, "arguments": sample.arguments, **state}
            for response in ({}, {"action": "decline"}):
                more = {"inputResponses": {"confirm": response}}
                frame = self.desk.frame("tools/call", params | more, 8)
                frame["params"]["_meta"] = {**frame["params"]["_meta"], **capable}
                (data,) = self.desk.server.receive(encode(frame))
                message = decode(data)
                self.said.append(("tools/call" if message.kind == "result" else "", message))


@pytest.fixture(scope="session", params=REVISIONS)
def story(request):
    """(revision, what its server said)."""
    return request.param, Story(request.param).everything()
