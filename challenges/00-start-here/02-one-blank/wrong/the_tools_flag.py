# answer: 00-start-here/02-one-blank
"""falls: protocol-errors-found

You ask for a name that no protocol error has at its top level. `isError` is the tool's word and stands inside `result`; `code` and `message` stand inside `error`. Run `q` and look at the left edge of a protocol error: which member is there?
"""


def is_protocol_error(response):
    return "isError" in response
