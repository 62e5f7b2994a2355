# answer: 01-jsonrpc-basics/03-ids
"""falls: right-caller

You took answers to arrive in the order of the requests. Nothing promises that: a server may finish a quick call before a slow one that came first. Whoever pairs by order hands one caller's answer to another.
"""


def find_request(in_flight, response):
    return 0 if in_flight else None
