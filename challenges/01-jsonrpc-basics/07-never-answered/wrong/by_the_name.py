# answer: 01-jsonrpc-basics/07-never-answered
"""falls: calls-without-id-are-not

You went by the name of the method. A tools/call without an id asks for something and still is a notification: there is no id that an answer could carry, and null would not be one. Whoever sent it forgot the id, and will find out by waiting.
"""


def ids_owed(message):
    messages = message if isinstance(message, list) else [message]
    return [
        each.get("id")
        for each in messages
        if "method" in each and not each["method"].startswith("notifications/")
    ]
