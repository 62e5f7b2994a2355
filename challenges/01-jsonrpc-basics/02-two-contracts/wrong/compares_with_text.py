# answer: 01-jsonrpc-basics/02-two-contracts
"""falls: tool-errors-found

You compared the flag with a text. On the wire it reads `true`; once parsed it is Python's `True`, a value of its own, and no text is equal to it. So no tool error is ever found.
"""


def outcome(response):
    if "error" in response:
        return "protocol error"
    if response["result"].get("isError") == "true":
        return "tool error"
    return "success"
