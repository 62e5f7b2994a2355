"""Who keeps an answer's process on Linux: a process that outlives it, and ends all it started.

A group can be left, by `setsid`, and a parent can be outlived. So the child splits in two before
anything of the learner's runs: one half goes on as the answer's process, the other adopts whatever
that one starts and leaves behind, kills it when that one ends, and then ends the same way. It has
no children but those, so it reaps nobody else's.
"""

import contextlib
import ctypes
import os
import signal
import sys
from pathlib import Path

CAN_KEEP = sys.platform == "linux"
"""Whether the system lets a process adopt the orphans among its descendants."""
_ADOPT_ORPHANS, _END_WITH_PARENT = 36, 1  # PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG: prctl(2)


def keep() -> None:
    """Split in two; returns in the answer's process, and never in its keeper.

    SIGTERM to the keeper ends everything. Does nothing where the system has no such thing.
    """
    if not CAN_KEEP or not _prctl(_ADOPT_ORPHANS, 1):
        return
    kept = os.fork()
    if kept:
        _outlive(kept)
    _prctl(_END_WITH_PARENT, signal.SIGKILL)


def _outlive(kept: int) -> None:
    signal.signal(signal.SIGTERM, lambda *_: _kill(kept))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # the pipe is the other's: its end must be seen
        os.dup2(nothing, stream)
    status = _reaped(kept)
    while _sweep():
        pass
    _end_as(status)


def _reaped(kept: int) -> int:
    """Wait for the answer's process, and for orphans that end before it; how it ended."""
    while True:
        one, status = os.waitpid(-1, 0)
        if one == kept:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)  # its number may be another's now
            return status


def _sweep() -> bool:
    """Kill what is left; False when nothing is. Each one's own children are adopted in turn."""
    try:
        os.waitpid(-1, os.WNOHANG)
        for child in _children():
            _kill(child)
        os.waitpid(-1, 0)
    except ChildProcessError:
        return False
    return True


def _kill(process: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGKILL)


def _children() -> list[int]:
    """This process's children, by what /proc says of everyone's parent."""
    me, found = str(os.getpid()), []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            # "number (name) state parent …", and a name may hold anything
            if entry.read_text("utf-8", "replace").rpartition(")")[2].split()[1] == me:
                found.append(int(entry.parent.name))
    return found


def _end_as(status: int) -> None:
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError, ValueError):  # SIGKILL can't be set, and needs not be
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _prctl(option: int, value: int) -> bool:
    took: int = ctypes.CDLL(None).prctl(option, *map(ctypes.c_ulong, (value, 0, 0, 0)))
    return took == 0
