# answer: 00-start-here/01-which-contract
from mcp_lab.wire import decode

words = {"error": "protocol error", "result": "tool error"}
q.answer.set({i["key"]: {"outcome": words[decode(i["frame"]).kind]} for i in q.given["items"]})
