"""`mcp-lab lint`: every rule that a challenge must meet."""

import click

from mcp_lab.authoring.lint import lint as held_to_the_rules
from mcp_lab.cli import GOOD, SHORT
from mcp_lab.cli.shared import checkout, counted, json_option, print_json


@click.command()
@click.argument("lessons", metavar="[LESSON]...", nargs=-1)
@click.option("--parity", is_flag=True, help="Ask every answer over the pipe as well.")
@json_option
def lint(lessons: tuple[str, ...], *, parity: bool, as_json: bool) -> int:
    """Hold challenges/ to its rules: all lessons, or those named."""
    course = checkout()
    if unknown := [lesson for lesson in lessons if lesson not in course.lessons()]:
        known = ", ".join(course.lessons())
        raise click.UsageError(f"There is no lesson {', '.join(unknown)}. There are {known}.")
    report = held_to_the_rules(course, lessons or None, parity=parity)
    root = course.challenges.parent
    if as_json:
        print_json(report.to_json(root))
    else:
        for problem in report.problems:
            click.echo(problem.told(root))
        click.echo(
            f"{counted(report.challenges, 'challenge')}, {report.right} right and "
            f"{report.wrong} wrong answers, {counted(len(report.problems), 'problem')}."
        )
    return SHORT if report.problems else GOOD
