# answer: 01-jsonrpc-basics/08-predict-the-wire
"""falls: ids-come-back

You sent an id back as a number that came as text. `"83"` looks like a number and is a name that the client made up: it looks its request up by just that name, finds nothing under the number, and waits. Pass on what you read, as it is.
"""

import json

TOOLS = ["find_sailings", "quote_fare", "book_passage", "booking_status"]


def number(id_):
    return int(id_) if str(id_).isdigit() else id_


def content(text):
    return {"content": [{"type": "text", "text": text}]}


predicted = []
for line, note in zip(q.given["requests"], q.given["notes"]):
    request = json.loads(line)
    response = {"jsonrpc": "2.0", "id": number(request["id"])}
    if request["method"] != "tools/call":
        response["error"] = {"code": -32601, "message": "Method not found"}
    elif request["params"]["name"] not in TOOLS:
        response["error"] = {"code": -32602, "message": "Unknown tool"}
    elif "refuse" in note:
        response["result"] = {**content("The company refuses this."), "isError": True}
    else:
        response["result"] = content("Here you are.")
    predicted.append(response)
