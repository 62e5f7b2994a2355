# answer: 01-jsonrpc-basics/09-whose-move
"""falls: bookings-are-reconciled

You sent a booking again that may have been made. Its answer is lost or says nothing of it, and that is not the same as nothing done: if the seats were taken, a second try can take and charge them twice. Find out first: look the booking up, or ask whoever keeps the books.
"""

import json


def read(item):
    failed_for_a_while = "retry"
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
