# answer: 01-jsonrpc-basics/01-anatomy
"""falls: results-found

You followed `isError` to the wrong envelope. It sits inside `result`, so the frame is a result response: the request got its result, and what stands in it is bad news from the tool. An error response has `error` at the top level in the place of `result`.
"""

import json


def kind_of(frame):
    message = json.loads(frame)
    if "method" in message:
        return "request" if "id" in message else "notification"
    failed = "error" in message or message["result"].get("isError")
    return "error response" if failed else "result response"


q.answer.set({item["key"]: kind_of(item["frame"]) for item in q.given["items"]})
