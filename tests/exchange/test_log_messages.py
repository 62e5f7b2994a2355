"""Log messages of failures, asked for at every level: they tell what the answer tells, no more."""

from __future__ import annotations

import pytest

from mcp_lab.contract import REVISIONS
from mcp_lab.exchange import Scenario, Session
from mcp_lab.exchange.adapters import retold
from mcp_lab.exchange.exchange import TO_CLIENT
from mcp_lab.exchange.safety import leaks, safety_facts
from mcp_lab.exchange.wrong_errors import leaking
from mcp_lab.server import Server
from mcp_lab.wire import decode, encode
from mcp_lab.world import Boundary, Fault, Tool, ToolOutput, World, samples
from mcp_lab.world.canary import Kind, canaries, carrier
from mcp_lab.world.safe_error import FIELDS

VARIANT = "logs"
CANARIES = canaries(VARIANT)
EVERY = pytest.mark.parametrize("revision", REVISIONS)
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def logged(revision, tool, arguments, *faults, level="debug", world=None, serve=Server):
    """One call by a client that asked for log messages from `level` on; None: it did not ask."""
    session = Session(revision, world or World(VARIANT), serve)
    stateless = revision == "2026-07-28"
    if level and not stateless:
        asked = request("logging/setLevel", {"level": level}, "level")
        assert b'"error"' not in session.run(Scenario("level", asked, revision)).frames[1].data
    params = {"name": tool, "arguments": arguments}
    if stateless:
        wanted = {"io.modelcontextprotocol/logLevel": level} if level else {}
        params["_meta"] = META | wanted
    call = request("tools/call", params, 7)
    return session.run(Scenario("logged", call, revision, faults, VARIANT))


def request(method, params, id_):
    return encode({"jsonrpc": "2.0", "id": id_, "method": method, "params": params})


def messages(exchange):
    back = [decode(each.data) for each in exchange.frames if each.direction == TO_CLIENT]
    return [each.params for each in back if each.method == "notifications/message"]


BOOK = samples.succeeding(World(VARIANT))["book_passage"]


@EVERY
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("boundary", [*Boundary][1:])
def test_no_canary_stands_in_a_log_message(kind, boundary, revision):
    fault = Fault(boundary, carrier(CANARIES[kind]))
    exchange = logged(revision, BOOK.tool, BOOK.arguments, fault)
    (message,) = messages(exchange)
    assert message["level"] in ("warning", "error")
    assert set(message["data"]) == {"event", *FIELDS}
    assert message["data"]["reference"] == exchange.trace.correlation
    assert leaks(exchange) == ()
    facts = {fact.name: fact.holds for fact in safety_facts(exchange)}
    assert facts[f"no-canary.{kind}"] is True


@EVERY
def test_who_did_not_ask_gets_no_log_message(revision):
    fault = Fault(Boundary.PROVIDER_CALL, ValueError("no"))
    assert messages(logged(revision, BOOK.tool, BOOK.arguments, fault, level=None)) == []
    assert messages(logged(revision, BOOK.tool, BOOK.arguments, fault, level="emergency")) == []


@EVERY
def test_a_tool_that_logs_a_secret_is_seen(revision):
    def body(context, _arguments):
        context.log("info", "desk", {"sent": CANARIES[Kind.TOKEN].text})
        return ToolOutput("done")

    world = World(VARIANT)
    world.tools = {"careless": Tool("careless", "", {"type": "object"}, body)}
    exchange = logged(revision, "careless", {}, world=world)
    (leak,) = leaks(exchange)
    assert (leak.kind, leak.place) == (Kind.TOKEN, "params.data.sent")
    fact = next(each for each in safety_facts(exchange) if each.name == "no-canary.token")
    assert (fact.clause, fact.level, fact.standing) == ("logging.no-secrets", "MUST", "broken")


@EVERY
def test_the_same_secret_in_an_error_breaks_no_rule_of_the_protocol(revision):
    fault = Fault(Boundary.PROVIDER_CALL, carrier(CANARIES[Kind.TOKEN]))
    wrong = retold(leaking(revision)["in the words"])
    exchange = logged(revision, BOOK.tool, BOOK.arguments, fault, serve=wrong, level=None)
    fact = next(each for each in safety_facts(exchange) if each.name == "no-canary.token")
    assert (fact.clause, fact.standing) == ("good-practice.no-secrets-in-errors", "open")


@EVERY
def test_an_outbound_adapter_is_heard_beside_log_messages(revision):
    fault = Fault(Boundary.PROVIDER_CALL, carrier(CANARIES[Kind.TOKEN]))
    wrong = retold(leaking(revision)["in the words"])
    exchange = logged(revision, BOOK.tool, BOOK.arguments, fault, serve=wrong)
    assert len(messages(exchange)) == 1
    assert "frame 2: result.content[0].text" in {each.place for each in leaks(exchange)}
