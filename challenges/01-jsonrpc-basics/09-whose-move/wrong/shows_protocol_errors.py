# answer: 01-jsonrpc-basics/09-whose-move
"""falls: protocol-errors-stop

You showed the protocol error to the model. The text allows it, so this is a matter of policy; the kit's says stop. Such an error is about the request itself: an unknown tool or a failing server is for whoever wrote the client or the server, and the model can seldom do more than call again. What the model can mend comes as a tool error.
"""

import json


def read(item):
    failed_for_a_while = "reconcile" if item["effect"] == "books" else "retry"
    if not item["frame"].startswith("{"):
        return "no answer", "none", failed_for_a_while
    answer = json.loads(item["frame"])
    if "error" in answer:
        return "protocol error", answer["error"]["code"], "show"
    result = answer["result"]
    if not result.get("isError"):
        return "success", "none", "show"
    category = result["_meta"]["ferry-desk/failure"]["category"]
    moves = {"office-busy": failed_for_a_while, "consent-needed": "ask"}
    return "tool error", "none", moves.get(category, "show")


asked = ["layer", "code", "next"]
q.answer.set({item["key"]: dict(zip(asked, read(item))) for item in q.given["items"]})
