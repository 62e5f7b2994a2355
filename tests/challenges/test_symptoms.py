"""What a learner is told of a mistake fits it, by its own symptom; else nothing is told."""

import re

import pytest

BLANK = "00-start-here/02-one-blank"
TWO = "01-jsonrpc-basics/02-two-contracts"
IDS = "01-jsonrpc-basics/03-ids"
ONE = "01-jsonrpc-basics/04-exactly-one"
PARSE = "01-jsonrpc-basics/06-parse-error"
NEVER = "01-jsonrpc-basics/07-never-answered"
PREDICT = "01-jsonrpc-basics/08-predict-the-wire"

BLANKS = [
    ('print("error" in response)', None, "is `return` missing?"),
    ("return True", None, "True of a plain success"),
    ("return False", None, "Which member stands at the top level"),
    ("return 'isError' in str(response)", "reads_the_text", ""),
    ('return "code" in response', "the_tools_flag", ""),
    ('return "error" in str(response)', "reads_the_words", ""),
    ('return "Error" in str(response)', "reads_the_text", ""),
    ('return response["result"] is None', "into_the_result", ""),
]


@pytest.mark.parametrize(("body", "mistake", "next_"), BLANKS)
def test_the_blank(judged, body, mistake, next_):
    verdict = judged(BLANK, f"def is_protocol_error(response):\n    {body}")

    assert (verdict.verdict, verdict.mistake) == ("failed", mistake)
    assert next_ in verdict.next


def outcome(test, word="tool error"):
    return f"""
def outcome(response):
    if "error" in response:
        return "protocol error"
    result = response["result"]
    if {test}:
        return "{word}"
    return "success"
"""


CONTRACTS = [
    (outcome('result.get("isError") == "true"'), "compares_with_text", ""),
    (outcome('"error" in str(result)'), None, "look for the flag"),
    (outcome('not result.get("content", 1)'), None, "look for the flag"),
    (outcome("False"), "looks_for_error_only", ""),
    (outcome('response.get("isError")'), "flag_at_the_top", ""),
    (outcome('result.get("isError")', "error"), None, "one of the three words"),
    (outcome('result.get("isError")', "Tool error"), None, "one of the three words"),
    ("def outcome(response): return 'error'", None, "one of the three words"),
    ("def outcome(response): return 'success'", None, "`error` at the top decides"),
]


@pytest.mark.parametrize(("body", "mistake", "next_"), CONTRACTS)
def test_the_two_contracts(judged, body, mistake, next_):
    verdict = judged(TWO, body)

    assert (verdict.verdict, verdict.mistake) == ("failed", mistake)
    assert next_ in verdict.next


def finder(found="position", key="value"):
    return f"""
def key(value):
    try:
        return {key}
    except (TypeError, ValueError):
        return value

def find_request(in_flight, response):
    for position, request in enumerate(in_flight):
        if "id" in response and key(request["id"]) == key(response["id"]):
            return {found}
"""


FINDERS = [
    (finder(key="float(value)"), "as_numbers"),
    (finder(key="int(value)"), "as_numbers"),
    (finder(key="str(value)"), "as_strings"),
    (finder(found="position + 1"), "counts_from_one"),
    (finder(found='request["id"]'), "returns_the_id"),
    (finder(found="request"), None),
    (finder(), "true_is_one"),
    ("def find_request(in_flight, response): return None", None),
    ("def find_request(in_flight, response): return len(in_flight) - 1", None),
    ("def find_request(in_flight, response): raise TypeError", None),
]


@pytest.mark.parametrize("variant", ["one", "two", "three"])
@pytest.mark.parametrize(("body", "mistake"), FINDERS)
def test_whose_answer(judged, body, mistake, variant):
    verdict = judged(IDS, body, variant)

    assert (verdict.verdict, verdict.mistake) == ("failed", mistake)


