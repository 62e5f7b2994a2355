# answer: 01-jsonrpc-basics/04-exactly-one
MISSING = object()


def which_member(response):
    result = response.get("result", MISSING)
    error = response.get("error", MISSING)
    if result is MISSING and error is MISSING:
        return "neither"
    if result is MISSING:
        return "error"
    return "result" if error is MISSING else "both"
