"""Hold each floor's coverage to its own number: ``python tests/house/coverage.py coverage.json``.

One number for the whole hides an untested floor behind a well-tested one. The numbers stand in
pyproject.toml, [tool.mcp-lab.coverage]; a floor that is not named there fails.
"""

import json
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]


def by_floor(report: dict) -> dict[str, float]:
    """Per cent of covered lines and branches for each package folder of mcp_lab."""
    covered: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for name, entry in report["files"].items():
        parts = Path(name).parts
        floor = parts[parts.index("mcp_lab") + 1]
        if floor.endswith(".py"):
            continue
        summary = entry["summary"]
        covered[floor] += summary["covered_lines"] + summary["covered_branches"]
        total[floor] += summary["num_statements"] + summary["num_branches"]
    return {floor: 100 * covered[floor] / total[floor] for floor in sorted(total) if total[floor]}


def main(path: str) -> int:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = settings["tool"]["mcp-lab"]["coverage"]
    seen = by_floor(json.loads(Path(path).read_text(encoding="utf-8")))
    short = 0
    for floor in sorted({*wanted, *seen}):
        have, want = seen.get(floor, 0.0), wanted.get(floor, 101)
        verdict = "ok" if have >= want else "falls short"
        short += have < want
        print(f"coverage  {floor:<10} {have:6.1f} %  (floor's own mark {want} %)  {verdict}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
