# answer: 01-jsonrpc-basics/07-never-answered
"""falls: zero-and-empty-are-owed

You tested the id for truth, and `0` and `""` fail that test. The request has an id, so its sender waits; treated as a notification it gets silence, and the sender its timeout. Ask `"id" in message`.
"""


def ids_owed(message):
    messages = message if isinstance(message, list) else [message]
    return [each["id"] for each in messages if each.get("method") and each.get("id")]
