# answer: 01-jsonrpc-basics/05-codes
"""falls: server-range-then

You read the newest revision's rule into an older one. In 2025-11-25 nothing in MCP restricts -32099 to -32000, so JSON-RPC's own sentence holds: implementations may define server errors there. Judge a frame by the revision it was sent under.
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
