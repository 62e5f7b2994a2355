"""One tools/call in process, side by side with the official SDK's in-memory client.

`measure()` returns rows of (name, calls a second). The tool is the same everywhere: it adds two
integers, and has an input and an output schema. Ours goes over real bytes both ways: the client
encodes, the server decodes, checks, runs the tool and encodes, the client decodes and checks. The
SDK's tool is an async function, its best case: a plain one costs it a thread a call.

The SDK does more in that time: cancellation, progress, timeouts and hooks for tracing are its
features, not waste. Its direct path (no JSON at all) and its low-level server are here too.

    .venv/bin/python bench/run.py call
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import AsyncExitStack
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from _rounds import Row
from mcp import Client as SdkClient
from mcp.server import Server as SdkServer
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, ListToolsResult, TextContent
from mcp_types import Tool as SdkTool

from mcp_lab.client import Client, Response
from mcp_lab.contract import HOME
from mcp_lab.exchange import Lab
from mcp_lab.server import Server
from mcp_lab.world import Tool, ToolOutput, World

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ROUNDS = 9
SECONDS = 0.1  # of processor time, of one round of one peer: other processes' work does not count

ARGUMENTS = {"a": 2, "b": 3}
INPUT = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
    "required": ["a", "b"],
}
OUTPUT = {
    "type": "object",
    "properties": {"result": {"type": "integer"}},
    "required": ["result"],
}


def add(a: int, b: int) -> int:
    """What every peer does in the end."""
    return a + b


def measure() -> list[tuple[str, float]]:
    """Rows of (name, calls a second), the SDK's JSON-RPC client first."""
    logging.disable(logging.CRITICAL)
    try:
        return asyncio.run(_measure())
    finally:
        logging.disable(logging.NOTSET)


async def _measure() -> list[tuple[str, float]]:
    async with AsyncExitStack() as stack:
        peers: dict[str, Callable[[], Awaitable[None]] | Callable[[], None]] = {
            "SDK client, JSON-RPC": await _sdk(stack, _high_level(), mode="legacy"),
            "SDK client, direct": await _sdk(stack, _high_level()),
            "SDK low-level server, direct": await _sdk(stack, _low_level()),
            "lab, client and server": _lab(),
            "lab, exchange recorded": _recorded(),
            "a bare Python call": lambda: add(**ARGUMENTS) == 5 or _wrong(),
        }
        speeds: dict[str, list[float]] = {name: [] for name in peers}
        for peer in peers.values():
            await _round(peer)  # imports and compiles; not counted
        for _ in range(ROUNDS):
            for name, peer in peers.items():
                speeds[name].append(await _round(peer))
    return [Row(name, median(found)) for name, found in speeds.items()]


async def _round(peer: Any) -> float:
    """Calls a second over one round."""
    calls, start = 0, process_time()
    while (elapsed := process_time() - start) < SECONDS:
        for _ in range(10):
            pending = peer()
            if asyncio.iscoroutine(pending):
                await pending
        calls += 10
    return calls / elapsed


async def _sdk(stack: AsyncExitStack, server: Any, **options: Any) -> Any:
    client = await stack.enter_async_context(SdkClient(server, **options))
    await client.list_tools()

    async def call() -> None:
        result = await client.call_tool("add", ARGUMENTS)
        if result.structured_content != {"result": 5}:
            _wrong()

    return call


def _high_level() -> MCPServer:
    server = MCPServer("bench")

    @server.tool(name="add")
    async def add_async(a: int, b: int) -> int:
        return a + b

    return server


def _low_level() -> SdkServer:
    tool = SdkTool(name="add", description="", input_schema=INPUT, output_schema=OUTPUT)

    async def list_tools(_context: Any, _params: Any) -> ListToolsResult:
        return ListToolsResult(tools=[tool])

    async def call_tool(_context: Any, params: Any) -> CallToolResult:
        structured = {"result": add(**params.arguments)}
        text = TextContent(type="text", text=json.dumps(structured))
        return CallToolResult(content=[text], structured_content=structured)

    return SdkServer("bench", on_list_tools=list_tools, on_call_tool=call_tool)


def _world() -> World:
    def body(_context: Any, arguments: Any) -> ToolOutput:
        return ToolOutput(structured={"result": add(**arguments)})

    world = World("bench")
    tool = Tool(name="add", description="", input_schema=INPUT, output_schema=OUTPUT, body=body)
    world.tools = {"add": tool}
    return world


def _lab() -> Callable[[], None]:
    world = _world()
    client, server = Client(world, HOME), Server(world, HOME, opened=True)

    def call() -> None:
        (answer,) = server.receive(client.call("add", ARGUMENTS))
        (event,) = client.receive(answer)
        if not isinstance(event, Response) or event.result["structuredContent"] != {"result": 5}:
            _wrong()

    return call


def _recorded() -> Callable[[], None]:
    lab = Lab(HOME, world=_world())

    def call() -> None:
        if lab.call("add", ARGUMENTS).outcome != "success":
            _wrong()

    return call


def _wrong() -> None:
    raise AssertionError("a peer gave a wrong answer")
