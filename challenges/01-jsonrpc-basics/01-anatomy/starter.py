# answer: 01-jsonrpc-basics/01-anatomy
q.widget()
# The same answer typed instead of clicked, one line a frame:
# q.answer.set({"A": "request", "B": "notification", "C": "result response"})
