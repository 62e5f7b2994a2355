# answer: 01-jsonrpc-basics/07-never-answered
def ids_owed(message):
    owed = []
    todo = [message]
    while todo:
        each = todo.pop()
        if type(each) is list:
            todo += each
        elif "result" not in each and "error" not in each and "id" in each:
            owed.append(each["id"])
    return owed
