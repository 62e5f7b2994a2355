# answer: 00-start-here/02-one-blank
"""falls: tool-errors-are-not

Square brackets fetch a value, and Python raises where there is none: every response with a `result` breaks your function. `in` asks whether the member is there, and that is all you need.
"""


def is_protocol_error(response):
    return response["error"] is not None
