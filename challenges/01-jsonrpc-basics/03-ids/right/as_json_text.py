# answer: 01-jsonrpc-basics/03-ids
import json


def find_request(in_flight, response):
    # Written as JSON, 3 and "3" and true are three different texts.
    waiting = {json.dumps(request["id"]): place for place, request in enumerate(in_flight)}
    return waiting.get(json.dumps(response.get("id")))
