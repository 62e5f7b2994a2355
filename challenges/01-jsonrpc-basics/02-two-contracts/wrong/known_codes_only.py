# answer: 01-jsonrpc-basics/02-two-contracts
"""falls: protocol-errors-found

You believed only the codes you know. Every integer is a valid code, `0` and `404` included, and servers do send them; the member `error` makes it a protocol error, not the number in it.
"""


def outcome(response):
    if "error" in response and response["error"]["code"] < -32000:
        return "protocol error"
    if response.get("result", {}).get("isError") is True:
        return "tool error"
    return "success"
