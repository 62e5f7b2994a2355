"""What an import brings along: a learner waits for it, and so does every command."""

import subprocess
import sys

import pytest

SLOW = {
    "IPython",
    "anywidget",
    "ipywidgets",
    "jinja2",
    "jsonschema",
    "jsonschema_rs",
    "jupytext",
    "nbclient",
    "nbformat",
    "numpy",
    "pandas",
    "pydantic",
    "rich",
}


def brought_by(program: str) -> set[str]:
    listing = f"{program}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    run = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True, timeout=60
    )
    return set(run.stdout.split())


def test_the_package_alone_brings_nothing_slow():
    brought = brought_by("import mcp_lab")
    assert not brought & SLOW
    assert "mcp_lab" in brought


def test_a_notebook_s_names_bring_no_notebook_software():
    brought = brought_by("from mcp_lab import challenge, lesson")
    assert not brought & (SLOW - {"pydantic"})


def test_a_name_that_is_not_there_is_an_ordinary_error():
    import mcp_lab

    with pytest.raises(AttributeError, match="no attribute 'chalenge'"):
        _ = mcp_lab.chalenge
