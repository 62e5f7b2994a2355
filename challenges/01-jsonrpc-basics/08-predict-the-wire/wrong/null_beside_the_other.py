# answer: 01-jsonrpc-basics/08-predict-the-wire
"""falls: exactly-one-member

You wrote both members and made one of them null, as JSON-RPC 1.0 did. In 2.0 a member that does not apply is left out: whoever sees `"error": null` sees an error, whoever sees `"result": null` a result.
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
        response |= {"result": None, "error": {"code": -32601, "message": "Method not found"}}
    elif request["params"]["name"] not in TOOLS:
        response["error"] = {"code": -32602, "message": "Unknown tool"}
    elif "refuse" in note:
        response["result"] = {**content("The company refuses this."), "isError": True}
    else:
        response |= {"error": None, "result": content("Here you are.")}
    predicted.append(response)
