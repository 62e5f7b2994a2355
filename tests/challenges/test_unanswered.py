"""06-parse-error and 07-never-answered: unreadable lines, and what is owed for the rest."""

import re
from collections import Counter

from mcp_lab import wire

PARSE = "01-jsonrpc-basics/06-parse-error"
NEVER = "01-jsonrpc-basics/07-never-answered"


def test_no_line_is_json(drawn):
    for data in drawn(PARSE):
        assert any(defect.name in wire.NOT_JSON for defect in wire.decode(data["line"]).defects)


def test_every_line_shows_an_id_that_tempts(drawn):
    assert all(re.search(r"['\"]id['\"]: \d+", data["line"]) for data in drawn(PARSE))


def test_lines_break_in_five_ways_each_often_enough(drawn):
    def way(line):
        if line.startswith("INFO"):
            return "log"
        if line.startswith("{'"):
            return "python"
        return "none" if "None" in line else "comma" if line.endswith(",}") else "cut"

    ways = Counter(way(data["line"]) for data in drawn(PARSE))

    assert len(ways) == 5
    assert min(ways.values()) >= 20


def test_every_fact_is_asked_for(drawn, challenge):
    fact = challenge(NEVER).checker._fact
    for data in drawn(NEVER):
        assert {fact(message) for message in data["messages"]} == set(challenge(NEVER).facts)


def test_something_is_owed_about_as_often_as_nothing(drawn, challenge):
    owed = challenge(NEVER).checker._owed
    for data in drawn(NEVER):
        counts = Counter(bool(owed(message)) for message in data["messages"])
        assert counts == {True: 4, False: 7}


def test_a_batch_owes_some_of_its_members_an_answer_but_not_all(drawn, challenge):
    owed = challenge(NEVER).checker._owed
    for data in drawn(NEVER):
        mixed, silent = sorted(
            (m for m in data["messages"] if isinstance(m, list)), key=len, reverse=True
        )
        assert 0 < len(owed(mixed)) < len(mixed)
        assert owed(silent) == []
        assert len(set(map(repr, owed(mixed)))) == len(owed(mixed))


def test_whatever_is_no_request_is_a_sound_notification_or_response(drawn, challenge):
    parts = challenge(NEVER).checker._parts
    for data in drawn(NEVER):
        for message in data["messages"]:
            for part in parts(message):
                assert part.defects == (), part
