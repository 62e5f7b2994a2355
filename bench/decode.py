"""How fast `decode` is, side by side with json.loads and the official SDK's parse.

`measure()` returns rows of (name, operations a second), peers first in each group; `bench/run.py`
prints them as ratios. The rounds of the peers are interleaved and the best round counts, so that a
busy machine slows all of them alike. The peers do less: json.loads names no defect but the first
and keeps no duplicate; the SDK's parse knows kinds, and coerces.

    .venv/bin/python bench/decode.py
"""

from __future__ import annotations

import json
from time import perf_counter
from typing import TYPE_CHECKING, Any

from mcp_types import jsonrpc_message_adapter

from mcp_lab.wire import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 15
SECONDS = 0.02  # of one round of one peer

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


def measure() -> list[tuple[str, float]]:
    """Rows of (name, operations a second); a name is `frame: peer`."""
    rows = []
    for frame, value in FRAMES.items():
        data = json.dumps(value).encode()
        peers = {
            "json.loads": lambda data=data: json.loads(data),
            "decode": lambda data=data: decode(data),
            "SDK parse": lambda data=data: jsonrpc_message_adapter.validate_json(data),
            "json.dumps": lambda value=value: json.dumps(value).encode(),
            "encode": lambda value=value: encode(value),
        }
        rows += [(f"{frame}: {peer}", speed) for peer, speed in race(peers).items()]
    return rows


def race(peers: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """The best speed of each peer over interleaved rounds, in operations a second."""
    calls = {name: max(1, int(SECONDS * speed_of(peer, 20))) for name, peer in peers.items()}
    best = dict.fromkeys(peers, 0.0)
    for _ in range(ROUNDS):
        for name, peer in peers.items():
            best[name] = max(best[name], speed_of(peer, calls[name]))
    return best


def speed_of(peer: Callable[[], Any], calls: int) -> float:
    """Operations a second of so many calls."""
    start = perf_counter()
    for _ in range(calls):
        peer()
    return calls / (perf_counter() - start)


if __name__ == "__main__":
    table = dict(measure())
    for name, speed in table.items():
        frame, _, peer = name.partition(": ")
        base = table[f"{frame}: {'json.dumps' if peer == 'encode' else 'json.loads'}"]
        print(f"{name:26} {speed:>12,.0f} a second   {base / speed:5.2f} times as long")
