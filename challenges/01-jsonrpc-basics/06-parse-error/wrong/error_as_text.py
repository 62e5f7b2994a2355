# answer: 01-jsonrpc-basics/06-parse-error
"""falls: error-is-an-object

You wrote the error as a sentence. `error` is an object with a `code` for programs and a `message` for people; a client that looks for `error.code` in a text finds nothing, and several then wait for their timeout.
"""

reply = {"jsonrpc": "2.0", "id": None, "error": "Parse error"}
