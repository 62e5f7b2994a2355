# answer: 01-jsonrpc-basics/09-whose-move
"""falls: the-rest-is-shown

You stopped at a tool error as at a protocol error. The request was fine and a tool has answered; `isError` is there so that somebody can go on. The text asks that such errors be shown to the model, which can then choose another day, another boat or another argument.
"""

import json


def read(item):
    failed_for_a_while = "reconcile" if item["effect"] == "books" else "retry"
    if not item["frame"].startswith("{"):
        return "no answer", "none", failed_for_a_while
    answer = json.loads(item["frame"])
    if "error" in answer:
        return "protocol error", answer["error"]["code"], "stop"
    result = answer["result"]
    if not result.get("isError"):
        return "success", "none", "show"
    return "tool error", "none", "stop"


asked = ["layer", "code", "next"]
q.answer.set({item["key"]: dict(zip(asked, read(item))) for item in q.given["items"]})
