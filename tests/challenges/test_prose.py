"""What the lessons' own cells show is what the prose around them says."""

import ast
import re
from pathlib import Path

import pytest

from mcp_lab import Lab, wire
from mcp_lab.authoring.lesson import Code, read_lesson
from mcp_lab.contract import Outcome, clause
from mcp_lab.judge import given, load, load_lesson

CHALLENGES = Path(__file__).parents[2] / "challenges"


def cells(lesson):
    folder = CHALLENGES / lesson
    parts = read_lesson(folder, load_lesson(folder))
    return [part.source for part in parts if isinstance(part, Code)]


def last_values(sources, names):
    """What each cell shows: the value of its last expression."""
    for source in sources:
        *before, last = ast.parse(source).body
        exec(compile(ast.Module(before, []), "<cell>", "exec"), names)
        assert isinstance(last, ast.Expr)
        yield eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def frame(exchange):
    return wire.decode(exchange.frames[-1].data)


def test_the_three_calls_end_in_three_ways():
    sources = [source for source in cells("00-start-here") if "ferry" in source]
    works, refused, unknown = last_values(sources, {"Lab": Lab})

    assert [each.outcome for each in (works, refused, unknown)] == [
        Outcome.SUCCESS,
        Outcome.TOOL_ERROR,
        Outcome.PROTOCOL_ERROR,
    ]
    one, other = frame(works).result["content"][0]["text"].splitlines()
    assert " 0 seats left" in one
    assert " 0 seats left" not in other
    assert one[:6] in refused.frames[0].data.decode()  # the boat that is full is the one asked for
    assert "quote_fares" in frame(unknown).error["message"]


@pytest.fixture(scope="module")
def shown():
    """What the cells of lesson 01 show, in order."""
    challenge = load(CHALLENGES / "01-jsonrpc-basics" / "08-predict-the-wire")

    class Last:
        given = given(challenge, "one")

    names = {"Lab": Lab, "challenge": {challenge.id: Last}.__getitem__}
    return list(last_values(cells("01-jsonrpc-basics"), names))


def test_the_first_frame_is_a_request(shown):
    assert shown[0] == ("request", 7, "ping")


def test_ones_own_booking_is_shown_and_anothers_is_not(shown):
    assert shown[1].outcome is Outcome.SUCCESS
    assert shown[2].outcome is Outcome.TOOL_ERROR
    assert frame(shown[2]).kind == "result"


def test_the_unreadable_line_is_answered_without_an_id(shown):
    assert frame(shown[3]).error["code"] == -32700
    assert frame(shown[3]).id is wire.ABSENT


def test_the_unknown_notification_is_met_with_silence_and_the_request_is_not(shown):
    assert shown[4].outcome is Outcome.SILENCE
    asked = Lab().send('{"jsonrpc": "2.0", "id": 8, "method": "no/such/thing"}')
    assert frame(asked).error["code"] == -32601


def test_the_predicted_request_is_answered(shown):
    assert shown[5].outcome in (Outcome.SUCCESS, Outcome.TOOL_ERROR, Outcome.PROTOCOL_ERROR)


def test_taking_the_id_out_makes_a_notification():
    assert wire.decode('{"jsonrpc": "2.0", "method": "ping"}').kind == "notification"


LESSONS = sorted(folder.parent for folder in CHALLENGES.glob("*/lesson.md"))


@pytest.mark.parametrize("folder", LESSONS, ids=lambda folder: folder.name)
def test_the_minutes_of_a_lesson_are_the_same_wherever_they_stand(folder):
    [page] = re.findall(r"About (\d+) minutes", (folder / "lesson.md").read_text("utf-8"))
    readme = (CHALLENGES.parent / "README.md").read_text("utf-8")
    [row] = re.findall(rf"^\| {folder.name[:2]} · [^|]+\| (\d+) \|", readme, re.MULTILINE)
    alone = sum(challenge.minutes for challenge in load_lesson(folder))

    assert page == row
    assert alone < int(page) <= 3 * alone  # the challenges, and the reading between them


def told(folder):
    """Everything of a lesson that a learner may read, with what it stands in."""
    yield "lesson.md", (folder / "lesson.md").read_text("utf-8")
    for challenge in load_lesson(folder):
        yield challenge.id, challenge.prompt
        yield from ((challenge.id, hint) for hint in challenge.hints)
        yield from (
            (f"{challenge.id} {slug}", m.explanation) for slug, m in challenge.mistakes.items()
        )


# What is not so, or cannot be known, however it is put.
NOT_SO = {
    "an error does not say what ran": r"[Nn]othing ran|not (be )?carr(y|ied) .{0,20}out",
    "not every implementation takes a batch": r"accepted by everybody|implementation accepts",
    "MCP uses two numbers of the server range": r"nothing in MCP restricts",
    "a method may be known and not offered": r"[Nn]obody (here )?has",
    "nobody has counted the test helpers": r"most common",
    "a learner has no neighbour": r"neighbour has",
    "a result may be no tool's, or a request for input": r"; a result whose `isError`",
    "one must import it": r"ask `wire\.",
}


@pytest.mark.parametrize("folder", LESSONS, ids=lambda folder: folder.name)
@pytest.mark.parametrize(("why", "words"), NOT_SO.items())
def test_what_is_not_so_is_not_said(folder, why, words):
    assert [where for where, text in told(folder) if re.search(words, text)] == [], why


def test_in_2025_11_25_two_numbers_of_the_server_range_are_taken():
    right = load(CHALLENGES / "01-jsonrpc-basics" / "05-codes").checker._right
    for revision, fits in (("2025-11-25", "fits"), ("2026-07-28", "not the sender's to use")):
        item = {"revision": revision, "happened": "own-error"}
        for code in (-32002, -32042, -32050):
            frame = wire.encode({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": ""}})
            taken = code in (-32002, -32042)
            wanted = "not the sender's to use" if taken else fits
            assert right({**item, "frame": frame}, code) == wanted


def test_a_code_is_judged_by_the_clause_of_its_own_revision(judged, challenge):
    id_ = "01-jsonrpc-basics/05-codes"
    body = "q.answer.set({item['key']: 'another code says this' for item in q.given['items']})"
    verdict = judged(id_, body)

    assert {fact.revision for fact in verdict.facts} == set(challenge(id_).revisions)
    for fact in verdict.facts:
        assert clause(fact.clause).at(fact.revision)


def test_no_fact_is_named_for_its_answer(challenge):
    for id_ in ("00-start-here/01-which-contract", "01-jsonrpc-basics/05-codes"):
        options = {
            option for ask in given(challenge(id_), "one")["asks"] for option in ask["options"]
        }
        words = {word for option in options for word in option.split()} | {"free", "gone", "means"}
        named = {word for fact in challenge(id_).facts for word in fact.split("-")}
        assert not named & (words - {"the"}), id_


def test_typed_line_by_line_an_answer_passes(judged, challenge):
    for id_ in ("01-jsonrpc-basics/01-anatomy", "01-jsonrpc-basics/05-codes"):
        solution = challenge(id_).solution.partition("\n")[2]
        before, _, typed = solution.partition("q.answer.set(")
        bit_by_bit = (
            f"for key, one in {typed.rstrip()[:-1]}.items():\n    q.answer.set({{key: one}})"
        )
        body = f"{before}\n{bit_by_bit}"
        assert judged(id_, body).passed
