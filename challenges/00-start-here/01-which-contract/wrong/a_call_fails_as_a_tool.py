# answer: 00-start-here/01-which-contract
"""falls: protocol-error-found

You put a protocol error on the tool. The call was meant for a tool, and its name may even stand in the message; yet no tool gave this answer. `error` at the top level means that the server did not carry the request out.
"""

q.answer.set({item["key"]: "tool error" for item in q.given["items"]})
