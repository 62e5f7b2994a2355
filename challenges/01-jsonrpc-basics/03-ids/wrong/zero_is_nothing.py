# answer: 01-jsonrpc-basics/03-ids
"""falls: zero-and-empty-are-ids

You tested the id for truth, and `0` and `""` fail that test. Both are ids, and some clients number from 0: their first call then waits for ever. Ask whether the member is there: `"id" in response`.
"""


def find_request(in_flight, response):
    wanted = response.get("id")
    if not wanted or wanted is True:
        return None
    for position, request in enumerate(in_flight):
        if type(request["id"]) is type(wanted) and request["id"] == wanted:
            return position
    return None
