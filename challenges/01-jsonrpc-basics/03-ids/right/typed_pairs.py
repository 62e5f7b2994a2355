# answer: 01-jsonrpc-basics/03-ids
def find_request(in_flight, response):
    keys = [(type(request["id"]), request["id"]) for request in in_flight]
    key = (type(response.get("id")), response.get("id"))
    return keys.index(key) if key in keys else None
