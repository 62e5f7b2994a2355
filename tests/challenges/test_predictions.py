"""08-predict-the-wire: four requests, four sorts of answer, by the lab's own server."""

import json
from collections import Counter

from mcp_lab import wire
from mcp_lab.contract import HOME, Outcome, outcome_of
from mcp_lab.exchange import Scenario, run

ID = "01-jsonrpc-basics/08-predict-the-wire"
SORTS = {
    (Outcome.SUCCESS, None),
    (Outcome.TOOL_ERROR, None),
    (Outcome.PROTOCOL_ERROR, -32601),
    (Outcome.PROTOCOL_ERROR, -32602),
}


def answers(data):
    for line in data["requests"]:
        exchange = run(Scenario("try", line.encode(), variant=data["variant"]))
        yield wire.decode(exchange.frames[-1].data)


def form(line):
    id_ = json.loads(line)["id"]
    if isinstance(id_, int):
        return "integer" if id_ else "zero"
    return "digits" if id_.isdigit() else "name"


def test_the_server_answers_one_success_one_refusal_two_protocol_errors(drawn):
    for data in drawn(ID)[:60]:
        seen = {
            (outcome_of(real, HOME), real.error["code"] if real.kind == "error" else None)
            for real in answers(data)
        }
        assert seen == SORTS


def test_the_notes_say_what_the_server_does(drawn):
    for data in drawn(ID)[:60]:
        for note, real in zip(data["notes"], answers(data), strict=True):
            assert ("refuse" in note) == (outcome_of(real, HOME) is Outcome.TOOL_ERROR)


def test_ids_are_of_every_form_and_any_request_may_have_zero(drawn):
    places = Counter()
    for data in drawn(ID):
        forms = [form(line) for line in data["requests"]]
        assert sorted(forms) == ["digits", "integer", "name", "zero"]
        places[forms.index("zero")] += 1

    assert all(places[at] >= 25 for at in range(4))


def test_every_sort_stands_at_every_place_for_somebody(drawn):
    for at in range(4):
        assert len({data["notes"][at].split(":")[0] for data in drawn(ID)}) == 4
