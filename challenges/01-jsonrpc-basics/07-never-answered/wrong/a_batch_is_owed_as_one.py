# answer: 01-jsonrpc-basics/07-never-answered
"""falls: batches-are-taken-apart

You answered every member of the batch. Being sent together changes nothing about who is owed an answer: a notification in a batch stays a notification, and only the requests among them are owed an answer.
"""


def ids_owed(message):
    if isinstance(message, list):
        return [each.get("id") for each in message]
    return [message["id"]] if "method" in message and "id" in message else []
