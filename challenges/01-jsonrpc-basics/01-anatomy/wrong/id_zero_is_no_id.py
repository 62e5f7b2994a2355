# answer: 01-jsonrpc-basics/01-anatomy
"""falls: requests-found

You took an `id` that is empty or zero for one that is absent. `0` and `""` are an integer and a string like any other, and a client may number its requests from 0. The member is there, so somebody waits for an answer. In code this mistake is written `if message.get("id"):`; ask `"id" in message` instead.
"""

import json


def kind_of(frame):
    message = json.loads(frame)
    if message.get("method"):
        return "request" if message.get("id") else "notification"
    return "result response" if "result" in message else "error response"


q.answer.set({item["key"]: kind_of(item["frame"]) for item in q.given["items"]})
