# answer: 01-jsonrpc-basics/02-two-contracts
"""falls: false-means-success

You asked whether the flag is there, and not what it says. Many servers send `isError: false` with each success, so your function turns working calls into failures. Only the value `true` means failure.
"""


def outcome(response):
    if "error" in response:
        return "protocol error"
    if "isError" in response["result"]:
        return "tool error"
    return "success"
