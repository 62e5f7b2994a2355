# answer: 01-jsonrpc-basics/01-anatomy
"""falls: errors-found

You called an error response a result, as if every call were answered with one. A request for which there is no result gets `error` in its place, and the words in its message, even `isError` or a tool's name, do not change that.
"""

import json


def kind_of(frame):
    message = json.loads(frame)
    if "method" in message:
        return "request" if "id" in message else "notification"
    return "result response"


q.answer.set({item["key"]: kind_of(item["frame"]) for item in q.given["items"]})
