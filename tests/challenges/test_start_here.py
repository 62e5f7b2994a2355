"""Lesson 00: what its two challenges give."""

import json
from collections import Counter

from mcp_lab import wire
from mcp_lab.contract import HOME, Outcome, examine, outcome_of


def outcomes(data):
    return [outcome_of(wire.decode(item["frame"]), HOME) for item in data["items"]]


def test_one_response_comes_from_each_contract(drawn):
    for data in drawn("00-start-here/01-which-contract"):
        assert sorted(outcomes(data)) == [Outcome.PROTOCOL_ERROR, Outcome.TOOL_ERROR]


def test_neither_letter_is_the_tool_error_much_more_often(drawn):
    first = Counter(outcomes(data)[0] for data in drawn("00-start-here/01-which-contract"))

    assert 70 <= first[Outcome.TOOL_ERROR] <= 130


def test_the_responses_are_sound_in_the_home_revision(drawn):
    for data in drawn("00-start-here/01-which-contract"):
        for item in data["items"]:
            fallen = [
                fact
                for fact in examine(wire.decode(item["frame"]), None, HOME)
                if fact.holds is False
            ]
            assert fallen == []


def test_learners_are_given_different_responses(drawn):
    frames = {json.dumps(data) for data in drawn("00-start-here/01-which-contract")}

    assert len(frames) == 200


def test_the_blank_is_asked_about_one_protocol_error_in_four(drawn):
    for data in drawn("00-start-here/02-one-blank"):
        kinds = [wire.decode(wire.encode(response)).kind for response in data["responses"]]
        assert sorted(kinds) == ["error", "result", "result", "result"]


def test_the_protocol_error_stands_anywhere(drawn):
    places = Counter(
        next(at for at, response in enumerate(data["responses"]) if "error" in response)
        for data in drawn("00-start-here/02-one-blank")
    )

    assert all(places[at] >= 25 for at in range(4))
