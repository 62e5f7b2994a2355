"""The rules that are read off a challenge's files, without asking any answer."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from mcp_lab import judge
from mcp_lab.authoring.fixtures import asked_here
from mcp_lab.authoring.leaks import leaks
from mcp_lab.authoring.problem import Problem
from mcp_lab.authoring.sentences import sentences, uncited
from mcp_lab.contract import HOME, REVISIONS, clause
from mcp_lab.course import CourseFiles, NotebookUnreadable
from mcp_lab.course.cells import read_cells
from mcp_lab.judge import Challenge, ChallengeBroken

RIGHT, WRONG = 2, 4  # at least so many
LONGEST_TASK = 240  # characters
SHORTEST_EXPLANATION = 40  # characters

_TYPED_TWIN = re.compile(r"^\s*#\s*(q\.answer\.set\(.*\))\s*$", re.MULTILINE)


def of_lesson(
    course: CourseFiles, lesson: str, challenges: Sequence[Challenge]
) -> Iterator[Problem]:
    """The lesson's prose, and the notebook that is handed out."""
    file = course.challenges / lesson / "lesson.md"
    text = file.read_text("utf-8")
    yield from uncited(text, file)
    if not text.startswith("# "):
        yield Problem(file, 1, "title", "It has no title.", "Open it with `# Title`.")
    yield from _handed_out(course.notebook(lesson), challenges)


def of_challenge(challenge: Challenge) -> Iterator[Problem]:
    """What challenge.toml, prompt.md and the folders must hold."""
    prompt = challenge.folder / "prompt.md"
    yield from uncited(challenge.prompt, prompt)
    yield from _one_sentence(challenge, prompt)
    yield from _counts(challenge)
    yield from _cited(challenge)
    yield from _explained(challenge)


def of_data(challenge: Challenge, variants: Sequence[str]) -> Iterator[Problem]:
    """The learner's data: the same again from the same variant, other data from another."""
    file = challenge.folder / "check.py"
    try:
        drawn = [judge.given(challenge, variant) for variant in variants]
        again = judge.given(challenge, variants[0])
    except ChallengeBroken as broken:
        yield Problem(file, 0, "data", f"{broken.cause}.", broken.next)
        return
    if drawn[0] != again:
        says = "given(rng) gives other data from the same variant."
        yield Problem(file, 0, "data", says, "Draw everything from rng, nothing from the machine.")
    if all(one == drawn[0] for one in drawn):
        says = "given(rng) gives the same data whatever the variant."
        yield Problem(file, 0, "data", says, "Draw names, ids or amounts from rng.")


def of_twin(challenge: Challenge, variants: Sequence[str]) -> Iterator[Problem]:
    """The typed twin that a starter shows commented out is an example, not the answer."""
    for found in _TYPED_TWIN.finditer(challenge.starter):
        code = f"# answer: {challenge.id}\n{found[1]}"
        try:
            ast.parse(code)
        except SyntaxError:
            continue
        line = challenge.starter.count("\n", 0, found.start()) + 1
        for variant in variants:
            if asked_here(challenge, code, variant).passed:
                file = challenge.folder / "starter.py"
                says = f"The typed twin it shows is the answer under variant {variant}."
                yield Problem(file, line, "leak", says, "Show fewer items, or a wrong option.")
                break


def _handed_out(notebook: Path, challenges: Sequence[Challenge]) -> Iterator[Problem]:
    try:
        cells = read_cells(notebook).cells
    except NotebookUnreadable:
        return  # the build is stale, which is said there
    if any(cell.raw.get("outputs") for cell in cells):
        says = "A cell that is handed out has outputs."
        yield Problem(notebook, 0, "no-outputs", says, "Run `mcp-lab build`.")
    texts = [cell.source for cell in cells]
    for challenge in challenges:
        for name, words in leaks(challenge, texts):
            says = f"It holds words of {challenge.id}/{name}: {words!r}."
            todo = "Say it otherwise in lesson.md, prompt.md or starter.py."
            yield Problem(notebook, 0, "leak", says, todo)


def _one_sentence(challenge: Challenge, file: Path) -> Iterator[Problem]:
    said = list(sentences(challenge.task))
    todo = "Ask for one thing in one sentence; what is given comes below."
    if len(said) != 1 or challenge.task[-1] not in ".?":
        yield Problem(file, 1, "one-sentence", "Its first line is not one sentence.", todo)
    elif len(challenge.task) > LONGEST_TASK:
        says = f"Its task is {len(challenge.task)} characters long, more than {LONGEST_TASK}."
        yield Problem(file, 1, "one-sentence", says, todo)


def _counts(challenge: Challenge) -> Iterator[Problem]:
    for folder, held, least in (
        ("right", len(challenge.right), RIGHT),
        ("wrong", len(challenge.mistakes), WRONG),
    ):
        if held < least:
            says = f"{folder}/ holds {held}, at least {least} are needed."
            todo = "Add answers that people really give, in other styles."
            yield Problem(challenge.folder / folder, 0, f"{folder}-count", says, todo)
    if len(set(challenge.hints)) < len(challenge.hints):
        file = challenge.folder / "challenge.toml"
        yield Problem(file, 0, "hints", "Two hints are the same.", "Let each say more.")


def _cited(challenge: Challenge) -> Iterator[Problem]:
    """Every clause is known and has a text at a revision of the challenge."""
    file = challenge.folder / "challenge.toml"
    for name in challenge.clauses:
        try:
            named = clause(name)
        except KeyError as error:
            yield Problem(file, 0, "clause-known", f"{error.args[0]}.", "Correct it.")
            continue
        if not any(named.at(revision) for revision in challenge.revisions):
            at = ", ".join(revision for revision in REVISIONS if named.at(revision))
            says = f"{name} has no source at {', '.join(challenge.revisions)}."
            yield Problem(file, 0, "source", says, f"It has one at {at}.")
    if HOME not in challenge.revisions and len(challenge.revisions) == 1:
        return
    if list(challenge.revisions) != sorted(challenge.revisions):
        says = "Its revisions are not in order."
        yield Problem(file, 0, "revisions", says, "List the oldest first.")


def _explained(challenge: Challenge) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for slug, mistake in challenge.mistakes.items():
        file = challenge.folder / "wrong" / f"{slug}.py"
        if len(mistake.explanation) < SHORTEST_EXPLANATION:
            says = "It explains next to nothing."
            yield Problem(file, 2, "explanation", says, "Say why people do this and what is true.")
        if mistake.explanation in seen:
            says = f"Its explanation is that of {seen[mistake.explanation]}."
            yield Problem(file, 2, "explanation", says, "Explain this very mistake.")
        seen[mistake.explanation] = slug
