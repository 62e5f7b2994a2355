# answer: 01-jsonrpc-basics/02-two-contracts
"""falls: words-prove-nothing

You searched the text for words such as error or failed. Texts are written for people and models: a good answer may speak of errors, a bad one may not, and tomorrow it is translated. The flag's place and value decide, wherever else the word turns up.
"""


def outcome(response):
    if "error" in response:
        return "protocol error"
    result = response["result"]
    text = str(result).lower().replace("iserror", "")
    if result.get("isError") is True or "error" in text:
        return "tool error"
    return "success"
