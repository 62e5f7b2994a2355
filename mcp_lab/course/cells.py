"""A notebook file as a list of cells, whatever state the file is in.

Read with `json` alone: importing nbformat takes longer than judging a submission. Only a file of
the format's third version or older goes through nbformat's own converter.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from mcp_lab.course.trouble import NotebookUnreadable

Kind = Literal["code", "markdown", "raw"]

# Outputs of a runaway loop reach some hundred megabytes; beyond this, reading costs gigabytes.
LARGEST = 400_000_000

FRESH_ONE = "Move it away, then `mcp-lab start` hands out a fresh one."
_NOT_A_NOTEBOOK = "Give a notebook of this course, such as 01-jsonrpc-basics.ipynb."


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text with plain line ends, what the kit wrote on it, and the cell as it stood.

    `role` and `challenge` are the kit's own mark (`metadata.mcp_lab`), None where there is
    none. `raw` is the JSON object, outputs included.
    """

    kind: Kind
    source: str
    id: str | None
    role: str | None
    challenge: str | None
    raw: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NotebookFile:
    """A notebook read: its cells, its metadata, and a note for each thing that was odd."""

    path: Path
    cells: tuple[Cell, ...]
    metadata: Mapping[str, Any]
    notes: tuple[str, ...] = field(default=())

    @property
    def mark(self) -> Mapping[str, Any]:
        """The kit's mark on the notebook: lesson and course version; empty where it was lost."""
        mark = self.metadata.get("mcp_lab")
        return mark if isinstance(mark, dict) else {}


def read_cells(path: Path) -> NotebookFile:
    """Read a notebook file.

    Raises:
        NotebookUnreadable: the file is missing, no JSON, or no notebook.
    """
    notes: list[str] = []
    top = _upgraded(path, _parsed(path, _bytes(path)), notes)
    listed = top.get("cells")
    if not isinstance(listed, list):
        raise NotebookUnreadable(path, "it is JSON but no notebook: no cells", _NOT_A_NOTEBOOK)
    cells = [cell for one in listed if (cell := _cell(one)) is not None]
    if len(cells) < len(listed):
        notes.append(f"{len(listed) - len(cells)} entries that are no cells were passed over")
    metadata = top.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    notes += _kernel_note(metadata)
    return NotebookFile(path, tuple(cells), metadata, tuple(notes))


def _bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > LARGEST:
            cause = f"it is {size // 1_000_000} MB, more than the {LARGEST // 1_000_000} MB read"
            raise NotebookUnreadable(path, cause, "Clear its outputs and save it again.")
        data = path.read_bytes()
    except FileNotFoundError:
        raise NotebookUnreadable(path, "there is no such file", _NOT_A_NOTEBOOK) from None
    except IsADirectoryError:
        raise NotebookUnreadable(path, "it is a folder", _NOT_A_NOTEBOOK) from None
    except OSError as error:
        cause = f"it cannot be read ({os.strerror(error.errno or 0)})"
        raise NotebookUnreadable(path, cause, "Check its permissions.") from None
    if not data.strip():
        raise NotebookUnreadable(path, "it is empty", FRESH_ONE)
    return data


def _parsed(path: Path, data: bytes) -> dict[str, Any]:
    try:
        top = json.loads(data)  # bytes: a byte order mark and UTF-16 are recognised
    except UnicodeDecodeError:
        raise NotebookUnreadable(path, "its text is not UTF-8", FRESH_ONE) from None
    except RecursionError:
        raise NotebookUnreadable(path, "its JSON is nested too deep", FRESH_ONE) from None
    except ValueError as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise NotebookUnreadable(path, f"it is not JSON{where}", FRESH_ONE) from None
    if not isinstance(top, dict):
        raise NotebookUnreadable(path, "it is JSON but no notebook", _NOT_A_NOTEBOOK)
    return top


def _upgraded(path: Path, top: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """The notebook in the fourth version's shape, whichever it was saved in."""
    version = top.get("nbformat")
    if "worksheets" not in top and "cells" in top:
        if version != 4:
            notes.append(f"it says notebook format {version!r} and was read as 4")
        return top
    if "worksheets" not in top:
        return top
    import nbformat  # a second; only for files that predate 2014

    try:
        upgraded = nbformat.reads(json.dumps(top), as_version=4)  # type: ignore[no-untyped-call]  # it ships no types
    except Exception:  # noqa: BLE001 - the converter raises whatever the broken file makes it
        cause = f"its notebook format {version!r} could not be converted"
        raise NotebookUnreadable(path, cause, FRESH_ONE) from None
    notes.append(f"it was in notebook format {version!r} and was converted")
    return dict(upgraded)


def _cell(one: object) -> Cell | None:
    """One cell, or None where the entry is none."""
    if not isinstance(one, dict):
        return None
    source = joined_text(one.get("source"))
    if source is None:
        return None
    kind = one.get("cell_type")
    mark = _mark(one)
    return Cell(
        kind=kind if kind in ("code", "markdown") else "raw",
        source=source,
        id=_text(one.get("id")),
        role=_text(mark.get("role")),
        challenge=_text(mark.get("id")),
        raw=one,
    )


def joined_text(value: object) -> str | None:
    """A text of the notebook format, one string or its lines, with plain line ends; else None."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        value = "".join(value)
    if not isinstance(value, str):
        return None
    return value.replace("\r\n", "\n").replace("\r", "\n")


def _mark(cell: Mapping[str, Any]) -> Mapping[str, Any]:
    metadata = cell.get("metadata")
    mark = metadata.get("mcp_lab") if isinstance(metadata, dict) else None
    return mark if isinstance(mark, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _kernel_note(metadata: Mapping[str, Any]) -> list[str]:
    kernel = metadata.get("kernelspec")
    language = kernel.get("language") if isinstance(kernel, dict) else None
    if language is None or str(language).lower() == "python":
        return []
    return [f"its kernel is for {language}; the cells were read as Python"]
