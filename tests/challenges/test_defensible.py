"""Answers that people would defend, in other styles than right/ has: all pass."""

import pytest

PARSE = "01-jsonrpc-basics/06-parse-error"
IDS = "01-jsonrpc-basics/03-ids"

ANSWERS = [
    (PARSE, "reply = {'jsonrpc': '2.0', 'id': None, 'error': {'code': -32700, 'message': ''}}"),
    (PARSE, r"""reply = '{"jsonrpc":"2.0","error":{"message":"?","code":-32700}}' + '\r\n'"""),
    (PARSE, "reply = {'jsonrpc': '2.0', 'error': {'code': -32700.0, 'message': 'It is no JSON'}}"),
    (
        PARSE,
        """
        error = {"code": -32700, "message": "No", "data": {"id": 7, "result": None}}
        reply = {"error": error, "jsonrpc": "2.0"}
        """,
    ),
    (
        "00-start-here/02-one-blank",
        """
        def is_protocol_error(response):
            return {"error"} & set(response) != set()
        """,
    ),
    (
        "01-jsonrpc-basics/02-two-contracts",
        """
        def outcome(response):
            result = response.get("result")
            if result is None:
                return "protocol error"
            return {True: "tool error"}.get(result.get("isError"), "success")
        """,
    ),
    (
        IDS,
        """
        def find_request(in_flight, response):
            matches = [
                place
                for place, request in enumerate(in_flight)
                if repr(request["id"]) == repr(response.get("id"))
            ]
            return matches[0] if matches else None
        """,
    ),
    (
        IDS,
        """
        async def find_request(in_flight, response):
            def key(message):
                return type(message.get("id")), message.get("id")

            waiting = {key(request): place for place, request in enumerate(in_flight)}
            return waiting.get(key(response))
        """,
    ),
    (
        "01-jsonrpc-basics/04-exactly-one",
        """
        def which_member(response):
            number = ("result" in response) + 2 * ("error" in response)
            return ["neither", "result", "error", "both"][number]
        """,
    ),
    (
        "01-jsonrpc-basics/07-never-answered",
        """
        def ids_owed(message):
            if isinstance(message, dict):
                message = [message]
            requests = filter(lambda each: {"id", "method"}.issubset(each), message)
            return tuple(each["id"] for each in requests)
        """,
    ),
]


@pytest.mark.parametrize(("challenge_id", "body"), ANSWERS)
def test_it_passes(judged, challenge_id, body):
    for variant in ("one", "two", "three"):
        verdict = judged(challenge_id, body, variant)
        assert verdict.passed, verdict.reason
