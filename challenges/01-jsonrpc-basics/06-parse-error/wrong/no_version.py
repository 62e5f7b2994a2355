# answer: 01-jsonrpc-basics/06-parse-error
"""falls: names-its-version

You left out `jsonrpc`. Every message carries `"jsonrpc": "2.0"`, an answer as much as a request; without it strict clients do not take the frame for a message at all.
"""

reply = {"error": {"code": -32700, "message": "Parse error"}}
