# answer: 01-jsonrpc-basics/04-exactly-one
"""falls: null-counts

You took a member that is null for one that is absent. `"error": null` beside a result is the form that JSON-RPC 1.0 asked for and 2.0 does not allow: the member is there, so the response has both. `response.get("error")` cannot see the difference; `"error" in response` can.
"""


def which_member(response):
    result, error = response.get("result"), response.get("error")
    if result is not None and error is not None:
        return "both"
    if result is not None:
        return "result"
    return "error" if error is not None else "neither"
