# answer: 01-jsonrpc-basics/02-two-contracts
def outcome(response):
    if "error" in response:
        return "protocol error"
    if response["result"].get("isError") is True:
        return "tool error"
    return "success"
