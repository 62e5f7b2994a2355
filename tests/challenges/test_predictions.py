"""08-predict-the-wire: four requests, four sorts of answer, by the lab's own server."""

import json
from collections import Counter

from mcp_lab import wire
from mcp_lab.contract import HOME, Outcome, outcome_of
from mcp_lab.exchange import Scenario, run

ID = "01-jsonrpc-basics/08-predict-the-wire"


def answers(data):
    for letter, line in data["requests"].items():
        exchange = run(Scenario("try", line.encode(), variant=data["variant"]))
        yield letter, wire.decode(exchange.frames[-1].data)


def test_the_server_answers_one_success_one_refusal_two_protocol_errors(drawn):
    for data in drawn(ID)[:60]:
        seen = [
            (outcome_of(real, HOME), real.error["code"] if real.kind == "error" else None)
            for _, real in answers(data)
        ]
        assert sorted(seen, key=str) == sorted(
            [
                (Outcome.SUCCESS, None),
                (Outcome.TOOL_ERROR, None),
                (Outcome.PROTOCOL_ERROR, -32601),
                (Outcome.PROTOCOL_ERROR, -32602),
            ],
            key=str,
        )


def test_the_notes_say_what_the_server_does(drawn):
    for data in drawn(ID)[:60]:
        for letter, real in answers(data):
            refused = outcome_of(real, HOME) is Outcome.TOOL_ERROR
            assert ("refuse" in data["notes"][letter]) == refused


def test_ids_are_of_every_form_and_any_letter(drawn):
    zeros = Counter()
    for data in drawn(ID):
        ids = {letter: json.loads(line)["id"] for letter, line in data["requests"].items()}
        forms = sorted(
            "0"
            if id_ == 0
            else "digits"
            if str(id_).isdigit() and isinstance(id_, str)
            else type(id_).__name__
            for id_ in ids.values()
        )
        assert forms == ["0", "digits", "int", "str"]
        zeros.update(letter for letter, id_ in ids.items() if id_ == 0)

    assert all(zeros[letter] >= 25 for letter in "ABCD")


def test_every_sort_stands_at_every_letter_for_somebody(drawn):
    for letter in "ABCD":
        assert len({data["notes"][letter].split(":")[0] for data in drawn(ID)}) == 4
