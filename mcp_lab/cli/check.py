"""`mcp-lab check`: the verdicts that the grader gives, on one's own notebook.

The answers are asked over a pipe, in a process of their own that holds no check and no solution.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from mcp_lab.cli import GOOD, SHORT
from mcp_lab.cli.shared import PathOf, aside, json_option, print_json
from mcp_lab.course import CourseFiles, Workspace, WorkspaceTrouble, locate, read_notebook
from mcp_lab.judge import Challenge, Submission, Verdict, judge_submission
from mcp_lab.judge.verdict import NOT_STARTED, NOTHING_CHOSEN, exact

SCHEMA = "mcp-lab/results/1"
_FINE = ("passed", "self-marked")
# What is simply not begun needs no word; any other answer that is missing does.
_UNTOUCHED = (NOT_STARTED.reason, NOTHING_CHOSEN.reason)


class Seconds(click.FloatRange):
    """A number of seconds that can pass: neither nan nor infinite."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """As click does it; fails on what is no length of time."""
        seconds = float(super().convert(value, param, ctx))
        if not math.isfinite(seconds):
            self.fail(f"{value} is no number of seconds.", param, ctx)
        return seconds


@click.command()
@click.argument("notebook", type=PathOf(readable=False, path_type=Path))  # we say it better
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option(
    "--timeout",
    type=Seconds(min=0, min_open=True),
    default=10.0,
    show_default=True,
    help="Seconds that one question may take.",
)
@json_option
def check(notebook: Path, ids: tuple[str, ...], *, timeout: float, as_json: bool) -> int:
    """Judge the answers in NOTEBOOK: all of its challenges, or those named by ID."""
    began = perf_counter()
    course = locate()
    submission = read_notebook(notebook, course)
    space = _workspace_of(notebook, submission)
    submission = _with_stored(submission, space)
    chosen, beside = _chosen(course, submission.lesson, ids)
    verdicts = judge_submission(submission, chosen, timeout=timeout, beside=beside)
    if space:
        _record(space, verdicts)
    if as_json:
        print_json(_row(notebook, course, submission, verdicts, perf_counter() - began))
    else:
        _tell(submission, verdicts)
    return GOOD if all(verdict.verdict in _FINE for verdict in verdicts) else SHORT


def _chosen(
    course: CourseFiles, lesson: str, ids: tuple[str, ...]
) -> tuple[tuple[Challenge, ...], tuple[Challenge, ...]]:
    """The challenges to judge, in the lesson's order, and the lesson's others."""
    known = course.lesson_challenges(lesson)
    if files := [id_ for id_ in ids if id_.endswith(".ipynb")]:
        raise click.UsageError(
            f"{files[0]} is a second notebook. `mcp-lab check` judges one at a time: "
            "type it once for each."
        )
    wanted = {course.challenge(id_).id for id_ in ids}
    if strange := wanted - {challenge.id for challenge in known}:
        raise click.UsageError(f"{', '.join(sorted(strange))} is not in {lesson}.")
    chosen = tuple(one for one in known if not wanted or one.id in wanted)
    return chosen, tuple(one for one in known if one not in chosen)


def _workspace_of(notebook: Path, submission: Submission) -> Workspace | None:
    """The workspace whose notebook this is; a copy elsewhere counts for nobody's progress.

    Where there is a workspace and yet nothing will be remembered, it is said why.
    """
    try:
        space = Workspace.find(notebook.absolute().parent)
    except WorkspaceTrouble as trouble:
        aside(str(trouble))
        return None
    if space is None:
        return None
    own = space.notebook(submission.lesson)
    if own.resolve() != notebook.resolve():
        aside(f"Progress is not remembered: the workspace's own notebook is {own}.")
        return None
    if space.variant != submission.variant:
        aside(
            f"Progress is not remembered: {notebook.name} holds the data of another workspace "
            f"(variant {submission.variant}, here {space.variant}). "
            "Move it away, then `mcp-lab start` hands out one of your own."
        )
        return None
    return space


def _with_stored(submission: Submission, space: Workspace | None) -> Submission:
    """The submission with what was clicked but not yet checked in the notebook."""
    if space is None:
        return submission
    ids = {cell.challenge for cell in submission.cells if cell.challenge}
    stored = {id_: answer for id_ in ids if (answer := space.stored_answer(id_))}
    return replace(submission, bundles={**stored, **submission.bundles})


def _record(space: Workspace, verdicts: Sequence[Verdict]) -> None:
    """Remember the presses; a workspace that can't be written costs nobody their verdict."""
    try:
        for verdict in verdicts:
            space.record(verdict)
    except WorkspaceTrouble as trouble:
        aside(f"Progress is not remembered. {trouble}")


def _row(
    notebook: Path,
    course: CourseFiles,
    submission: Submission,
    verdicts: Sequence[Verdict],
    seconds: float,
) -> dict[str, Any]:
    """One submission's row of results.json."""
    points = sum((verdict.points for verdict in verdicts), Decimal(0))
    most = sum((verdict.max_points for verdict in verdicts), Decimal(0))
    return {
        "schema": SCHEMA,
        "course_version": course.version,
        "id": notebook.stem,
        "files": [notebook.name],
        "points": exact(points),
        "max_points": exact(most),
        "seconds": round(seconds, 3),
        "notes": list(submission.notes),
        "challenges": [verdict.to_dict() for verdict in verdicts],
    }


def _tell(submission: Submission, verdicts: Sequence[Verdict]) -> None:
    for note in submission.notes:
        aside(f"Note: {note}.")
    for verdict in verdicts:
        share = f"{exact(verdict.points)}/{exact(verdict.max_points)}"
        click.echo(f"{verdict.verdict:14} {share:>7}  {verdict.challenge}")
        if verdict.verdict not in _FINE and verdict.reason not in _UNTOUCHED:
            told = [verdict.reason, verdict.explanation, f"Next: {verdict.next}", *verdict.notes]
            click.echo("\n".join(f"    {line}" for line in told if line))
    passed = sum(verdict.passed for verdict in verdicts)
    click.echo(f"{passed} of {len(verdicts)} passed.")
