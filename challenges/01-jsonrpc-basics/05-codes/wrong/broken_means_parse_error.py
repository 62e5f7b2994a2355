# answer: 01-jsonrpc-basics/05-codes
"""falls: broken-messages

You let -32700 stand for any broken message. It says one thing: what arrived was not JSON, so nothing of it could be read. Here the JSON was read without trouble and only turned out to be no request; that is -32600, and it tells the sender to look at its code instead of its bytes.
"""

import json

answer = {}
for item in q.given["items"]:
    code = json.loads(item["frame"])["error"]["code"]
    guessed = item["happened"] == "unknown-method" and code != -32601
    choice = "another code says this" if guessed else "fits"
    if item["happened"] == "own-error" and -32768 <= code <= -32000:
        home = item["revision"] == "2025-11-25" and code >= -32099
        choice = "fits" if home else "not the sender's to use"
    answer[item["key"]] = choice
q.answer.set(answer)
