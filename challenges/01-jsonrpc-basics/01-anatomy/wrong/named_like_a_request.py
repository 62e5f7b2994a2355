# answer: 01-jsonrpc-basics/01-anatomy
"""falls: notifications-found

You went by the method's name. A call that came without an `id` is meant as a request by whoever wrote it, but on the wire it is a notification: no receiver may answer it, and whoever sent it waits for ever. Names say what is wanted; members say what it is.
"""

import json


def kind_of(frame):
    message = json.loads(frame)
    method = message.get("method")
    if method is not None:
        return "notification" if method.startswith("notifications/") else "request"
    return "result response" if "result" in message else "error response"


q.answer.set({item["key"]: kind_of(item["frame"]) for item in q.given["items"]})
