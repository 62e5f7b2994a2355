# answer: 00-start-here/01-which-contract
answer = {}
for item in q.given["items"]:
    if '"isError":true' in item["frame"].replace(" ", ""):
        answer[item["key"]] = "tool error"
    else:
        answer[item["key"]] = "protocol error"
q.answer.set(answer)
