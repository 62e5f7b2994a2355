# answer: 01-jsonrpc-basics/09-whose-move
from mcp_lab.wire import decode

POLICY = [
    ("stop", lambda seen: seen["kind"] == "error"),
    ("reconcile", lambda seen: seen["passes"] and seen["books"]),
    ("ask", lambda seen: "consent-needed" in seen["text"]),
    ("retry", lambda seen: seen["passes"]),
    ("show", lambda seen: True),
]

for item in q.given["items"]:
    message = decode(item["frame"])
    seen = {
        "kind": message.kind,
        "text": item["frame"],
        "books": "books" in item["caption"],
        "passes": message.kind == "malformed" or "office-busy" in item["frame"],
    }
    failed = message.kind == "result" and message.result.get("isError")
    layers = {"error": "protocol error", "result": "tool error" if failed else "success"}
    chosen = {
        "layer": layers.get(message.kind, "no answer"),
        "code": message.error["code"] if message.kind == "error" else "none",
        "next": next(move for move, fits in POLICY if fits(seen)),
    }
    q.answer.set({**(q.answer.get() or {}), item["key"]: chosen})
