# answer: 01-jsonrpc-basics/04-exactly-one
ANSWERS = {
    (True, False): "result",
    (False, True): "error",
    (True, True): "both",
    (False, False): "neither",
}


def which_member(response):
    return ANSWERS["result" in response, "error" in response]
