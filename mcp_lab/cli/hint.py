"""`mcp-lab hint`: the next rung of a challenge's ladder."""

from pathlib import Path

import click

from mcp_lab.cli.shared import aside, find_workspace, folder_argument
from mcp_lab.course import WorkspaceTrouble, challenge
from mcp_lab.course.progress import HINTS


@click.command()
@click.argument("id_", metavar="ID")
@folder_argument
def hint(id_: str, folder: Path | None) -> None:
    """Show the next hint for the challenge ID; there are three, and taking them costs nothing."""
    found = challenge(id_)
    space = find_workspace(folder)
    before = space.hint_rung(found.id) if space else 0
    if before == HINTS:
        click.echo("All three hints were taken; here they are again.")
        for number, text in enumerate(found.hints, 1):
            click.echo(f"{number}. {text}")
        return
    click.echo(f"Hint {before + 1} of {HINTS}: {found.hints[before]}")
    if space is None:
        aside("There is no workspace here, so this is not remembered. `mcp-lab start` makes one.")
        return
    try:
        space.took_hint(found.id)
    except WorkspaceTrouble as trouble:
        aside(f"The hint is not remembered. {trouble}")
