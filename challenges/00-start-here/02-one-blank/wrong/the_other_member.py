# answer: 00-start-here/02-one-blank
"""falls: protocol-errors-found

You ask for the member that the other responses have, so your function says True exactly when it should say False. One word is to be changed.
"""


def is_protocol_error(response):
    return "result" in response
