# answer: 01-jsonrpc-basics/08-predict-the-wire
"""falls: refusal-is-a-result

You made the refusal a protocol error. The request was sound, a tool was reached, and it decided: that is an outcome of the tool, told inside `result`. As a protocol error it may never reach the model, and the model is the one who could choose another sailing.
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
        response["error"] = {"code": -32000, "message": "The company refuses this."}
    else:
        response["result"] = content("Here you are.")
    predicted.append(response)
