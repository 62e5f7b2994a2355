# answer: 01-jsonrpc-basics/05-codes
"""falls: outside-the-reserved

You hold numbers outside -32768 to -32000 to be forbidden; guides say so, and that clients crash on 404. It is the other way round: JSON-RPC reserves the inside and leaves the outside to applications, and 2026-07-28 asks for new codes to lie there. An official client that was sent 404 reported an error 404 and went on working.
"""

import json

answer = {}
for item in q.given["items"]:
    code = json.loads(item["frame"])["error"]["code"]
    inside = -32768 <= code <= -32000
    right = {"unknown-method": -32601, "no-method": -32600}.get(item["happened"], code)
    choice = "fits" if code == right else "another code says this"
    answer[item["key"]] = choice if inside else "not the sender's to use"
q.answer.set(answer)
