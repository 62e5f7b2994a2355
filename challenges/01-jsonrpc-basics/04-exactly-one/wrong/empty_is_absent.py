# answer: 01-jsonrpc-basics/04-exactly-one
"""falls: empty-counts

You tested the result for truth, and `{}` fails that test. An empty result is how a peer says "done, nothing to add": the answer to a ping is `"result": {}`. Whoever takes it for nothing reports a working server as broken.
"""


def which_member(response):
    result, error = response.get("result"), response.get("error")
    if result and error:
        return "both"
    if result:
        return "result"
    return "error" if error else "neither"
