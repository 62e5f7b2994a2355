"""`mcp-lab reset`: one challenge back to its starter."""

from pathlib import Path

import click

from mcp_lab.cli.shared import counted, folder_argument, the_workspace


@click.command()
@click.argument("id_", metavar="ID")
@folder_argument
def reset(id_: str, folder: Path | None) -> None:
    """Put the challenge ID back to its starter; the old answer is kept in .mcp-lab/backups."""
    done = the_workspace(folder).reset(id_)
    click.echo(f"{done.challenge} is back to its starter in {done.notebook.name}.")
    for path in done.kept:
        click.echo(f"Kept: {path}")
    if done.beside:
        cells = counted(done.beside, "code cell")
        click.echo(
            f"Left as you have it: {cells} of your own between the answer and its check. "
            "What stands there counts as part of the answer; delete what is of the old one."
        )
    click.echo("Reload the notebook if it is open: File > Reload Notebook from Disk.")
