"""`mcp-lab build`: notebooks/ and solutions/ from challenges/."""

import click

from mcp_lab import authoring
from mcp_lab.cli import GOOD, SHORT
from mcp_lab.cli.shared import checkout


@click.command()
@click.option("--check", "only_check", is_flag=True, help="Write nothing; say what is stale.")
def build(*, only_check: bool) -> int:
    """Make notebooks/ and solutions/ from challenges/; the solutions are executed."""
    course = checkout()
    if only_check:
        problems = list(authoring.stale(course))
        for problem in problems:
            click.echo(problem.told(course.challenges.parent))
        return SHORT if problems else GOOD
    for path in authoring.build(course):
        click.echo(path.relative_to(course.challenges.parent).as_posix())
    return GOOD
