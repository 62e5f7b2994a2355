"""Facts at which nothing in wrong/ falls first: each is shown to fall for something."""

import pytest

from mcp_lab.wire import decode

BLANK = "00-start-here/02-one-blank"
ONE = "01-jsonrpc-basics/04-exactly-one"
CODES = "01-jsonrpc-basics/05-codes"
PARSE = "01-jsonrpc-basics/06-parse-error"
NEVER = "01-jsonrpc-basics/07-never-answered"
PREDICT = "01-jsonrpc-basics/08-predict-the-wire"


def first_fallen(verdict):
    assert verdict.verdict == "failed", verdict
    return next(fact.name for fact in verdict.facts if fact.holds is False)


@pytest.mark.parametrize(
    ("fact", "reply"),
    {
        "is-json": 'b\'{"jsonrpc": "2.0", "error": \'',
        "is-one-object": "[{'jsonrpc': '2.0', 'error': {'code': -32700, 'message': 'x'}}]",
        "is-an-error": "{'jsonrpc': '2.0', 'method': 'x', 'error': {'code': 1, 'message': 'x'}}",
        "code-is-an-integer": "{'jsonrpc': '2.0', 'error': {'code': '-32700', 'message': 'x'}}",
        "has-a-message": "{'jsonrpc': '2.0', 'error': {'code': -32700}}",
    }.items(),
)
def test_a_reply_falls_at_its_first_defect(judged, fact, reply):
    assert first_fallen(judged(PARSE, f"reply = {reply}")) == fact


@pytest.mark.parametrize(
    ("fact", "option"),
    {
        "standard-codes": "not the sender's to use",
        "older-numbers-now": "another code says this",
    }.items(),
)
def test_one_code_misjudged_falls_at_its_own_fact(judged, challenge, drawn, fact, option):
    told = challenge(CODES).checker._told
    variant, items = "learner-0", drawn(CODES)[0]["items"]
    here = next(one for one in items if told(one, decode(one["frame"]).error["code"])[0] == fact)
    body = f"""
        answer = {{item["key"]: judge(item) for item in q.given["items"]}}
        q.answer.set({{**answer, {here["key"]!r}: {option!r}}})
    """
    solution = challenge(CODES).solution.partition("\n")[2]

    verdict = judged(CODES, f"{solution}\n{body.replace('        ', '')}", variant)

    assert first_fallen(verdict) == fact


@pytest.mark.parametrize(
    ("fact", "change"),
    {
        "each-is-json": "predicted[0] = b'{'",
        "each-names-its-version": "predicted[1]['jsonrpc'] = 2.0",
        "success-is-a-result": (
            "[p['result'].update(isError=True) for p in predicted if 'result' in p]"
        ),
        "unknown-method-is-an-error": (
            "predicted = [{'jsonrpc': '2.0', 'id': p['id'], 'result': {'content': []}}"
            " if p.get('error', {}).get('code') == -32601 else p for p in predicted]"
        ),
        "errors-have-a-message": "[p['error'].pop('message') for p in predicted if 'error' in p]",
    }.items(),
)
def test_a_prediction_falls_at_its_first_defect(judged, challenge, fact, change):
    solution = challenge(PREDICT).solution.partition("\n")[2]

    assert first_fallen(judged(PREDICT, f"{solution}\n{change}")) == fact


@pytest.mark.parametrize(
    ("challenge_id", "fact", "body"),
    [
        (ONE, "one-named", "def which_member(response): return 'neither'"),
        (NEVER, "requests-are-owed", "def ids_owed(message): return []"),
        (
            NEVER,
            "silent-batches-stay-silent",
            """
            def ids_owed(message):
                batch = message if isinstance(message, list) else [message]
                owed = [each["id"] for each in batch if "method" in each and "id" in each]
                return owed or ([None] if isinstance(message, list) else [])
            """,
        ),
        (
            BLANK,
            "successes-are-not",
            """
            def is_protocol_error(response):
                return response.get("result", {}).get("isError") is not True
            """,
        ),
    ],
)
def test_a_function_falls_at_its_first_defect(judged, challenge_id, fact, body):
    assert first_fallen(judged(challenge_id, body)) == fact
