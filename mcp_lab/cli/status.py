"""`mcp-lab status`: lessons, challenges, points, and what to do next."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import click

from mcp_lab.cli.shared import (
    aside,
    counted,
    folder_argument,
    json_option,
    print_json,
    the_workspace,
)
from mcp_lab.course import Overview, overview
from mcp_lab.course.overview import ChallengeStanding
from mcp_lab.judge.verdict import exact


@click.command()
@folder_argument
@json_option
def status(folder: Path | None, *, as_json: bool) -> None:
    """Show how far you are in the workspace at DIR, and what to do next."""
    space = the_workspace(folder)
    seen = overview(space.course, space.progress())
    for note in space.notes:
        aside(note)
    if as_json:
        print_json({"workspace": str(space.folder), **seen.to_json()})
        return
    click.echo("\n".join(lines(seen)))


def lines(seen: Overview) -> Iterator[str]:
    """The screen, line by line."""
    points = sum((one.points for one in seen.lessons), Decimal(0))
    most = sum((one.max_points for one in seen.lessons), Decimal(0))
    for lesson in seen.lessons:
        share = f"{lesson.passed} of {len(lesson.challenges)} passed"
        yield f"{lesson.lesson}  {lesson.title}  ({share})"
        yield from (f"  {_row(one)}" for one in lesson.challenges)
        yield ""
    yield f"{exact(points)} of {exact(most)} points. {seen.advice}"


def _row(one: ChallengeStanding) -> str:
    entry = one.entry
    mark = "x" if entry.passed else " "
    tries = counted(entry.tries, "try", "tries") if entry.tries else ""
    hints = counted(entry.hints, "hint") if entry.hints else ""
    told = ", ".join(filter(None, (tries, hints)))
    verdict = entry.verdict.replace("-", " ")
    return f"[{mark}] {one.challenge.slug:28} {verdict:14} {told}".rstrip()
