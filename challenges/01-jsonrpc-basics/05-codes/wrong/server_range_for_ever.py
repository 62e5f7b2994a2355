# answer: 01-jsonrpc-basics/05-codes
"""falls: upper-end-now

You gave -32099 to -32000 to servers in every revision. Up to 2025-11-25 that holds, by JSON-RPC, but for two numbers that MCP uses itself. 2026-07-28 has divided the range: -32099 to -32020 carries only what the specification defines, and new implementations are asked to stay out of the rest. A server that speaks both does best with a number outside the reserved range.
"""

import json

answer = {}
for item in q.given["items"]:
    code = json.loads(item["frame"])["error"]["code"]
    right = {"unknown-method": -32601, "no-method": -32600}.get(item["happened"], code)
    choice = "fits" if code == right else "another code says this"
    if -32768 <= code < -32099 and item["happened"] == "own-error":
        choice = "not the sender's to use"
    answer[item["key"]] = choice
q.answer.set(answer)
