# answer: 01-jsonrpc-basics/06-parse-error
"""falls: code-says-not-json

You sent -32600, Invalid Request. That code stands for JSON which was read and is no request. This line was never read as JSON, and for that there is a code of its own.
"""

reply = b'{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid Request"}}'
