"""A fresh process, with a pipe to its child loop: what every platform has.

Bytes only: what they mean is `conversation`'s affair. A warm process that forks offers the same
four methods over a socket pair.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO, Protocol

from mcp_lab.judge.frames import MAX_FRAME
from mcp_lab.judge.keeper import CAN_KEEP
from mcp_lab.judge.printed import Printed

_WAITING = 16  # frames kept unread; one that floods its parent is not read on
_GRACE = 2.0  # seconds in which a process that is ending, and its pipes, may still be there

# What a process needs of its environment to start; the rest (keys, tokens, paths) is not passed on.
_PASSED = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT", "WINDIR", "LD_LIBRARY_PATH")
_HOMES = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR", "MPLCONFIGDIR")


class Peer(Protocol):
    """The other end of a conversation."""

    def send(self, line: bytes) -> None:
        """Send a line; never blocks, and never raises when the peer is gone."""
        ...

    def receive(self, timeout: float) -> bytes | None:
        """The next line, None when there will be no more; raises `TimeoutError`."""
        ...

    def stray(self) -> bytes | None:
        """A line that has come already, else None; never waits."""
        ...

    @property
    def closed(self) -> bool:
        """Whether the stream has ended and every line of it was received."""
        ...

    @property
    def printed(self) -> Printed:
        """What it printed."""
        ...

    def end(self) -> str:
        """Kill it with what it started; how it had ended, in half a sentence. May be repeated."""
        ...


class FreshProcess:
    """`python -I -m mcp_lab.judge.child` in an empty directory of its own.

    When it ends, or is ended, so is what it started: on Linux all of it (`keeper` says how), on
    other systems with process groups what stays in its group, on Windows the process alone.
    """

    def __init__(self) -> None:
        """Start it; raises OSError when the system can't."""
        self._home = tempfile.TemporaryDirectory(prefix="mcp-lab-", ignore_cleanup_errors=True)
        self._printed = Printed()
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._over = False  # whether the end of the stream has been met
        self._ended: str | None = None
        try:
            self._process = self._start()
        except OSError:
            self._home.cleanup()
            raise
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._write, self._process.stdin),
                (self._read, self._process.stdout),
                (self._drain, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()
        threading.Thread(target=self._watch, daemon=True).start()

    def _start(self) -> subprocess.Popen[bytes]:
        home, work = (Path(self._home.name, name) for name in ("home", "work"))
        home.mkdir()
        work.mkdir()  # apart from the home, where IPython makes a profile: it begins empty
        environment = {name: os.environ[name] for name in _PASSED if name in os.environ}
        return subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-m", "mcp_lab.judge.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=work,
            env=environment | dict.fromkeys(_HOMES, str(home)),
            start_new_session=True,  # a group of its own, to be killed as one
        )

    def send(self, line: bytes) -> None:
        """Hand a line to the writing thread: a peer that stopped reading can't hold us up."""
        self._out.put(line)

    def receive(self, timeout: float) -> bytes | None:
        """The next line, None at the end of the stream; raises `TimeoutError`."""
        try:
            return self._next(None if self._over else self._lines.get(timeout=max(timeout, 0)))
        except queue.Empty:
            raise TimeoutError from None

    def stray(self) -> bytes | None:
        """A line that has come already."""
        try:
            return self._next(None if self._over else self._lines.get_nowait())
        except queue.Empty:
            return None

    @property
    def closed(self) -> bool:
        """Whether there will be no more lines."""
        waiting = self._lines.queue
        return self._over or (bool(waiting) and waiting[0] is None)

    @property
    def printed(self) -> Printed:
        """What it printed to its output and error streams."""
        return self._printed

    def _next(self, line: bytes | None) -> bytes | None:
        self._over = line is None  # the end stays the end, whatever may come after it
        return line

    def end(self) -> str:
        """Kill the process and what it started; the exit code that it had by then."""
        if self._ended is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                # Its pipe may close a moment before it is gone: let it say how it ended.
                self._process.wait(_GRACE if self.closed else 0)
            code = self._process.poll()
            self._kill()
            self._out.put(None)
            for thread in self._threads:
                thread.join(_GRACE)
            self._home.cleanup()
            self._ended = _ending(code)
        return self._ended

    def _kill(self) -> None:
        if CAN_KEEP:
            self._process.terminate()  # its keeper ends what it started, then itself
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)
        self._kill_group()
        self._process.kill()
        self._process.wait()

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _watch(self) -> None:
        """When the process has ended, so have its lines, though others may hold its pipe open."""
        if hasattr(os, "waitid"):
            with contextlib.suppress(ChildProcessError):  # `end` has heard of it already
                # Left unreaped, so that the group's number can't be another's yet.
                os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
                self._kill_group()
        else:
            self._process.wait()
            self._kill_group()
        self._threads[1].join(_GRACE)
        self._lines.put(None)

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while (line := self._out.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while self._lines.qsize() < _WAITING and (line := pipe.readline(MAX_FRAME + 1)):
                self._lines.put(line)
        self._lines.put(None)

    def _drain(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while chunk := pipe.read1(65536):  # type: ignore[attr-defined]  # a BufferedReader has it
                self._printed.add(chunk)


def _ending(code: int | None) -> str:
    """How a process ended: `exit code 3`, `signal SIGSEGV`."""
    if code is None:
        return "it was stopped"
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
