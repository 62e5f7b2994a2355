# answer: 01-jsonrpc-basics/09-whose-move
"""falls: the-passenger-is-asked

You handed the model a decision that is not its own. It can read the sentence, and may well say yes to go on; but it is the passenger who pays and who sits there. By the policy's third row a client puts such a question to the person before anything else is done.
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
    moves = {"office-busy": failed_for_a_while, "consent-needed": "show"}
    return "tool error", "none", moves.get(category, "show")


asked = ["layer", "code", "next"]
q.answer.set({item["key"]: dict(zip(asked, read(item))) for item in q.given["items"]})