def test_a_null_id_that_raises_is_not_told_that_the_id_is_missing(judged):
    body = """
    def find_request(in_flight, response):
        ids = [(type(each["id"]), each["id"]) for each in in_flight]
        if "id" not in response: return None
        assert response["id"] is not None
        wanted = (type(response["id"]), response["id"])
        return ids.index(wanted) if wanted in ids else None
    """
    verdict = judged(IDS, body)

    assert (verdict.verdict, verdict.mistake) == ("failed", None)


def test_a_word_in_capitals_is_told_to_be_written_as_asked(judged):
    body = """
    def which_member(response):
        here = [name for name in ("result", "error") if name in response]
        return here[0] if len(here) == 1 else "Both" if here else "neither"
    """
    verdict = judged(ONE, body)

    assert (verdict.verdict, verdict.mistake) == ("failed", None)
    assert "in small letters" in verdict.next


ERROR = "'jsonrpc': '2.0', 'error': {'code': -32700, 'message': 'No'}"
REPLIES = [
    (f"{{'id': 0, {ERROR}}}", "made_up_id"),
    (f"{{'id': '', {ERROR}}}", "made_up_id"),
    (f"{{'id': 2, {ERROR}}}", "made_up_id"),
    (f"{{'id': ID, {ERROR}}}", "id_from_the_wreck"),
    (f"{{'id': str(ID), {ERROR}}}", "id_from_the_wreck"),
    ("{'jsonrpc': '2.0', 'result': {}}", None),
    ("{'jsonrpc': '2.0', 'result': {'content': [], 'isError': True}}", "tool_error_instead"),
]


@pytest.mark.parametrize("variant", ["one", "two", "three", "four", "five", "six"])
@pytest.mark.parametrize(("reply", "mistake"), REPLIES)
def test_the_unreadable_line(judged, reply, mistake, variant):
    body = f"""
    import re
    ID = int(re.search(r"id['\\"]: ?(\\d+)", q.given["line"])[1])
    reply = {reply}
    """
    verdict = judged(PARSE, body, variant)

    assert (verdict.verdict, verdict.mistake) == ("failed", mistake)


def test_a_function_that_raises_on_a_batch_is_shown_what_it_raised(judged):
    verdict = judged(
        NEVER,
        """
        def ids_owed(message):
            return [message["id"]] if "method" in message and "id" in message else []
        """,
    )
    assert verdict.mistake == "batches_forgotten"  # silence, and told so

    verdict = judged(
        NEVER,
        """
        def ids_owed(message):
            return [message["id"]] if message.get("method") and "id" in message else []
        """,
    )
    assert verdict.mistake is None
    assert "raised AttributeError" in verdict.reason
    assert "mend that line" in verdict.next


def test_an_id_that_is_in_no_list_is_told_to_go_into_one(judged):
    verdict = judged(
        NEVER, "def ids_owed(message): return message['id'] if 'id' in message else []"
    )

    assert verdict.mistake is None
    assert "a list of ids" in verdict.next


@pytest.mark.parametrize("kind", ["set", "frozenset"])
def test_a_set_is_told_to_become_a_list(judged, challenge, kind):
    solution = challenge(NEVER).solution.replace("return [", f"return {kind}([").rstrip() + ")"
    verdict = judged(NEVER, solution.partition("\n")[2])

    assert f"a {kind}; give a list, such as list(…)" in verdict.reason


MINE = """
import json
TOOLS = ["find_sailings", "quote_fare", "book_passage", "booking_status"]

def kind(line, note):
    request = json.loads(line)
    if request["method"] != "tools/call":
        return "method"
    if request["params"]["name"] not in TOOLS:
        return "tool"
    return "no" if "refuse" in note else "fine"

def response(line, note, ends):
    return {"jsonrpc": "2.0", "id": json.loads(line)["id"], **ends[kind(line, note)]}

TEXT = [{"type": "text", "text": "Said."}]
ENDS = {
    "method": {"error": {"code": -32601, "message": "?"}},
    "tool": {"error": {"code": -32602, "message": "?"}},
    "no": {"result": {"content": TEXT, "isError": True}},
    "fine": {"result": {"content": TEXT}},
}
ENDS |= CHANGED
lines, notes = q.given["requests"], q.given["notes"]
predicted = [response(line, note, ENDS) for line, note in zip(lines, notes)]
"""


