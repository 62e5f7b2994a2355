# answer: 01-jsonrpc-basics/08-predict-the-wire
"""falls: codes-say-why

You gave both errors the same code. An unknown method and an unknown tool are two things: in the one case nobody knows what is to be done, in the other the method `tools/call` is well known and its params name something that is not there.
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
        response["error"] = {"code": -32602, "message": "Unknown method"}
    elif request["params"]["name"] not in TOOLS:
        response["error"] = {"code": -32602, "message": "Unknown tool"}
    elif "refuse" in note:
        response["result"] = {**content("The company refuses this."), "isError": True}
    else:
        response["result"] = content("Here you are.")
    predicted.append(response)
