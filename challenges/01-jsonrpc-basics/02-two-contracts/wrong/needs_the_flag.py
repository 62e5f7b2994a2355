# answer: 01-jsonrpc-basics/02-two-contracts
"""falls: successes-found

You rely on a flag that need not be there. A success may leave `isError` out, and what is absent means success; square brackets make a `KeyError` of it, and a good answer takes your client down. `.get("isError")` asks without falling over.
"""


def outcome(response):
    if "error" in response:
        return "protocol error"
    if response["result"]["isError"]:
        return "tool error"
    return "success"
