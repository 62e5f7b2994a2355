# answer: 01-jsonrpc-basics/02-two-contracts
"""falls: tool-errors-found

You let a failed tool pass as a success: without `error` at the top, all seems well. A refused booking then counts as booked. A tool's failure arrives inside `result`, as `isError: true`.
"""


def outcome(response):
    if "error" in response:
        return "protocol error"
    return "success"
