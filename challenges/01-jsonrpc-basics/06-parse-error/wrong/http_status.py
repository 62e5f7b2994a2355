# answer: 01-jsonrpc-basics/06-parse-error
"""falls: code-says-not-json

You sent an HTTP status. Numbers like 400 are free for applications, so the frame is sound, but no client reads a parse error in it; and on stdio there is no HTTP at all. JSON-RPC has its own number for a text that is not JSON.
"""

reply = {"jsonrpc": "2.0", "error": {"code": 400, "message": "Bad Request"}}
