"""Widget answers that travel in a notebook: one small MIME bundle in a check cell's output.

A bundle is an answer, never a verdict: whoever reads it judges it again.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mcp_lab.course.cells import joined_text

ANSWER_MIME = "application/vnd.mcp-lab.answer+json"


def bundles_in(cell: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each (challenge id, answer) in a cell's outputs, in order; other outputs are passed."""
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else ():
        data = output.get("data") if isinstance(output, dict) else None
        held = data.get(ANSWER_MIME) if isinstance(data, dict) else None
        bundle = held if isinstance(held, dict) else _parsed(held)
        if isinstance(bundle, dict) and isinstance(bundle.get("id"), str) and "answer" in bundle:
            yield bundle["id"], bundle["answer"]


def _parsed(held: object) -> Any:
    """A bundle that an editor saved as text instead of as an object."""
    text = joined_text(held)
    if text is None:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
