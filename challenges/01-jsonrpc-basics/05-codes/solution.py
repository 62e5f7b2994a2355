# answer: 01-jsonrpc-basics/05-codes
import json

STANDARD = {
    "not-json": -32700,
    "no-method": -32600,
    "unknown-method": -32601,
    "bad-params": -32602,
}


def judge(item):
    code = json.loads(item["frame"])["error"]["code"]
    if item["happened"] in STANDARD:
        return "fits" if code == STANDARD[item["happened"]] else "another code says this"
    if not -32768 <= code <= -32000:
        return "fits"
    own = code >= -32099 and code not in (-32002, -32042)
    if item["revision"] == "2025-11-25" and own:
        return "fits"
    return "not the sender's to use"


q.answer.set({item["key"]: judge(item) for item in q.given["items"]})
