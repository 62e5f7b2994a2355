# answer: 01-jsonrpc-basics/09-whose-move
"""falls: no-error-no-code

You took a number out of the text for the code. It is the booking office's status, quoted by the tool in a sentence. A code of JSON-RPC stands in `error.code` and nowhere else, and a result has no `error`; a client that goes by numbers in sentences breaks at the next change of wording.
"""

import json
import re


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
    number = re.search(r"answered (\d+)", result["content"][0]["text"])
    code = int(number[1]) if number else "none"
    moves = {"office-busy": failed_for_a_while, "consent-needed": "ask"}
    return "tool error", code, moves.get(category, "show")


asked = ["layer", "code", "next"]
q.answer.set({item["key"]: dict(zip(asked, read(item))) for item in q.given["items"]})
