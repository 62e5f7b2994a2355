"""The answer's own process: `python -I -m mcp_lab.judge.child`.

Its pipe is moved out of the way before anything of the learner's runs: descriptor 0 becomes empty,
1 joins 2, which is the learner's output, and the frames travel over private duplicates. It holds
no check, key or solution. On Linux it has a keeper, which ends all that it started.
"""

import asyncio
import os
import sys

from mcp_lab.judge.keeper import keep
from mcp_lab.judge.serving import serve


def main() -> None:
    """Answer the parent's questions until it hangs up."""
    keep()
    frames_in = os.fdopen(os.dup(0), "rb")
    frames_out = os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # a text stream at start
    asyncio.run(serve(frames_in.readline, frames_out.write))
    os._exit(0)  # threads and exit hooks of the learner's have no say in when it is over


if __name__ == "__main__":
    main()
