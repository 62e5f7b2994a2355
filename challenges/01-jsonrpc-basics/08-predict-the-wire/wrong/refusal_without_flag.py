# answer: 01-jsonrpc-basics/08-predict-the-wire
"""falls: refusal-sets-the-flag

You told the refusal in words alone. A result without `isError: true` is a success, whatever its text says; programs do not read texts, and this one now believes that it has what it asked for.
"""

import json

TOOLS = ["find_sailings", "quote_fare", "book_passage", "booking_status"]


def content(text):
    return {"content": [{"type": "text", "text": text}]}


predicted = []
for line, note in zip(q.given["requests"], q.given["notes"]):
    request = json.loads(line)
    response = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] != "tools/call":
        response["error"] = {"code": -32601, "message": "Method not found"}
    elif request["params"]["name"] not in TOOLS:
        response["error"] = {"code": -32602, "message": "Unknown tool"}
    elif "refuse" in note:
        response["result"] = content("The company refuses this.")
    else:
        response["result"] = content("Here you are.")
    predicted.append(response)
