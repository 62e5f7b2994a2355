# answer: 01-jsonrpc-basics/02-two-contracts
def outcome(response):
    try:
        flag = response["result"]["isError"]
    except KeyError:
        return "success" if "result" in response else "protocol error"
    return "tool error" if flag else "success"
