# answer: 01-jsonrpc-basics/02-two-contracts
"""falls: words-prove-nothing

You searched the whole frame for the flag. A tool's own data may hold a field of any name, `isError` among them: a tool that reports on other calls does. Only the one directly inside `result` speaks about this call.
"""

import json


def outcome(response):
    if "error" in response:
        return "protocol error"
    if '"isError": true' in json.dumps(response["result"]):
        return "tool error"
    return "success"
