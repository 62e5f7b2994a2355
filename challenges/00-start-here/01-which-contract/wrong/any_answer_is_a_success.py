# answer: 00-start-here/01-which-contract
"""falls: protocol-error-found

You took an answer for a success. An answer came back, that much is true; with `error` at its top level it says that the request could not be carried out. Nothing ran, and there is no result to use.
"""

q.answer.set({item["key"]: "success" for item in q.given["items"]})
