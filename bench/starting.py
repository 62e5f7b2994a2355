"""What importing costs: `import mcp_lab` beside a bare interpreter and the official SDK.

A process each, so a figure holds the interpreter's own start; the difference is the import. The
promise is that `import mcp_lab` adds less than 100 ms.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from _rounds import interleaved

if TYPE_CHECKING:
    from collections.abc import Callable

    from _rounds import Row

PROGRAMS = {
    "start: a bare interpreter": "",
    "start: import mcp_lab": "import mcp_lab",
    "start: from mcp_lab import Lab": "from mcp_lab import Lab",
    "start: import mcp (the official SDK)": "import mcp",
}


def measure() -> list[Row]:
    """Processes a second."""
    return interleaved({name: _process(text) for name, text in PROGRAMS.items()}, seconds=0.5)


def _process(program: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, "-c", program], check=True)
