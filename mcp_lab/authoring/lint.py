"""Every rule that a challenge must meet; each problem names file, line, rule and what to do.

The rules that read are in `rules`; here the answers are asked. The starter is not attempted, the
solution and everything in right/ pass, and everything in wrong/ falls first at the fact that it
names, with its own explanation: under several variants, for an answer that passes under one only
was written for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp_lab.authoring import rules
from mcp_lab.authoring.assemble import SAMPLE
from mcp_lab.authoring.build import stale_lesson
from mcp_lab.authoring.fixtures import Fixture, asked_here, asked_over_the_pipe, fixtures
from mcp_lab.authoring.problem import Problem, SourcesBroken
from mcp_lab.course import CourseFiles
from mcp_lab.judge import Challenge, ChallengeBroken, Verdict, load

VARIANTS = (SAMPLE, "lint-1", "lint-2")


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and what is wrong."""

    challenges: int
    right: int
    wrong: int
    problems: tuple[Problem, ...]

    def to_json(self, root: Path) -> dict[str, Any]:
        """What `lint --json` prints."""
        return {
            "challenges": self.challenges,
            "right": self.right,
            "wrong": self.wrong,
            "problems": [problem.to_json(root) for problem in self.problems],
        }


def lint(
    course: CourseFiles, lessons: Sequence[str] | None = None, *, parity: bool = False
) -> Report:
    """Hold lessons (all, where none is named) to every rule.

    `parity`: ask every answer over the pipe as well, and hold the two verdicts together.
    """
    found: list[Challenge] = []
    problems: list[Problem] = []
    for lesson in lessons or course.lessons():
        challenges, broken = _loaded(course, lesson)
        found += challenges
        problems += broken or _lesson(course, lesson, challenges, parity=parity)
    return Report(
        len(found),
        sum(len(challenge.right) for challenge in found),
        sum(len(challenge.mistakes) for challenge in found),
        tuple(problems),
    )


def _loaded(course: CourseFiles, lesson: str) -> tuple[tuple[Challenge, ...], list[Problem]]:
    """A lesson's challenges, and a problem for each folder that can't be used."""
    try:
        return course.lesson_challenges(lesson), []
    except ChallengeBroken as broken:
        problems = {broken.path: _folder_problem(broken)}
    found: list[Challenge] = []
    for folder in sorted(toml.parent for toml in (course.challenges / lesson).glob("*/*.toml")):
        try:
            found.append(load(folder))
        except ChallengeBroken as broken:
            problems[broken.path] = _folder_problem(broken)
    return tuple(found), list(problems.values())


def _folder_problem(broken: ChallengeBroken) -> Problem:
    return Problem(broken.path, 0, "folder", f"{broken.cause}.", broken.next)


def _lesson(
    course: CourseFiles, lesson: str, challenges: Sequence[Challenge], *, parity: bool
) -> Iterator[Problem]:
    yield from rules.of_lesson(course, lesson, challenges)
    try:
        yield from stale_lesson(course, lesson)
    except SourcesBroken as broken:
        yield from broken.problems
    for challenge in challenges:
        yield from rules.of_challenge(challenge)
        undrawn = list(rules.of_data(challenge, VARIANTS))
        yield from undrawn or (*rules.of_twin(challenge, VARIANTS), *answers(challenge))
    if parity:
        yield from disagreements(challenges)


def answers(challenge: Challenge) -> Iterator[Problem]:
    """A problem for each of a challenge's answers that does not get the verdict it must."""
    if asked_here(challenge, challenge.starter, SAMPLE, look=False).passed:
        file, says = challenge.folder / "starter.py", "It passes as it is."
        yield Problem(file, 1, "starter", says, "A starter leaves the answer to the learner.")
    for fixture in fixtures(challenge):
        for variant in VARIANTS:
            trouble = _trouble(challenge, fixture, asked_here(challenge, fixture.source, variant))
            if trouble:
                says = f"Under variant {variant}: {trouble[1]}"
                file = challenge.folder / fixture.name
                yield Problem(file, 1, trouble[0], says, trouble[2])
                break


def disagreements(challenges: Sequence[Challenge]) -> Iterator[Problem]:
    """A problem for each answer that the pipe judges otherwise than the direct port does."""
    for challenge, fixture, piped in asked_over_the_pipe(challenges, SAMPLE):
        direct = asked_here(challenge, fixture.source, SAMPLE)
        if _gist(piped) != _gist(direct):
            says = (
                f"Directly it is {direct.verdict} ({direct.reason}), over the pipe "
                f"{piped.verdict} ({piped.reason})."
            )
            todo = "Make check.py rest on nothing but what the port brings."
            yield Problem(challenge.folder / fixture.name, 1, "parity", says, todo)


def _gist(verdict: Verdict) -> tuple[Any, ...]:
    facts = tuple((fact.name, fact.holds, fact.evidence) for fact in verdict.facts)
    return (verdict.verdict, verdict.points, verdict.reason, verdict.mistake, facts)


def _trouble(
    challenge: Challenge, fixture: Fixture, verdict: Verdict
) -> tuple[str, str, str] | None:
    """Rule, what is wrong, what to do; None where the verdict is the one it must be."""
    told = f"it is {verdict.verdict}: {verdict.reason}"
    group = fixture.name.partition("/")[0]
    if verdict.verdict == "grader-fault":
        return "check-runs", told, "Mend check.py; a learner would be told that the check failed."
    if group == "starter.py":
        ok = verdict.verdict == "not-attempted"
        return None if ok else ("starter", told, "A starter leaves the answer to the learner.")
    if group in ("solution.py", "right"):
        rule = "solution" if group == "solution.py" else "right"
        return None if verdict.passed else (rule, told, "Mend the answer, or the check.")
    return _wrong(challenge, Path(fixture.name).stem, verdict, told)


def _wrong(
    challenge: Challenge, slug: str, verdict: Verdict, told: str
) -> tuple[str, str, str] | None:
    """A wrong answer falls first where it says, and its own explanation is shown."""
    wanted = challenge.mistakes[slug].fact
    fell = next((fact.name for fact in verdict.facts if fact.holds is False), None)
    if verdict.verdict != "failed" or fell != wanted:
        where = f"it falls first at {fell}" if fell else told
        return "wrong-fact", f"{where}, not at {wanted}.", "Mend the answer or its `falls:` line."
    if verdict.mistake != slug:
        says = f"what is shown is {verdict.mistake or 'no explanation'}."
        return "wrong-explained", says, f"Let check.py recognise it: mistake={slug!r}."
    return None
