# answer: 01-jsonrpc-basics/05-codes
"""falls: upper-end-then

You read the newest revision's rule into an older one. In 2025-11-25 JSON-RPC's own sentence holds for -32099 to -32000: they are a server's own errors, but for -32002 and -32042, two numbers that MCP uses itself. Judge a frame by the revision it was sent under.
"""

import json

answer = {}
for item in q.given["items"]:
    code = json.loads(item["frame"])["error"]["code"]
    right = {"unknown-method": -32601, "no-method": -32600}.get(item["happened"], code)
    choice = "fits" if code == right else "another code says this"
    if -32768 <= code <= -32000 and item["happened"] == "own-error":
        choice = "not the sender's to use"
    answer[item["key"]] = choice
q.answer.set(answer)
