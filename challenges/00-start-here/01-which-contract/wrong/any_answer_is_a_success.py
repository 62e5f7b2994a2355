# answer: 00-start-here/01-which-contract
"""falls: top-level-read

You took an answer for a success. An answer came back, that much is true; with `error` at its top level it says that there is no result. Whether something ran all the same, it does not say: a later lesson is about just that.
"""

q.answer.set({item["key"]: "success" for item in q.given["items"]})
