# answer: 01-jsonrpc-basics/06-parse-error
"""falls: is-one-line

You spread the reply over several lines. On stdio the end of a line is the end of a message, so a client reads as many broken messages as you wrote lines. Inside a message there is no line break; one at its end is right.
"""

import json

error = {"code": -32700, "message": "Parse error"}
reply = json.dumps({"jsonrpc": "2.0", "error": error}, indent=2)
