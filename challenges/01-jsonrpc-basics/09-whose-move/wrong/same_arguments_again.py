# answer: 01-jsonrpc-basics/09-whose-move
"""falls: the-rest-is-shown

You repeated a call that had been turned down for what it asks. Nothing there passes by itself: the same arguments get the same no, however often. Show it to the model: the text says what to change, and choosing other arguments is what the model is there for.
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
    category = result["_meta"]["ferry-desk/failure"]["category"]
    moves = {"office-busy": failed_for_a_while, "consent-needed": "ask"}
    return "tool error", "none", moves.get(category, "retry")


asked = ["layer", "code", "next"]
q.answer.set({item["key"]: dict(zip(asked, read(item))) for item in q.given["items"]})
