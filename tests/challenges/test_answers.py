"""Every answer that the course ships, over several learners: right pass, wrong fall where told.

`lint` holds the same for one variant; here chance gets more tries, and the answers that people
would defend are tried against every fact.
"""

from pathlib import Path
from types import SimpleNamespace

import pytest

from mcp_lab.judge import CellRaised, DirectPort, check, first_look, given, load_lesson

CHALLENGES = Path(__file__).parents[2] / "challenges"
LESSONS = ("00-start-here", "01-jsonrpc-basics")
ALL = [one for lesson in LESSONS for one in load_lesson(CHALLENGES / lesson)]
RIGHT = [(one, "solution", one.solution) for one in ALL] + [
    (one, name, source) for one in ALL for name, source in one.right.items()
]
WRONG = [(one, slug, mistake) for one in ALL for slug, mistake in one.mistakes.items()]
VARIANTS = [f"try-{number}" for number in range(6)]


def port_to(challenge, source, variant):
    """A direct port to what an answer cell defines, `q` included."""
    chosen = {}
    answer = SimpleNamespace(set=lambda value: chosen.update({challenge.answer: value}))
    names = {
        "q": SimpleNamespace(given=given(challenge, variant), answer=answer),
        "__name__": "cell",
    }
    try:
        exec(compile(source, "<cell>", "exec"), names)
    except Exception as error:
        raise CellRaised(type(error).__name__, str(error)) from error
    return DirectPort((chosen if challenge.kind == "choice" else names).__getitem__)


def judged(challenge, source, variant):
    return check(challenge, port_to(challenge, source, variant), variant=variant, fresh=2)


@pytest.mark.parametrize(
    ("challenge", "name", "source"), RIGHT, ids=lambda part: getattr(part, "id", None)
)
def test_right_answers_pass(challenge, name, source):
    assert first_look(challenge, [source]) is None
    for variant in VARIANTS:
        verdict = judged(challenge, source, variant)
        assert verdict.passed, (name, variant, verdict.reason, verdict.log)


@pytest.mark.parametrize(
    ("challenge", "slug", "mistake"), WRONG, ids=lambda part: getattr(part, "id", None)
)
def test_wrong_answers_fall_at_their_fact_with_their_own_explanation(challenge, slug, mistake):
    for variant in VARIANTS:
        verdict = judged(challenge, mistake.source, variant)
        fell = next((fact.name for fact in verdict.facts if fact.holds is False), None)
        assert (verdict.verdict, fell, verdict.mistake) == ("failed", mistake.fact, slug), (
            variant,
            verdict,
        )


@pytest.mark.parametrize("challenge", ALL, ids=lambda one: one.id)
def test_a_passed_check_examined_every_fact_and_each_rests_on_a_clause(challenge):
    verdict = judged(challenge, challenge.solution, "try-0")

    assert [fact.name for fact in verdict.facts if not fact.clause or not fact.evidence] == []


@pytest.mark.parametrize("challenge", ALL, ids=lambda one: one.id)
def test_the_starter_is_not_attempted(challenge):
    assert first_look(challenge, [challenge.starter]).verdict == "not-attempted"
