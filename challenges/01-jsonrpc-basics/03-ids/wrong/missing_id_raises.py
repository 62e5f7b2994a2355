# answer: 01-jsonrpc-basics/03-ids
"""falls: no-id-no-caller

Your function breaks on a response without an id. There is one sound case of it, an error that answers an unreadable line, and the fault is that of whoever sent the broken line. It belongs to no request, so return None and keep the session going.
"""


def find_request(in_flight, response):
    for position, request in enumerate(in_flight):
        if type(request["id"]) is type(response["id"]) and request["id"] == response["id"]:
            return position
    return None
