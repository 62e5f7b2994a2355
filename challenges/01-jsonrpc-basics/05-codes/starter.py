# answer: 01-jsonrpc-basics/05-codes
q.widget()
# The same answer typed instead of clicked, one line an error:
# q.answer.set({"A": "fits", "B": "another code says this", "C": "not the sender's to use"})
