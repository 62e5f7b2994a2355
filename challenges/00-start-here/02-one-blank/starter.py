# answer: 00-start-here/02-one-blank
def is_protocol_error(response):
    return ... in response
