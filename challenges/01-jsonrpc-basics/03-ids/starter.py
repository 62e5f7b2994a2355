# answer: 01-jsonrpc-basics/03-ids
def find_request(in_flight, response):
    """The position in in_flight of the request that response answers, or None."""
    ...
