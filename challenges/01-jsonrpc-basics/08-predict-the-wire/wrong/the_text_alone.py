# answer: 01-jsonrpc-basics/08-predict-the-wire
"""falls: results-have-content

You sent the text as the result itself. A tool's result is an object with a list `content`, and the text is one block in it.
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
        response["result"] = {**content("The company refuses this."), "isError": True}
    else:
        response["result"] = "Here you are."
    predicted.append(response)
