# answer: 01-jsonrpc-basics/07-never-answered
def ids_owed(message):
    """The ids that are owed an answer, in any order; [] where nothing is."""
    ...
