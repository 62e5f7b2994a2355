# answer: 01-jsonrpc-basics/03-ids
"""falls: types-kept

You turned the ids into strings before comparing, so `3` and `"3"` became one. They are two ids, and both may be in flight: an answer then reaches the wrong caller. Servers that turn `"1"` into `1` have left strict clients waiting for ever.
"""


def find_request(in_flight, response):
    for position, request in enumerate(in_flight):
        if str(request["id"]) == str(response.get("id")):
            return position
    return None
