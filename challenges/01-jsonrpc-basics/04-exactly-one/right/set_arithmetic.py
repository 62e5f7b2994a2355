# answer: 01-jsonrpc-basics/04-exactly-one
def which_member(response):
    here = {"result", "error"} & response.keys()
    return here.pop() if len(here) == 1 else "both" if here else "neither"
