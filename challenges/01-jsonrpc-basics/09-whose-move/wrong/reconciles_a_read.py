# answer: 01-jsonrpc-basics/09-whose-move
"""falls: reads-are-retried

You went to find out what a call has done that could not do anything. `after-checking` is the server's word for every failure of its booking office: again, once it is known that there was no effect. Of a tool that only reads that is known beforehand, so the call can simply be made again, a few times, with a pause.
"""

import json


def read(item):
    failed_for_a_while = "reconcile"
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
    return "tool error", "none", moves.get(category, "show")


asked = ["layer", "code", "next"]
q.answer.set({item["key"]: dict(zip(asked, read(item))) for item in q.given["items"]})
