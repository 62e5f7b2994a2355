# answer: 00-start-here/02-one-blank
"""falls: protocol-errors-found

Your function looks into `result`, and a protocol error has none, so it breaks on just the responses it is for. Stay at the top level.
"""


def is_protocol_error(response):
    return "isError" in response["result"]
