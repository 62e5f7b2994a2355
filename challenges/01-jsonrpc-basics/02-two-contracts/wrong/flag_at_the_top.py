# answer: 01-jsonrpc-basics/02-two-contracts
"""falls: tool-errors-found

You look for `isError` beside `result`; it lives inside it. JSON-RPC knows nothing of the flag: the top level of a response belongs to JSON-RPC, the inside of `result` to the tool.
"""


def outcome(response):
    if "error" in response:
        return "protocol error"
    if response.get("isError"):
        return "tool error"
    return "success"
