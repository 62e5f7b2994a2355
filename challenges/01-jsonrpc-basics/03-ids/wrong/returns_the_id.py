# answer: 01-jsonrpc-basics/03-ids
"""falls: right-caller

You found the request and returned its id. Asked for is where it stands in `in_flight`: its position, counted from 0. `enumerate` gives both at once.
"""


def find_request(in_flight, response):
    wanted = response.get("id")
    for request in in_flight:
        if type(request["id"]) is type(wanted) and request["id"] == wanted:
            return request["id"]
    return None
