def given(rng):
    return {"id": rng.randrange(10, 90), "lines": ['{"a":1}', "no <json>"]}


def check(exam):
    reply = exam.answer()
    exam.fact(
        "has-error",
        isinstance(reply, dict) and "error" in reply,
        clause="error.code-integer",
        evidence=f"the reply is {reply!r}",
        try_="Add it.",
        frames={"your reply": repr(reply)},
    )
