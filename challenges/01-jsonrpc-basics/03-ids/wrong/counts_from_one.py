# answer: 01-jsonrpc-basics/03-ids
"""falls: right-caller

You found the request and counted from 1. Positions in a Python list begin at 0, so each answer goes to the caller after the right one.
"""


def find_request(in_flight, response):
    wanted = response.get("id")
    for position, request in enumerate(in_flight, 1):
        if type(request["id"]) is type(wanted) and request["id"] == wanted:
            return position
    return None
