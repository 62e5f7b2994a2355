# answer: 01-jsonrpc-basics/03-ids
"""falls: strays-left-alone

You gave an answer with an unknown id to somebody all the same. It may be late, repeated, or broken, and any caller you pick gets a result that is not theirs. Return None and leave the others waiting: their own answers are still on the way.
"""


def find_request(in_flight, response):
    wanted = response.get("id")
    for position, request in enumerate(in_flight):
        if type(request["id"]) is type(wanted) and request["id"] == wanted:
            return position
    return 0
