# answer: 00-start-here/01-which-contract
"""falls: top-level-read

You put a protocol error on the tool. The call was meant for a tool, and its name may even stand in the message; yet no tool speaks here. `error` at the top level means that there is no result at all, a tool's result included; whether something had run by then, it does not say.
"""

q.answer.set({item["key"]: "tool error" for item in q.given["items"]})
