# answer: 01-jsonrpc-basics/07-never-answered
"""falls: answers-are-not

You answered an answer. In this revision a server may ask its client things too, and then results and errors come in, with the id of the server's own request. They close a request; they do not open one. Only `method` together with `id` asks.
"""


def ids_owed(message):
    messages = message if isinstance(message, list) else [message]
    return [each["id"] for each in messages if "id" in each]
