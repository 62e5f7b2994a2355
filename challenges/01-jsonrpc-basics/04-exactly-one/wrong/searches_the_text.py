# answer: 01-jsonrpc-basics/04-exactly-one
"""falls: only-the-top-counts

You searched the whole frame for the two words. What a tool returns, or what an error carries in `data`, may have members of any name, `error` and `result` among them. Only the top level of the response counts.
"""

import json


def which_member(response):
    text = json.dumps(response)
    has_result, has_error = '"result":' in text, '"error":' in text
    if has_result and has_error:
        return "both"
    if has_result:
        return "result"
    return "error" if has_error else "neither"
