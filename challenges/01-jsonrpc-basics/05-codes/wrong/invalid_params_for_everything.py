# answer: 01-jsonrpc-basics/05-codes
"""falls: unknown-methods

You let -32602 stand for an unknown method. One widely used library does answer so, but a client then looks for a mistake in params that were never read. -32602 says: the method is known, its params are wrong. For a method that is not known or not offered there is -32601.
"""

import json

answer = {}
for item in q.given["items"]:
    code = json.loads(item["frame"])["error"]["code"]
    broken = item["happened"] == "no-method" and code != -32600
    choice = "another code says this" if broken else "fits"
    if item["happened"] == "own-error" and -32768 <= code <= -32000:
        home = item["revision"] == "2025-11-25" and code >= -32099
        choice = "fits" if home else "not the sender's to use"
    answer[item["key"]] = choice
q.answer.set(answer)
