"""How fast `decode` and `encode` are, side by side with json and the official SDK's parse.

`measure()` returns rows of (name, operations a second), the base of each group first. The peers do
less: json.loads names no defect but the first and keeps no duplicate; the SDK's parse knows kinds,
and coerces.

    .venv/bin/python bench/run.py decode
"""

from __future__ import annotations

import json
from typing import Any

from _rounds import Row, interleaved
from mcp_types import jsonrpc_message_adapter

from mcp_lab.wire import decode, encode

CALL = {
    "jsonrpc": "2.0",
    "id": 7,
    "method": "tools/call",
    "params": {
        "name": "book_passage",
        "arguments": {"sailing": "MV-0412-1", "passengers": 2, "key": "1f0c-77"},
        "_meta": {"progressToken": 4},
    },
}
RESULT = {
    "jsonrpc": "2.0",
    "id": 7,
    "result": {
        "content": [{"type": "text", "text": "Two sailings on Friday: 08:10 and 17:40."}],
        "structuredContent": {"sailings": [{"id": "A", "fare": 12.5}, {"id": "B", "fare": 19.0}]},
        "isError": False,
    },
}
TOOL = {
    "name": "find_sailings",
    "description": "Finds the sailings between two ports on one day, with times and free places.",
    "inputSchema": {
        "type": "object",
        "properties": {"from": {"type": "string"}, "to": {"type": "string"}},
        "required": ["from", "to"],
    },
}
LIST = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL] * 40}}
HUGE = {"jsonrpc": "2.0", "id": 2**60, "method": "ping"}  # takes the scanner's way

FRAMES = {"a tools/call": CALL, "its result": RESULT, "40 tools": LIST, "a huge id": HUGE}


def measure() -> list[Row]:
    """Rows of (name, operations a second); a name is `frame: peer`, the first peer the base."""
    rows = ((_read(*each), _written(*each)) for each in FRAMES.items())
    return [row for read, written in rows for row in (*read, *written)]


def _read(frame: str, value: Any) -> list[Row]:
    data = json.dumps(value).encode()
    return interleaved(
        {
            f"{frame}, read: json.loads": lambda: json.loads(data),
            f"{frame}, read: decode": lambda: decode(data),
            f"{frame}, read: SDK parse": lambda: jsonrpc_message_adapter.validate_json(data),
        }
    )


def _written(frame: str, value: Any) -> list[Row]:
    return interleaved(
        {
            f"{frame}, written: json.dumps": lambda: json.dumps(value).encode(),
            f"{frame}, written: encode": lambda: encode(value),
        }
    )
