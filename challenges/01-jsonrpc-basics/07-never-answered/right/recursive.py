# answer: 01-jsonrpc-basics/07-never-answered
def ids_owed(message):
    if isinstance(message, list):
        return [id_ for each in message for id_ in ids_owed(each)]
    if {"method", "id"} <= message.keys():
        return [message["id"]]
    return []
