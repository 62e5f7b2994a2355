# answer: 01-jsonrpc-basics/05-codes
"""falls: inside-the-reserved

You took all of the reserved range for implementations. Only its upper end was ever theirs, -32099 to -32000; of the rest JSON-RPC has given meaning to five numbers and keeps the others back for later. A code from there may one day mean something else.
"""

import json

answer = {}
for item in q.given["items"]:
    code = json.loads(item["frame"])["error"]["code"]
    right = {"unknown-method": -32601, "no-method": -32600}.get(item["happened"], code)
    choice = "fits" if code == right else "another code says this"
    if item["revision"] == "2026-07-28" and -32099 <= code <= -32000:
        choice = "not the sender's to use"
    answer[item["key"]] = choice
q.answer.set(answer)
