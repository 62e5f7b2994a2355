# answer: 00-start-here/01-which-contract
"""falls: top-level-read

You have the two the wrong way round, and that is half of the way: you saw that they differ. `error` at the top level is JSON-RPC's word, for a request that got no result. `isError` lives inside `result` and is the tool's word, for a request that got one with bad news in it.
"""

answer = {}
for item in q.given["items"]:
    answer[item["key"]] = "protocol error" if "isError" in item["frame"] else "tool error"
q.answer.set(answer)
