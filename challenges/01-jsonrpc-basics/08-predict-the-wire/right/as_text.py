# answer: 01-jsonrpc-basics/08-predict-the-wire
import json

said = {"type": "text", "text": "…"}
image = {"type": "image", "data": "", "mimeType": "image/png"}


def response(line, note):
    request = json.loads(line)
    if "no method" in note or "no tool" in note:
        code = -32602 if request["method"] == "tools/call" else -32601
        end = {"error": {"code": code, "message": note}}
    else:
        end = {"result": {"content": [said, image], "isError": "refuse" in note}}
    return json.dumps({"id": request["id"], "jsonrpc": "2.0"} | end)


predicted = tuple(map(response, q.given["requests"], q.given["notes"]))
