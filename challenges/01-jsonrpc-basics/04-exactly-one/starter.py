# answer: 01-jsonrpc-basics/04-exactly-one
def which_member(response):
    """Which of result and error is there: "result", "error", "both" or "neither"."""
    ...
