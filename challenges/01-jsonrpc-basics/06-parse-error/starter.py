# answer: 01-jsonrpc-basics/06-parse-error
reply = b""
