"""In which order a notebook's cells run and its challenges are asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.judge import SubmittedCell
from mcp_lab.judge.plan import Ask, Run, plan, sources

A, B = "l/a", "l/b"


def cells(text: str) -> tuple[SubmittedCell, ...]:
    """`ga` is the given cell of a, `a` its answer, `?a` its check; the rest are one's own."""
    made = []
    for source in text.split():
        role = {"g": "given", "?": "check"}.get(source[0]) if len(source) == 2 else None
        role = role or ("answer" if source in "ab" else "own")
        made.append(SubmittedCell(source, role, None if role == "own" else f"l/{source[-1]}"))
    return tuple(made)


def steps(text: str) -> str:
    return " ".join(
        f"?{step.challenge[-1]}" if isinstance(step, Ask) else step.source
        for step in plan(cells(text), (A, B))
    )


@pytest.mark.parametrize(
    ("notebook", "order"),
    [
        ("ga a ?a gb b ?b", "ga a ?a gb b ?b"),
        ("own1 a own2 ?a own3 b ?b own4", "own1 a own2 ?a own3 b ?b own4"),
        ("a b ?b", "a b ?a ?b"),  # a check cell lost: asked at the next
        ("?a a ?b b", "a ?a b ?b"),  # a check above its answer; one without another below it
        ("a ?a a b ?b", "a a b ?a ?b"),  # an answer that stands twice: after the last
        ("?a b ?b", "?a b ?b"),  # no answer cell
        ("a b", "a b ?a ?b"),
        ("", "?a ?b"),
        ("a ?a ?a b ?b", "a ?a b ?b"),
        ("gc c1 ?c a ?a b ?b", "gc c1 a ?a b ?b"),  # of another lesson: it just runs
    ],
)
def test_order(notebook: str, order: str) -> None:
    assert steps(notebook) == order


def test_a_cell_of_ones_own_belongs_to_the_next_check() -> None:
    made = plan(cells("own1 a own2 ?a own3 b ?b own4"), (A, B))
    assert sources(made, A) == ("own1", "a", "own2")
    assert sources(made, B) == ("own3", "b")


def test_an_answer_to_no_known_challenge_is_a_cell_of_ones_own() -> None:
    (step, *_) = plan((SubmittedCell("x", "answer", "l/z"),), (A,))
    assert step == Run("x", "own", None)


def test_prose_is_never_run() -> None:
    assert plan((SubmittedCell("x", "prose", A),), (A,)) == (Ask(A),)


@given(st.lists(st.sampled_from(["ga", "gb", "a", "b", "?a", "?b", "own1", "own2"])))
def test_every_challenge_is_asked_once_and_after_its_answer(names: list[str]) -> None:
    made = plan(cells(" ".join(names)), (A, B))
    for id_ in (A, B):
        asked = [i for i, step in enumerate(made) if step == Ask(id_)]
        answered = [
            i
            for i, s in enumerate(made)
            if isinstance(s, Run) and (s.role, s.challenge) == ("answer", id_)
        ]
        assert len(asked) == 1
        assert all(i < asked[0] for i in answered)
    ran = [step.source for step in made if isinstance(step, Run)]
    assert ran == [name for name in names if not name.startswith("?")]
