# answer: 01-jsonrpc-basics/01-anatomy
import json

answer = {}
for item in q.given["items"]:
    members = set(json.loads(item["frame"])) - {"jsonrpc", "params"}
    if members == {"method", "id"}:
        answer[item["key"]] = "request"
    elif members == {"method"}:
        answer[item["key"]] = "notification"
    elif members == {"id", "result"}:
        answer[item["key"]] = "result response"
    else:
        answer[item["key"]] = "error response"
q.answer.set(answer)
