# answer: 01-jsonrpc-basics/03-ids
from mcp_lab.wire import same_id


def find_request(in_flight, response):
    for position, request in enumerate(in_flight):
        if "id" in response and same_id(request["id"], response["id"]):
            return position
