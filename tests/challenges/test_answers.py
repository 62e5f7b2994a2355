"""Every answer that the course ships, for six learners: right ones pass, wrong ones fall as told.

`lint` holds the same for three; what chance draws for these six is different again.
"""

from pathlib import Path

import pytest

from mcp_lab.authoring.fixtures import asked_here
from mcp_lab.judge import load_lesson

CHALLENGES = Path(__file__).parents[2] / "challenges"
ALL = [
    challenge
    for lesson in ("00-start-here", "01-jsonrpc-basics")
    for challenge in load_lesson(CHALLENGES / lesson)
]
VARIANTS = [f"try-{number}" for number in range(6)]


RIGHT = [
    pytest.param(challenge, source, id=f"{challenge.id}/{name}")
    for challenge in ALL
    for name, source in [("solution", challenge.solution), *challenge.right.items()]
]
WRONG = [pytest.param(one, slug, id=f"{one.id}/{slug}") for one in ALL for slug in one.mistakes]


@pytest.mark.parametrize(("challenge", "source"), RIGHT)
def test_right_answers_pass(challenge, source):
    for variant in VARIANTS:
        verdict = asked_here(challenge, source, variant)
        assert verdict.passed, (variant, verdict.reason, verdict.log)


@pytest.mark.parametrize(("challenge", "slug"), WRONG)
def test_wrong_answers_fall_at_their_fact_with_their_own_explanation(challenge, slug):
    mistake = challenge.mistakes[slug]
    for variant in VARIANTS:
        verdict = asked_here(challenge, mistake.source, variant)
        fell = next((fact.name for fact in verdict.facts if fact.holds is False), None)
        assert (verdict.verdict, fell) == ("failed", mistake.fact), (variant, verdict.reason)
        assert verdict.mistake == slug, (variant, verdict.reason)


@pytest.mark.parametrize("challenge", ALL, ids=lambda one: one.id)
def test_a_passed_check_examined_every_fact_and_each_rests_on_a_clause(challenge):
    verdict = asked_here(challenge, challenge.solution, "try-0")

    assert [fact.name for fact in verdict.facts if not fact.clause or not fact.evidence] == []
