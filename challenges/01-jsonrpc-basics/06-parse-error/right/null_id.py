# answer: 01-jsonrpc-basics/06-parse-error
reply = {
    "jsonrpc": "2.0",
    "id": None,
    "error": {"code": -32700, "message": "Parse error: this line is not JSON."},
}
