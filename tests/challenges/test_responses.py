"""02-two-contracts and 04-exactly-one: every sort of response, once or more."""

import json
from collections import Counter

from mcp_lab import wire
from mcp_lab.contract import HOME, Outcome, outcome_of

CONTRACTS = "01-jsonrpc-basics/02-two-contracts"
ONE = "01-jsonrpc-basics/04-exactly-one"


def outcomes(data):
    return [outcome_of(wire.decode(wire.encode(each)), HOME) for each in data["responses"]]


def test_the_outcomes_are_balanced(drawn):
    for data in drawn(CONTRACTS):
        assert Counter(outcomes(data)) == {
            Outcome.SUCCESS: 5,
            Outcome.TOOL_ERROR: 2,
            Outcome.PROTOCOL_ERROR: 4,
        }


def test_every_fact_of_the_contracts_is_asked_for(drawn, challenge):
    fact = challenge(CONTRACTS).checker._fact
    for data in drawn(CONTRACTS):
        assert {fact(each) for each in data["responses"]} == set(challenge(CONTRACTS).facts)


def test_no_flag_is_of_a_type_that_readers_could_differ_about(drawn):
    for data in drawn(CONTRACTS):
        flags = [
            each["result"].get("isError", False) for each in data["responses"] if "result" in each
        ]
        assert all(isinstance(flag, bool) for flag in flags)


def test_every_fact_of_exactly_one_is_asked_for(drawn, challenge):
    fact = challenge(ONE).checker._fact
    for data in drawn(ONE):
        assert {fact(each) for each in data["responses"]} == set(challenge(ONE).facts)


def test_all_four_answers_are_wanted(drawn, challenge):
    expected = challenge(ONE).checker._expected
    for data in drawn(ONE):
        assert {expected(each) for each in data["responses"]} == {
            "result",
            "error",
            "both",
            "neither",
        }


def test_what_a_response_is_there_for_is_read_off_as_it_was_made(challenge):
    import random

    checker = challenge(ONE).checker
    for seed in range(50):
        assert all(
            checker._fact(made) == fact for fact, made in checker._responses(random.Random(seed))
        )


def test_learners_are_given_different_responses(drawn):
    for challenge_id in (CONTRACTS, ONE):
        assert len({json.dumps(data) for data in drawn(challenge_id)}) == 200
