# answer: 01-jsonrpc-basics/01-anatomy
"""falls: notifications-found

You found an id, and it belongs to another message. A cancellation carries the id of the request that it is about as `requestId` inside `params`; the cancellation itself has no `id` at the top level, so it is a notification and nobody answers it.
"""

import json


def kind_of(frame):
    message = json.loads(frame)
    if "method" in message:
        return "request" if '"id"' in frame or '"requestId"' in frame else "notification"
    return "result response" if "result" in message else "error response"


q.answer.set({item["key"]: kind_of(item["frame"]) for item in q.given["items"]})
