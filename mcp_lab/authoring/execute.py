"""Solutions are executed before they are kept: their outputs are what nbval compares with.

What differs from run to run is left out: timing, widget models, the kernel's exact version.
"""

import os
import tempfile
from pathlib import Path
from typing import Any

from mcp_lab.authoring.problem import Problem, SourcesBroken
from mcp_lab.course.files import OVERRIDE
from mcp_lab.course.rebuild import RawCell

CELL_SECONDS = 120
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"  # names a model that lives in one kernel


def executed(
    cells: list[RawCell], metadata: dict[str, Any], course: Path, file: Path
) -> list[RawCell]:
    """The cells with the outputs of one run, in a kernel of this environment.

    `course` is the folder that holds challenges/; `file` is named where a cell fails.

    Raises:
        SourcesBroken: a cell raised, or the kernel ended.
    """
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    notebook: Any = nbformat.from_dict(  # type: ignore[no-untyped-call]  # it ships no types
        {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    )
    with tempfile.TemporaryDirectory() as empty:
        client = NotebookClient(
            notebook,
            timeout=CELL_SECONDS,
            kernel_name="python3",
            record_timing=False,
            store_widget_state=False,
            resources={"metadata": {"path": empty}},
        )
        try:
            client.execute(env={**os.environ, OVERRIDE: str(course)})
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            said = f"The solutions do not run: {_last_line(str(error))}."
            todo = "Run the notebook's cells by hand, mend the one that fails."
            raise SourcesBroken((Problem(file, 0, "solution-runs", said, todo),)) from error
    return [_settled(dict(cell)) for cell in notebook.cells]


def _settled(cell: RawCell) -> RawCell:
    if cell["cell_type"] == "code":
        cell["outputs"] = [
            output for one in cell["outputs"] if (output := _without_model(dict(one))) is not None
        ]
    return cell


def _without_model(output: dict[str, Any]) -> dict[str, Any] | None:
    """The output without its widget model; None where nothing else was in it."""
    if WIDGET_VIEW not in output.get("data", {}):
        return output
    data = {mime: held for mime, held in output["data"].items() if mime != WIDGET_VIEW}
    return {**output, "data": data} if data else None


def _last_line(text: str) -> str:
    said = [line for line in text.strip().splitlines() if line.strip()]
    return said[-1].rstrip(".") if said else "no reason was given"
