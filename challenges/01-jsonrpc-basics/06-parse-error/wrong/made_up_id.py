# answer: 01-jsonrpc-basics/06-parse-error
"""falls: no-id-is-guessed

You invented an id, because a response wants one. Servers have been seen to send `"server-error"` here. It satisfies every schema and answers nobody: no client ever sent that id, or worse, one did. The id could not be read, so it is left out, or null.
"""

reply = {
    "jsonrpc": "2.0",
    "id": "server-error",
    "error": {"code": -32700, "message": "Parse error"},
}
