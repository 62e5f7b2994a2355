# answer: 01-jsonrpc-basics/03-ids
"""falls: no-id-no-caller

Your function breaks on a response without an id. There is one such case that is nobody's fault but the sender's: an error that answers a line it could not read. It belongs to no request, so return None and keep the session going.
"""


def find_request(in_flight, response):
    for position, request in enumerate(in_flight):
        if type(request["id"]) is type(response["id"]) and request["id"] == response["id"]:
            return position
    return None
