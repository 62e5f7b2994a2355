"""03-ids: every form of id in flight at once, and strays that belong to nobody."""

import itertools

from mcp_lab import wire

ID = "01-jsonrpc-basics/03-ids"


def ids(data):
    return [request["id"] for request in data["in_flight"]]


def test_no_two_requests_in_flight_share_an_id(drawn):
    for data in drawn(ID):
        assert not any(wire.same_id(a, b) for a, b in itertools.combinations(ids(data), 2))


def test_the_forms_that_mislead_are_all_in_flight(drawn):
    for data in drawn(ID):
        waiting = ids(data)
        assert any(isinstance(each, int) and str(each) in waiting for each in waiting)
        assert 0 in waiting
        assert "" in waiting
        assert 1 in waiting
        huge = sorted(each for each in waiting if isinstance(each, int))[-2:]
        assert float(huge[0]) == float(huge[1])


def test_the_strays_belong_to_nobody(drawn, challenge):
    responses = challenge(ID).checker._responses
    for data in drawn(ID):
        for fact, response in responses(data["in_flight"]):
            if fact in ("strays-left-alone", "no-id-no-caller", "true-is-no-number"):
                answers = [
                    wire.same_id(each, response.get("id", wire.ABSENT)) for each in ids(data)
                ]
                assert not any(answers)


def test_the_requests_stand_in_any_order(drawn):
    assert len({tuple(map(type, ids(data))) for data in drawn(ID)}) > 20
