"""Where the specification's own material is looked for: beside the checkout, or where told."""

import json
import os
from pathlib import Path

import pytest

BESIDE = Path(__file__).resolve().parents[3] / "shared" / "spec"


@pytest.fixture(scope="session")
def spec() -> Path:
    folder = Path(os.environ.get("MCP_LAB_SPEC", BESIDE))
    if not (folder / "clauses.json").is_file():
        pytest.skip(f"no ledger of the specification at {folder}; MCP_LAB_SPEC names another place")
    return folder


@pytest.fixture(scope="session")
def ledger(spec):
    return json.loads((spec / "clauses.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def official(spec):
    """The official JSON Schemas by revision, each with the key under which its types stand."""
    loaded = {}
    for path in sorted((spec / "schema").glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        loaded[path.stem] = (schema, "$defs" if "$defs" in schema else "definitions")
    return loaded
