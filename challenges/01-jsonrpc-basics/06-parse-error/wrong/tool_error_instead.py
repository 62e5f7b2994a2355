# answer: 01-jsonrpc-basics/06-parse-error
"""falls: is-an-error

You reported the failure inside a result. `isError: true` is a tool's word, and here no tool was reached, not even a method: nothing of the line could be read. Where there was no call there is no tool result; the failure is the protocol's.
"""

reply = {
    "jsonrpc": "2.0",
    "id": None,
    "result": {"content": [{"type": "text", "text": "Parse error"}], "isError": True},
}