def mine(changed="{}", after=""):
    return MINE.replace("CHANGED", changed) + after


def no(result):
    return mine(f'{{"no": {{"result": {result}}}}}')


BOTH = "dict.fromkeys(['method', 'tool'], {{'error': {{'code': {}, 'message': ''}}}})"
OTHER = "{{'tool': {{'error': {{'code': {}, 'message': ''}}}}}}"
PREDICTIONS = [
    (mine(after="predicted = b'{}'"), None, "one-for-each", "`predicted` is bytes"),
    (mine(after="predicted = json.dumps(predicted)"), None, "one-for-each", "is one text"),
    (mine(after="del predicted[1]"), None, "one-for-each", "a list of 3; there are 4"),
    (mine(after="predicted.append(predicted[0])"), None, "one-for-each", "a list of 5"),
    (mine(after="predicted[2] = b''"), None, "each-is-json", "request 2: nothing is written"),
    (mine(after="predicted.reverse()"), None, "ids-come-back", ""),
    (mine(after="predicted[0]['id'] = 'x'"), None, "ids-come-back", ""),
    (mine(after="[p.update(id='x') for p in predicted]"), "one_id_for_all", "ids-come-back", ""),
    (no("{}"), None, "refusal-sets-the-flag", ""),
    (no("{'isError': True}"), None, "results-have-content", ""),
    (no("{'isError': True, 'content': 'ok'}"), None, "results-have-content", ""),
    (no("{'isError': True, 'structuredContent': {}}"), None, "results-have-content", ""),
    (no("{'content': TEXT, 'isError': 'true'}"), None, "refusal-sets-the-flag", '"true"`, a text'),
    (no("{'content': TEXT, 'isError': False}"), None, "refusal-sets-the-flag", ""),
    (no("{'content': []}"), None, "refusal-sets-the-flag", ""),
    (no("{'content': TEXT}"), "refusal_without_flag", "refusal-sets-the-flag", ""),
    (mine(BOTH.format(-32601)), "one_code_for_both", "codes-say-why", ""),
    (mine(BOTH.format(-32602)), "one_code_for_both", "codes-say-why", ""),
    (mine(OTHER.format(-32000)), None, "codes-say-why", ""),
    (mine(OTHER.format(404)), None, "codes-say-why", ""),
    (mine("{'fine': {'result': 'Said.'}}"), "the_text_alone", "results-have-content", ""),
    (mine("{'fine': {'result': None, 'method': 'x'}}"), None, "exactly-one-member", ""),
]


@pytest.mark.parametrize("variant", ["one", "two", "three"])
@pytest.mark.parametrize("prediction", PREDICTIONS)
def test_a_prediction(judged, prediction, variant):
    body, mistake, fact, seen = prediction
    verdict = judged(PREDICT, body, variant)

    assert (verdict.verdict, verdict.mistake) == ("failed", mistake), verdict.reason
    assert re.match(rf"`{fact}` does not hold", verdict.reason), verdict.reason
    assert seen in verdict.reason


def test_the_unchanged_prediction_passes(judged):
    assert judged(PREDICT, mine()).passed


def test_ids_that_look_like_numbers_are_told_that_they_are_names(judged):
    after = "[p.update(id=int(p['id'])) for p in predicted if str(p['id']).isdigit()]"
    verdict = judged(PREDICT, mine(after=after))

    assert verdict.mistake == "ids_as_numbers"


def test_a_list_out_of_order_is_told_so(judged):
    verdict = judged(PREDICT, mine(after="predicted.reverse()"))

    assert "in the order of the requests" in verdict.next


def test_an_open_code_is_told_to_be_this_servers_choice(judged):
    verdict = judged(PREDICT, mine(OTHER.format(404)))

    assert "this server has chosen" in verdict.next
