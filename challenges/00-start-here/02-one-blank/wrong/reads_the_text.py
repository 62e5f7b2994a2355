# answer: 00-start-here/02-one-blank
"""falls: tool-errors-are-not

You searched the whole response for a word. It turns up in `isError` too, and in texts written for people, so a tool error passes for a protocol error. Ask for the member and leave the texts alone.
"""


def is_protocol_error(response):
    return "error" in str(response).lower()
