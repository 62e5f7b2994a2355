# answer: 00-start-here/01-which-contract
"""falls: inside-read

You called both failures protocol errors. The word error stands in both, but in one of them only inside `result`: there the request got its result, and it is the tool that says no. A client treats the two differently: a tool's answer is for the model to read, and it can often try something better.
"""

q.answer.set({item["key"]: "protocol error" for item in q.given["items"]})
