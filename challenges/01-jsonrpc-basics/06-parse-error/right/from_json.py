# answer: 01-jsonrpc-basics/06-parse-error
import json

try:
    json.loads(q.given["line"])
except json.JSONDecodeError as why:
    error = {"code": -32700, "message": "Not JSON", "data": {"position": why.pos}}
    reply = json.dumps({"error": error, "jsonrpc": "2.0"}) + "\n"
