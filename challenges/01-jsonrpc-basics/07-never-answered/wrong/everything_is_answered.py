# answer: 01-jsonrpc-basics/07-never-answered
"""falls: notifications-are-not

You answered a notification, with no id or with null. Its sender keeps no record of it, so the answer meets nobody: strict clients drop the connection over a response that they cannot place. Silence is the only right reply, whatever went wrong.
"""


def ids_owed(message):
    messages = message if isinstance(message, list) else [message]
    return [each.get("id") for each in messages]
