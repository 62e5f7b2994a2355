# answer: 01-jsonrpc-basics/05-codes
import re

answer = {}
for item in q.given["items"]:
    code = int(re.search(r'"code": (-?\d+)', item["frame"])[1])
    home = item["revision"] == "2025-11-25"
    if item["happened"] == "unknown-method" and code != -32601:
        choice = "another code says this"
    elif item["happened"] == "no-method" and code != -32600:
        choice = "another code says this"
    elif item["happened"] == "own-error" and code < -32099 and code >= -32768:
        choice = "not the sender's to use"
    elif item["happened"] == "own-error" and -32099 <= code <= -32000 and not home:
        choice = "not the sender's to use"
    elif item["happened"] == "own-error" and code in (-32002, -32042):
        choice = "not the sender's to use"
    else:
        choice = "fits"
    answer[item["key"]] = choice
q.answer.set(answer)
