# answer: 90-practice/01-which
q.widget()
# The same answer typed:
# q.answer.set({...})
