from pathlib import Path

import pytest

from mcp_lab.authoring.marks import linked
from mcp_lab.authoring.sentences import sentences, uncited

FILE = Path("challenges/90-fixture/lesson.md")


# Marks


def test_a_mark_becomes_a_link_to_its_text():
    text, problems = linked("Same id {response.same-id}.", FILE)
    assert problems == ()
    assert text.startswith("Same id [§](https://modelcontextprotocol.io/specification/2025-11-25/")
    assert '"response.same-id · MUST · 2025-11-25 · docs/specification/2025-11-25' in text
    assert text.endswith('").')


def test_a_clause_that_is_newer_than_home_says_its_revision():
    text, _ = linked("{result.type-required}", FILE)
    assert "· 2026-07-28 ·" in text


def test_a_mark_may_name_its_revision():
    text, problems = linked("One array {batch.support@2025-03-26}.", FILE)
    assert problems == ()
    assert '"batch.support · MUST · 2025-03-26 · docs/specification/2025-03-26' in text


def test_a_mark_that_forbids_says_so_and_one_that_is_open_too():
    text, _ = linked("{notification.no-response} {response.id-unreadable}", FILE)
    assert "notification.no-response · MUST NOT · 2025-11-25" in text
    assert "response.id-unreadable · schema, left open · 2025-11-25" in text


def test_a_revision_that_has_no_text_of_the_clause_is_told():
    _, (problem,) = linked("{result.type-required@2025-11-25}", FILE)
    assert problem.rule == "clause-known"
    assert "2026-07-28" in problem.todo


def test_a_policy_has_no_address_and_is_titled_all_the_same(monkeypatch):
    monkeypatch.setattr("mcp_lab.authoring.marks.url", lambda _source: None)
    text, _ = linked("{response.same-id}", FILE)
    assert text.startswith('<abbr title="response.same-id · ')


def test_an_unknown_mark_names_file_line_and_the_nearest():
    _, (problem,) = linked("First.\n\nThen {response.same-idd}.", FILE)
    assert (problem.file, problem.line, problem.rule) == (FILE, 3, "clause-known")
    assert "the nearest is 'response.same-id'" in problem.todo


@pytest.mark.parametrize(
    "text",
    [
        "`{response.same-id}`",
        "``a ` {response.same-id} b``",
        "```python\nf'{response.same-id}'\n```",
        "~~~\n{no.such-clause}\n~~~",
        "{}",
        "{x}",
        "{Some.Thing}",
    ],
)
def test_code_and_other_braces_are_left_alone(text):
    assert linked(text, FILE) == (text, ())


def test_prose_after_a_fence_is_prose_again():
    text, _ = linked("```\ncode\n```\n{response.same-id}", FILE)
    assert "[§]" in text


# Sentences


def claims(text):
    return [problem.line for problem in uncited(text, FILE)]


@pytest.mark.parametrize(
    "text",
    [
        "A server must answer.",
        "It should.",
        "It is Never answered.",
        "Look at `isError`.",
        "The code is -32601.",
        "- a list that must",
        "1. a step with `isError`",
        "| a | must |",
        "> it must",
        "It holds. It must hold. {response.same-id} And `isError` too.",
    ],
)
def test_a_claim_without_a_mark_is_found(text):
    assert claims(text) == [1]


@pytest.mark.parametrize(
    "text",
    [
        "A server answers.",
        "A server must answer {response.same-id}.",
        "A server must answer. {response.same-id}",
        "A server must answer. {response.same-id} {error.object}\nNext.",
        "A server\nmust answer\nthe same id {response.same-id}.",
        "# What a server must do",
        "```\nmust\n```",
        "<!-- challenge: must -->",
        "| must | never |\n| --- | --- |\n| a | b |",
        "| must {response.same-id} | a |",
        "Mustard. The number -31999, -327000 and x-32601x.",
    ],
)
def test_what_claims_nothing_or_is_cited_is_fine(text):
    assert claims(text) == []


def test_the_line_is_where_the_paragraph_begins():
    assert claims("First.\n\nSecond\nmust\n\n- third\n- must") == [3, 7]


def test_a_paragraph_is_cut_into_its_sentences():
    text = 'One. Two (e.g. this)! "Three?" *Four.* `five.six` goes on'
    assert [one.text for one in sentences(text)] == [
        "One.",
        "Two (e.g.",
        "this)!",
        '"Three?',
        "*Four.",
        "`five.six` goes on",
    ]
