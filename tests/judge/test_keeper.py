"""What a keeper rests on; that it keeps is shown over the pipe."""

import os
import subprocess
import sys

import pytest

from mcp_lab.judge import keeper

pytestmark = pytest.mark.skipif(not keeper.CAN_KEEP, reason="the system has no such thing")


def test_it_finds_its_children_and_no_others() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        found = keeper._children()
        child.communicate(b"\n")
    assert child.pid in found
    assert os.getpid() not in found
    assert os.getppid() not in found


@pytest.mark.parametrize("can", [False, True])
def test_where_the_system_cannot_nothing_is_split(
    monkeypatch: pytest.MonkeyPatch, can: object
) -> None:
    monkeypatch.setattr(keeper, "CAN_KEEP", can)
    monkeypatch.setattr(keeper, "_prctl", lambda *_: False)
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("split in two"))
    keeper.keep()


KEPT = """
import os, subprocess, sys
from mcp_lab.judge import keeper
keeper.keep()
subprocess.Popen(["sleep", "1000"], start_new_session=True)
{end}
"""


@pytest.mark.parametrize(
    ("end", "code"), [("os._exit(0)", 0), ("sys.exit(4)", 4), ("os.abort()", -6), ("1 / 0", 1)]
)
def test_it_ends_as_the_kept_one_ended_and_leaves_nobody_at_the_pipe(end: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KEPT.format(end=end)], capture_output=True, check=False, timeout=60
    )
    assert done.returncode == code
