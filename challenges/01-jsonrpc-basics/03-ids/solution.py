# answer: 01-jsonrpc-basics/03-ids
def find_request(in_flight, response):
    """The position in in_flight of the request that response answers, or None."""
    if "id" not in response:
        return None
    wanted = response["id"]
    for position, request in enumerate(in_flight):
        if type(request["id"]) is type(wanted) and request["id"] == wanted:
            return position
    return None
