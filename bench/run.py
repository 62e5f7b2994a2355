"""Every bench of this folder, side by side with its peers, as one table of ratios.

.venv/bin/python bench/run.py [NAME…]      NAME: decode, call, check …; all where none is given
"""

from __future__ import annotations

import os
import platform
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from _rounds import Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HERE = Path(__file__).parent


def main(wanted: list[str]) -> int:
    """Print the table; 2 when a bench that was asked for is not there."""
    names = sorted(path.stem for path in HERE.glob("[!_]*.py") if path.stem != "run")
    if unknown := [name for name in wanted if name not in names]:
        print(f"no bench {', '.join(unknown)}; there are {', '.join(names)}", file=sys.stderr)
        return 2
    print(f"{machine()}\n")
    for name in wanted or names:
        rows = [Row(*row) for row in import_module(name).measure()]
        print(f"{name:46} {'a second':>14} {'ratio':>9}")
        for line in lines(rows):
            print(line)
        print(flush=True)
    return 0


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """One line a row: its speed, and how many times the first peer of its group that is."""
    first: dict[str, float] = {}
    for name, speed in rows:
        group = name.partition(": ")[0] if ": " in name else ""
        base = first.setdefault(group, speed)
        yield f"  {name:44} {speed:>14,.0f} {speed / base:>9.2f}"


def machine() -> str:
    """What it was measured on."""
    info = Path("/proc/cpuinfo")
    models = [
        line.partition(":")[2].strip()
        for line in (info.read_text("utf-8").splitlines() if info.exists() else ())
        if line.startswith("model name")
    ]
    cpu = models[0] if models else platform.processor() or platform.machine()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()}, {python}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
