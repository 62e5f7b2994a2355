# answer: 01-jsonrpc-basics/03-ids
"""falls: true-is-no-number

Almost: to Python `True == 1` and `False == 0`, so an answer with the id `true` found request 1. JSON's `true` is no number, and no id at all. Compare the types as well, or write `from mcp_lab.wire import same_id` and ask that.
"""


def find_request(in_flight, response):
    for position, request in enumerate(in_flight):
        if "id" in response and request["id"] == response["id"]:
            return position
    return None
