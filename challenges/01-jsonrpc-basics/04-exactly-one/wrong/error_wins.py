# answer: 01-jsonrpc-basics/04-exactly-one
"""falls: both-named

You stopped at the first member you found. A response with both says that the call worked and that it did not; to believe one half is to guess, and clients guess differently: one takes the error, another waits until its timeout. Name it as what it is before anyone acts on it.
"""


def which_member(response):
    if "error" in response:
        return "error"
    return "result" if "result" in response else "neither"
