# answer: 01-jsonrpc-basics/05-codes
import json

FREE = {
    "2025-11-25": [
        range(-32099, -32042),
        range(-32041, -32002),
        range(-32001, 10**6),
        range(-(10**6), -32768),
    ],
    "2026-07-28": [range(-31999, 10**6), range(-(10**6), -32768)],
}
RIGHT = {
    "not-json": {-32700},
    "no-method": {-32600},
    "unknown-method": {-32601},
    "bad-params": {-32602},
}

answer = {}
for item in q.given["items"]:
    code = json.loads(item["frame"])["error"]["code"]
    if item["happened"] in RIGHT:
        fits = code in RIGHT[item["happened"]]
        answer[item["key"]] = {"code": "fits" if fits else "another code says this"}
    else:
        free = any(code in numbers for numbers in FREE[item["revision"]])
        answer[item["key"]] = {"code": "fits" if free else "not the sender's to use"}
q.answer.set(answer)
