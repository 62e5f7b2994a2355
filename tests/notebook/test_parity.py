"""The notebook's verdict is that of the grader: the same answers, asked here and over a pipe."""

from itertools import zip_longest

import pytest

from mcp_lab import challenge, course
from mcp_lab.judge import Challenge, Submission, SubmittedCell, Verdict, judge_submission

VARIANT = "parity"
LESSONS = ("00-start-here", "01-jsonrpc-basics")


def answers(one: Challenge) -> list[str]:
    """Every answer cell that the course knows for a challenge: right ones, wrong ones, none."""
    wrong = [mistake.source for mistake in one.mistakes.values()]
    return [one.solution, one.starter, *one.right.values(), *wrong]


def rounds(lesson: str) -> list[tuple[str, ...]]:
    """Notebooks that between them hold every answer once, one answer a challenge each."""
    challenges = course.locate().lesson_challenges(lesson)
    columns = zip_longest(*(answers(one) for one in challenges))
    return [
        tuple(cell or one.solution for cell, one in zip(column, challenges, strict=True))
        for column in columns
    ]


def told(verdict: Verdict) -> tuple:
    """What may not differ; a reason may name the fresh data that it was seen on."""
    reason = verdict.reason.partition(" (fresh data")[0] if verdict.mistake is None else ""
    own = "" if any("fresh data" in fact.evidence for fact in verdict.facts) else reason
    holds = next((fact.name for fact in verdict.facts if fact.holds is False), None)
    return verdict.challenge, verdict.verdict, verdict.mistake, holds, own


def submitted(lesson: str, sources: tuple[str, ...]) -> tuple[Verdict, ...]:
    challenges = course.locate().lesson_challenges(lesson)
    cells = [SubmittedCell(f'lesson("{lesson}", variant="{VARIANT}")', "given", None)]
    for one, source in zip(challenges, sources, strict=True):
        cells += [
            SubmittedCell(f'q = challenge("{one.id}")', "given", one.id),
            SubmittedCell(source, "answer", one.id),
            SubmittedCell(f'challenge("{one.id}").check()', "check", one.id),
        ]
    return judge_submission(Submission(lesson, VARIANT, "", tuple(cells)), challenges)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_known_answer_gets_one_verdict(notebook, monkeypatch, lesson):
    monkeypatch.delenv("MCP_LAB_COURSE")
    notebook.run("from mcp_lab import challenge, lesson")
    notebook.run(f'lesson("{lesson}", variant="{VARIANT}")')
    for sources in rounds(lesson):
        here = []
        for one, source in zip(course.locate().lesson_challenges(lesson), sources, strict=True):
            challenge(one.id).reset()
            notebook.run(f'q = challenge("{one.id}")')
            notebook.run(source)
            here.append(told(challenge(one.id)._judged()))
        assert here == [told(verdict) for verdict in submitted(lesson, sources)]
