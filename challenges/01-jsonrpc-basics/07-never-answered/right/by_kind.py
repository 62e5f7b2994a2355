# answer: 01-jsonrpc-basics/07-never-answered
import json

from mcp_lab.wire import decode


def ids_owed(message):
    frame = decode(json.dumps(message))
    parts = frame.members if frame.kind == "batch" else (frame,)
    return [part.id for part in reversed(parts) if part.kind == "request"]
