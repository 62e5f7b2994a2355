# answer: 00-start-here/01-which-contract
q.widget()
# The same answer typed instead of clicked:
# q.answer.set({"A": "success", "B": "tool error"})
