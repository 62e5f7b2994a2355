"""Solutions are executed before they are kept: their outputs are what nbval compares with.

What differs from run to run is left out: timing, widget models, the kernel's exact version.
"""

import copy
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from mcp_lab.authoring.problem import Problem, SourcesBroken
from mcp_lab.course.files import OVERRIDE

CELL_SECONDS = 120
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"  # names a model that lives in one kernel


def executed(text: str, course: Path, file: Path) -> str:
    """A notebook's text with the outputs of one run, in a kernel of this environment.

    `course` is the folder that holds challenges/; `file` is named where a cell fails.

    Raises:
        SourcesBroken: a cell raised, or the kernel ended.
    """
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    notebook: Any = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]  # no types
    metadata = copy.deepcopy(notebook.metadata)
    with tempfile.TemporaryDirectory() as empty:
        client = NotebookClient(
            notebook,
            timeout=CELL_SECONDS,
            kernel_name="python3",
            record_timing=False,
            store_widget_state=False,
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": empty}},
        )
        try:
            client.execute(env={**os.environ, OVERRIDE: str(course)})
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            said = f"The solutions do not run: {_last_line(str(error))}."
            todo = "Run the notebook's cells by hand, mend the one that fails."
            raise SourcesBroken((Problem(file, 0, "solution-runs", said, todo),)) from error
    notebook.metadata = metadata
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if _without_model(output)]
    return f"{nbformat.writes(notebook)}\n"  # type: ignore[no-untyped-call]  # no types


def _without_model(output: Any) -> bool:
    """Take the widget's model out of an output; False where nothing is left of it."""
    data = output.get("data")
    return data is None or data.pop(WIDGET_VIEW, None) is None or bool(data)


def _last_line(text: str) -> str:
    plain = _COLOUR.sub("", text)
    said = [line for line in plain.strip().splitlines() if line.strip()]
    return said[-1].rstrip(".") if said else "no reason was given"
