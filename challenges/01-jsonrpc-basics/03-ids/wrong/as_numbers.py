# answer: 01-jsonrpc-basics/03-ids
"""falls: types-kept

You turned the ids into numbers before comparing, so `"3"` and `3` became one. They are two ids, and both may be in flight: an answer then reaches the wrong caller. An id is a name that only has to be the same again, so nothing is to be calculated with it.
"""


def find_request(in_flight, response):
    def number(value):
        try:
            return type(value) is not bool and float(value)
        except (TypeError, ValueError):
            return value

    wanted = number(response.get("id"))
    for position, request in enumerate(in_flight):
        if type(number(request["id"])) is type(wanted) and number(request["id"]) == wanted:
            return position
    return None
