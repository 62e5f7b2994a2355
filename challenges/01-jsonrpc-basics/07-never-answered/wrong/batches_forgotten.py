# answer: 01-jsonrpc-basics/07-never-answered
"""falls: batches-are-taken-apart

You gave a batch silence. In 2025-03-26 a server has to accept several messages in one list, and each request among them is owed its own answer. Official servers have been seen to drop the whole list; their clients wait for every answer in it.
"""


def ids_owed(message):
    if isinstance(message, dict) and "method" in message and "id" in message:
        return [message["id"]]
    return []
