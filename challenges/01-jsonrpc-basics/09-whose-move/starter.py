# answer: 01-jsonrpc-basics/09-whose-move
q.widget()
# The same answer typed instead of clicked, one line a call:
# q.answer.set({"A": {"layer": "success", "code": "none", "next": "show"}})
