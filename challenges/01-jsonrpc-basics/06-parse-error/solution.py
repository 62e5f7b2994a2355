# answer: 01-jsonrpc-basics/06-parse-error
reply = b'{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}}'
