"""09-whose-move: six calls of one session, read for their layer, their code and the next move."""

import re
from collections import Counter
from pathlib import Path

import pytest

from mcp_lab import wire
from mcp_lab.client import Action
from mcp_lab.contract import HOME, Level, clause, examine
from mcp_lab.world import World

ID = "01-jsonrpc-basics/09-whose-move"
LOST = "Nothing came back before the time limit."
ALWAYS = Counter(["stop", "show", "retry", "ask", "reconcile"])
PARTS = ("layer", "code", "next")


@pytest.fixture(scope="module")
def keys(challenge):
    """The right choices for one item, as its check works them out."""
    checker = challenge(ID).checker
    looks = (checker._layer, checker._code, checker._move)

    def right(item):
        return tuple(look(checker.Seen(item)).right for look in looks)

    return right


def test_every_move_is_there_once_and_one_of_them_twice(drawn, keys):
    twice = Counter()
    for data in drawn(ID):
        moves = Counter(keys(item)[2] for item in data["items"])
        assert moves >= ALWAYS
        twice.update(moves - ALWAYS)

    assert set(twice) == {"stop", "show", "retry", "reconcile"}
    assert all(times >= 30 for times in twice.values())


def test_every_letter_is_every_move_for_somebody(drawn, keys):
    for at in range(6):
        seen = Counter(keys(data["items"][at])[2] for data in drawn(ID))
        assert set(seen) == {str(action) for action in Action}
        assert max(seen.values()) <= 90


def test_every_key_can_be_chosen(drawn, keys):
    for data in drawn(ID):
        options = [ask["options"] for ask in data["asks"]]
        for item in data["items"]:
            assert all(one in of for one, of in zip(keys(item), options, strict=True))


def test_the_layer_alone_does_not_tell_the_move(drawn, keys):
    moves = {}
    for data in drawn(ID):
        for item in data["items"]:
            layer, _, move = keys(item)
            moves.setdefault(layer, set()).add(move)

    assert moves == {
        "success": {"show"},
        "tool error": {"show", "retry", "ask", "reconcile"},
        "protocol error": {"stop"},
        "no answer": {"retry", "reconcile"},
    }


def test_the_same_failure_is_a_retry_where_nothing_can_be_booked_and_else_a_question(drawn, keys):
    for data in drawn(ID):
        for item in data["items"]:
            if item["frame"] == LOST or "The booking office answered" in item["frame"]:
                assert keys(item)[2] == ("reconcile" if "(books)" in item["caption"] else "retry")


def test_a_caption_tells_what_the_tool_does(drawn):
    tools = World().tools
    for data in drawn(ID):
        for item in data["items"]:
            name, effect = re.fullmatch(
                r"([\w-]+) \((books|only reads)\)", item["caption"]
            ).groups()
            if name in tools:
                assert tools[name].annotations["readOnlyHint"] is (effect == "only reads")


def test_a_tool_error_quotes_a_number_that_is_no_code_and_is_offered(drawn):
    for data in drawn(ID):
        quoted = re.findall(r"answered (\d+)\.", " ".join(item["frame"] for item in data["items"]))
        assert len(set(quoted)) == 1
        assert int(quoted[0]) in data["asks"][1]["options"]


def test_the_responses_are_sound_and_each_has_its_own_id(drawn):
    for data in drawn(ID):
        messages = [wire.decode(item["frame"]) for item in data["items"] if item["frame"] != LOST]
        assert len({message.id for message in messages}) == len(messages)
        for message in messages:
            assert [fact for fact in examine(message, None, HOME) if fact.holds is False] == []


def test_a_question_for_the_passenger_says_that_nothing_was_booked(drawn, keys):
    for data in drawn(ID):
        asked = [item["frame"] for item in data["items"] if keys(item)[2] == "ask"]
        assert len(asked) == 1
        assert "nothing was booked" in asked[0]
        assert "Only the passenger can agree" in asked[0]


def test_layers_and_codes_rest_on_the_protocol_and_moves_on_the_kits_policy(judged, challenge):
    solution = challenge(ID).solution.partition("\n")[2]
    facts = judged(ID, solution).facts

    ours = {fact.name for fact in facts if clause(fact.clause).at(HOME).level is Level.POLICY}
    assert ours == set(challenge(ID).facts[-5:])


@pytest.mark.parametrize("file", ["prompt.md", "../lesson.md"])
def test_prompt_and_lesson_say_whose_policy_it_is(challenge, file):
    text = Path(challenge(ID).folder, file).read_text("utf-8")

    assert "it is this kit's own policy {policy.client-action}" in text.replace("It is", "it is")


def first_fallen(verdict):
    assert verdict.verdict == "failed", verdict
    return next(fact.name for fact in verdict.facts if fact.holds is False)


@pytest.mark.parametrize(
    ("fact", "misread"),
    [
        ("protocol-errors-found", ("layer", "stop", "tool error")),
        ("results-read-by-their-flag", ("layer", "ask", "protocol error")),
        ("missing-answers-found", ("layer", "reconcile", "tool error")),
        ("error-codes-found", ("code", "stop", -32601)),
        ("no-error-no-code", ("code", "reconcile", -32603)),
        ("protocol-errors-stop", ("next", "stop", "retry")),
        ("the-rest-is-shown", ("next", "show", "ask")),
        ("the-passenger-is-asked", ("next", "ask", "reconcile")),
        ("reads-are-retried", ("next", "retry", "show")),
        ("bookings-are-reconciled", ("next", "reconcile", "stop")),
    ],
)
def test_one_thing_misread_falls_at_its_own_fact(judged, drawn, keys, fact, misread):
    part, of, choice = misread
    items = [item for item in drawn(ID)[0]["items"] if keys(item)[2] == of]
    lost = [item for item in items if item["frame"] == LOST]
    answer = {
        item["key"]: dict(zip(PARTS, keys(item), strict=True)) for item in drawn(ID)[0]["items"]
    }
    answer[(lost or items)[0]["key"]][part] = choice

    assert first_fallen(judged(ID, f"q.answer.set({answer!r})", "learner-0")) == fact


def test_no_more_than_what_stands_in_the_frame_is_needed(judged):
    """The typed twin, by a person's reading, without the kit's help or its names."""
    for variant in ("one", "two", "three"):
        verdict = judged(
            ID,
            """
            for item in q.given["items"]:
                text, waits = item["frame"], "books" in item["caption"]
                first = "error" if '"error"' in text else "result" if '"result"' in text else ""
                flagged = '"isError":true' in text
                named = {"": "no answer", "error": "protocol error"}
                row = [
                    first == "error",
                    waits and (not first or "office answered" in text),
                    "passenger can agree" in text,
                    not first or "office answered" in text,
                    True,
                ].index(True)
                chosen = {
                    "layer": named.get(first, "tool error" if flagged else "success"),
                    "code": int(text.split('"code":')[1][:6]) if first == "error" else "none",
                    "next": ["stop", "reconcile", "ask", "retry", "show"][row],
                }
                q.answer.set({**(q.answer.get() or {}), item["key"]: chosen})
            """,
            variant,
        )
        assert verdict.passed, verdict.reason
