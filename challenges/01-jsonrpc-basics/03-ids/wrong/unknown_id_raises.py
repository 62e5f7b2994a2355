# answer: 01-jsonrpc-basics/03-ids
"""falls: strays-left-alone

Your function raises where no request matches. One broken or late answer then ends the whole session, and all the calls that were doing well with it. Return None, and let the caller note the stray.
"""


def find_request(in_flight, response):
    places = {(type(r["id"]), r["id"]): place for place, r in enumerate(in_flight)}
    return places[type(response["id"]), response["id"]]
