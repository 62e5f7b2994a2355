# answer: 01-jsonrpc-basics/04-exactly-one
"""falls: neither-named

You concluded that there is a result because there is no error. A response may lack both, and then it says nothing at all: counted as a success, it is a success that nobody sent.
"""


def which_member(response):
    if "error" not in response:
        return "result"
    return "both" if "result" in response else "error"
