"""Whatever a learner's answer gives, it is judged calmly: wrong, and never our own fault."""

import pytest

FUNCTIONS = {
    "00-start-here/02-one-blank": "is_protocol_error(response)",
    "01-jsonrpc-basics/02-two-contracts": "outcome(response)",
    "01-jsonrpc-basics/03-ids": "find_request(in_flight, response)",
    "01-jsonrpc-basics/04-exactly-one": "which_member(response)",
    "01-jsonrpc-basics/07-never-answered": "ids_owed(message)",
}
PREDICT = "01-jsonrpc-basics/08-predict-the-wire"
DATA = {"01-jsonrpc-basics/06-parse-error": "reply", PREDICT: "predicted"}

STRANGE = [
    "None",
    "True",
    "7",
    "1.5",
    "10**400",
    "'x'",
    r"'\ud800'",
    "b'x'",
    "[]",
    "[None]",
    "[b'x', b'y', b'z', b'']",
    "[[[[]]]]",
    "[{}, [], 'x', None, 5]",
    "{}",
    "{'jsonrpc': b'2.0'}",
    "{'jsonrpc': '2.0', 'error': None}",
    "{'jsonrpc': '2.0', 'error': [1]}",
    "{'jsonrpc': '2.0', 'result': [1]}",
    "{'jsonrpc': '2.0', 'id': {}, 'error': {'code': True, 'message': 3}}",
    "{'jsonrpc': '2.0', 'error': {'code': -32700.5, 'message': 'x'}}",
    '\'{"jsonrpc": "2.0", "error": {"code": 1e999, "message": "x"}}\'',
    "'[' * 100_000",
]


@pytest.mark.parametrize("value", STRANGE)
@pytest.mark.parametrize("challenge_id", FUNCTIONS)
def test_what_a_function_returns_is_wrong_not_our_fault(judged, challenge_id, value):
    verdict = judged(challenge_id, f"def {FUNCTIONS[challenge_id]}: return {value}")

    assert verdict.verdict == "failed", verdict.log or verdict.reason


@pytest.mark.parametrize("value", STRANGE)
@pytest.mark.parametrize("challenge_id", DATA)
def test_what_data_holds_is_wrong_not_our_fault(judged, challenge_id, value):
    verdict = judged(challenge_id, f"{DATA[challenge_id]} = {value}")

    assert verdict.verdict == "failed", verdict.log or verdict.reason


@pytest.mark.parametrize("value", STRANGE)
def test_one_strange_prediction_among_four_is_wrong_not_our_fault(judged, challenge, value):
    solution = challenge(PREDICT).solution.partition("\n")[2]

    verdict = judged(PREDICT, f"{solution}\npredicted[2] = {value}")

    assert verdict.verdict == "failed", verdict.log or verdict.reason


@pytest.mark.parametrize("challenge_id", FUNCTIONS)
def test_a_function_that_raises_is_wrong_and_told_what_it_raised(judged, challenge_id):
    verdict = judged(challenge_id, f"def {FUNCTIONS[challenge_id]}: raise KeyError('id')")

    assert verdict.verdict == "failed"
    assert "KeyError: 'id' (line 2)" in verdict.reason
