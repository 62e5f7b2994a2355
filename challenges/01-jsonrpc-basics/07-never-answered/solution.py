# answer: 01-jsonrpc-basics/07-never-answered
def ids_owed(message):
    """The ids that are owed an answer, in any order; [] where nothing is."""
    messages = message if isinstance(message, list) else [message]
    return [each["id"] for each in messages if "method" in each and "id" in each]
