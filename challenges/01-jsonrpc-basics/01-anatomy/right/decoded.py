# answer: 01-jsonrpc-basics/01-anatomy
from mcp_lab.wire import decode

names = {
    "request": "request",
    "notification": "notification",
    "result": "result response",
    "error": "error response",
}
q.answer.set({i["key"]: {"kind": names[decode(i["frame"]).kind]} for i in q.given["items"]})
