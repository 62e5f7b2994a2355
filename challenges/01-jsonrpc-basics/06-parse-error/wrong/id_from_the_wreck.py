# answer: 01-jsonrpc-basics/06-parse-error
"""falls: no-id-is-guessed

You took the id out of the broken line. You can see it; a JSON reader cannot, and what a text that is not JSON means by `"id":` is a guess: the number may stand in a string, or belong to another message. A guessed id can close a request that is still running. Leave the id out, or send JSON-RPC's null.
"""

import re

seen = re.search(r"id['\"]?: ?(\d+)", q.given["line"])
reply = {
    "jsonrpc": "2.0",
    "id": int(seen[1]),
    "error": {"code": -32700, "message": "Parse error"},
}
