# answer: 01-jsonrpc-basics/01-anatomy
import json


def kind_of(frame):
    message = json.loads(frame)
    if "method" in message:
        return "request" if "id" in message else "notification"
    return "result response" if "result" in message else "error response"


q.answer.set({item["key"]: kind_of(item["frame"]) for item in q.given["items"]})
