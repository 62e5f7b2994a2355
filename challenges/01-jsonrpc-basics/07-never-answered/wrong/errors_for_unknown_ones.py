# answer: 01-jsonrpc-basics/07-never-answered
"""falls: bad-notifications-are-not

You answered a notification because something was wrong with it: nobody knows its method, or its params lack what they need. For a request that would be an error; a notification gets none, not even then. The place for it is your own log.
"""

KNOWN = {"notifications/initialized", "notifications/progress", "notifications/roots/list_changed"}


def ids_owed(message):
    messages = message if isinstance(message, list) else [message]
    return [
        each.get("id")
        for each in messages
        if "method" in each and ("id" in each or each["method"] not in KNOWN)
    ]
