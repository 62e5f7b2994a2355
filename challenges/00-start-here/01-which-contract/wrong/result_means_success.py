# answer: 00-start-here/01-which-contract
"""falls: inside-read

You saw `result` and took it for a success. It means that the request got a result, not that it did what was wanted: look inside for `isError`. A program that stops at `result` reports a refused booking as booked.
"""

answer = {}
for item in q.given["items"]:
    answer[item["key"]] = "success" if '"result"' in item["frame"] else "protocol error"
q.answer.set(answer)
