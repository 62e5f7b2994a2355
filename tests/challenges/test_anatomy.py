"""01-anatomy: seven frames, each trap once."""

from collections import Counter

from mcp_lab import wire

ID = "01-jsonrpc-basics/01-anatomy"


def kinds(data):
    return [wire.decode(item["frame"]).kind for item in data["items"]]


def test_every_kind_is_there_and_none_prevails(drawn):
    wanted = {"request": 2, "notification": 2, "result": 2, "error": 1}

    assert all(Counter(kinds(data)) == wanted for data in drawn(ID))


def test_every_letter_is_every_kind_for_somebody(drawn):
    for at in range(7):
        seen = Counter(kinds(data)[at] for data in drawn(ID))
        assert set(seen) == {"request", "notification", "result", "error"}
        assert max(seen.values()) <= 90


def test_no_frame_has_a_defect_that_would_make_its_kind_a_matter_of_opinion(drawn):
    for data in drawn(ID):
        for item in data["items"]:
            assert wire.decode(item["frame"]).defects == ()


def test_each_trap_is_set_once(drawn):
    for data in drawn(ID):
        messages = [wire.decode(item["frame"]) for item in data["items"]]
        assert sum(message.kind == "request" and not message.id for message in messages) == 1
        assert (
            sum(
                message.kind == "notification" and message.method == "tools/call"
                for message in messages
            )
            == 1
        )
        assert sum(message.kind == "result" and not message.result for message in messages) == 1
        assert (
            sum(message.kind == "result" and "isError" in message.result for message in messages)
            == 1
        )


def test_members_stand_in_any_order(drawn):
    first = Counter(
        next(iter(wire.decode(item["frame"]).value)) for data in drawn(ID) for item in data["items"]
    )

    assert {"jsonrpc", "id", "method", "result", "error", "params"} <= set(first)
