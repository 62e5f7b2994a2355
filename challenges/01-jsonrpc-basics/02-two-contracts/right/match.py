# answer: 01-jsonrpc-basics/02-two-contracts
def outcome(response):
    match response:
        case {"error": _}:
            return "protocol error"
        case {"result": {"isError": True}}:
            return "tool error"
    return "success"
