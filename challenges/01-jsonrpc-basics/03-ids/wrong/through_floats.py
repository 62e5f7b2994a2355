# answer: 01-jsonrpc-basics/03-ids
"""falls: huge-ids-exact

You passed the numbers through floats. Beyond 9007199254740992 a float can no longer tell neighbours apart, so two different ids became one. Many JSON readers do this unasked; in Python an id read as an int stays exact, so leave it as it is.
"""


def find_request(in_flight, response):
    def form(value):
        if isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        return value

    wanted = form(response.get("id"))
    for position, request in enumerate(in_flight):
        if type(form(request["id"])) is type(wanted) and form(request["id"]) == wanted:
            return position
    return None
