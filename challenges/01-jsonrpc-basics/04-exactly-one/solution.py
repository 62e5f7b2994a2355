# answer: 01-jsonrpc-basics/04-exactly-one
def which_member(response):
    """Which of result and error is there: "result", "error", "both" or "neither"."""
    has_result, has_error = "result" in response, "error" in response
    if has_result and has_error:
        return "both"
    if has_result:
        return "result"
    return "error" if has_error else "neither"
