# answer: 01-jsonrpc-basics/02-two-contracts
outcome = lambda response: (
    "protocol error"
    if "error" in response
    else ["success", "tool error"][bool(response["result"].get("isError", False))]
)
