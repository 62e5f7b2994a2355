"""05-codes: three that fit, two that another code says, three that were not theirs."""

from collections import Counter

from mcp_lab import wire
from mcp_lab.contract import Standing, examine

ID = "01-jsonrpc-basics/05-codes"


def keys(data, challenge):
    right = challenge(ID).checker._right
    return [right(item, code(item)) for item in data["items"]]


def code(item):
    return wire.decode(item["frame"]).error["code"]


def test_the_answers_are_balanced(drawn, challenge):
    wanted = {"fits": 3, "another code says this": 2, "not the sender's to use": 3}

    assert all(Counter(keys(data, challenge)) == wanted for data in drawn(ID))


def test_every_letter_has_every_answer_for_somebody(drawn, challenge):
    for at in range(8):
        seen = Counter(keys(data, challenge)[at] for data in drawn(ID))
        assert len(seen) == 3
        assert max(seen.values()) <= 110


def test_every_fact_is_asked_for_once(drawn, challenge):
    told = challenge(ID).checker._told
    for data in drawn(ID):
        assert sorted(told(item, code(item))[0] for item in data["items"]) == sorted(
            challenge(ID).facts
        )


def test_no_item_rests_on_open_text(drawn):
    for data in drawn(ID):
        for item in data["items"]:
            facts = examine(wire.decode(item["frame"]), None, item["revision"])
            ranges = [fact for fact in facts if fact.clause.startswith("codes.")]
            assert not any(fact.standing is Standing.OPEN for fact in ranges), item


def test_the_same_number_is_judged_under_two_revisions(drawn):
    for data in drawn(ID):
        own = [
            (item["revision"], code(item))
            for item in data["items"]
            if item["happened"] == "own-error"
        ]
        then = {
            number
            for revision, number in own
            if revision == "2025-11-25" and -32099 <= number <= -32000
        }
        now = {number for revision, number in own if revision == "2026-07-28"}
        assert then <= now
        assert len(then) == 1


def test_no_server_error_of_the_home_revision_uses_a_number_that_mcp_has_named(drawn):
    for data in drawn(ID):
        own = {
            code(item)
            for item in data["items"]
            if item["revision"] == "2025-11-25" and item["happened"] == "own-error"
        }
        assert own.isdisjoint({-32002, -32042})
