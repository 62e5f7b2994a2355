# answer: 01-jsonrpc-basics/01-anatomy
"""falls: results-found

You took an empty result for no result. `"result": {}` is how a peer says "done, and there is nothing to add": the answer to a ping looks just so. The member is there, and it makes the frame a result response, whatever it holds.
"""

import json


def kind_of(frame):
    message = json.loads(frame)
    if "method" in message:
        return "request" if "id" in message else "notification"
    return "result response" if message.get("result") else "error response"


q.answer.set({item["key"]: kind_of(item["frame"]) for item in q.given["items"]})
