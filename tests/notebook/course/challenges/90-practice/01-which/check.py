FRAMES = {
    "A": '{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found"}}',
    "B": '{"jsonrpc": "2.0", "id": 2, "result": {"content": [], "isError": true}}',
}
RIGHT = {
    "A": {"layer": "protocol error", "action": "stop"},
    "B": {"layer": "tool error", "action": "show"},
}


def given(rng):
    asks = [
        {"name": "layer", "label": "Layer", "options": ["success", "protocol error", "tool error"]},
        {
            "name": "action",
            "label": "The client",
            "options": ["stop", "retry", "ask", "reconcile", "show"],
        },
    ]
    items = [
        {"key": key, "frame": frame, "caption": "server to client"} for key, frame in FRAMES.items()
    ]
    return {"items": items, "asks": asks}


def check(exam):
    answer = exam.answer()
    for ask in ("layer", "action"):
        for key, right in RIGHT.items():
            exam.fact(
                ask,
                answer[key][ask] == right[ask],
                clause="response.exactly-one",
                evidence=f"{key}: you said {answer[key][ask]!r}",
                try_="Look for `error`.",
                mistake="backwards" if ask == "layer" and answer[key][ask] == "success" else None,
                frames={"the frame": FRAMES[key], "what it says": "an error & <more>"},
            )
