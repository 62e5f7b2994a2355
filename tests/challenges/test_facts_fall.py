"""Facts at which nothing in wrong/ falls first: each is shown to fall for something."""

import pytest

from mcp_lab.wire import decode

BLANK = "00-start-here/02-one-blank"
IDS = "01-jsonrpc-basics/03-ids"
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
        "content-holds-blocks": (
            "[p['result'].update(content=[5]) for p in predicted if 'result' in p]"
        ),
        "flag-is-true-or-false": (
            "[p['result'].setdefault('isError', 0) for p in predicted if 'result' in p]"
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


@pytest.mark.parametrize(
    ("change", "passes"),
    [
        ("p['result']['content'] = []", True),
        ("p['result']['content'] = [{'type': 'nonsense'}]", False),
        ("p['result']['content'] = [{'type': 'text'}]", False),
        ("p['result'].setdefault('isError', False)", True),
        ("p['result'].setdefault('isError', '')", False),
        ("p['result'].setdefault('isError', None)", False),
    ],
)
def test_a_predicted_result_has_the_form_of_one(judged, challenge, change, passes):
    solution = challenge(PREDICT).solution.partition("\n")[2]
    body = f"{solution}\nfor p in predicted:\n    if 'result' in p:\n        {change}"

    assert judged(PREDICT, body).passed is passes


def test_a_predicted_number_may_be_written_with_a_point(judged, challenge):
    solution = challenge(PREDICT).solution.partition("\n")[2]
    change = """
for p in predicted:
    p["id"] = float(p["id"]) if isinstance(p["id"], int) else p["id"]
    if "error" in p:
        p["error"]["code"] = float(p["error"]["code"])
"""

    assert judged(PREDICT, solution + change).passed


def test_a_position_that_is_a_float_is_told_so(judged, challenge):
    solution = challenge(IDS).solution.partition("\n")[2]
    change = """
asked = find_request
def find_request(in_flight, response):
    found = asked(in_flight, response)
    return found if found is None else float(found)
"""

    verdict = judged(IDS, solution + change)

    assert verdict.verdict == "failed"
    assert verdict.mistake is None
    assert "a float; a position is an int" in verdict.reason
    assert verdict.next.startswith("Return the position as an int")
