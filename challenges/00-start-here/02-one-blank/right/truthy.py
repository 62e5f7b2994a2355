# answer: 00-start-here/02-one-blank
def is_protocol_error(response):
    match response:
        case {"error": problem}:
            return problem
    return None
