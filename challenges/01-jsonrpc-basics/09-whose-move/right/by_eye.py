# answer: 01-jsonrpc-basics/09-whose-move
answer = {}
for item in q.given["items"]:
    frame = item["frame"].replace(" ", "")
    reads = item["effect"] == "only reads"
    if frame.startswith("Nothing"):
        layer, code = "no answer", "none"
    elif '"error":' in frame:
        layer, code = "protocol error", int(frame.split('"code":')[1].split(",")[0])
    else:
        layer, code = ("tool error" if '"isError":true' in frame else "success"), "none"

    if layer == "protocol error":
        move = "stop"
    elif layer == "no answer" or "Thebookingofficeanswered" in frame:
        move = "retry" if reads else "reconcile"
    elif "Onlythepassenger" in frame:
        move = "ask"
    else:
        move = "show"
    answer[item["key"]] = {"layer": layer, "code": code, "next": move}
q.answer.set(answer)
