# answer: 00-start-here/02-one-blank
"""falls: successes-are-not

You searched the texts for a word. A good answer may speak of errors, and this one does: a log that says "one error, mended" is no error. Ask for the member at the top level and leave the texts alone.
"""


def is_protocol_error(response):
    return "error" in str(response)
