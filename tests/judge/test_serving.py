"""The child loop over a socket pair: it doesn't know how it was started."""

import socket
import subprocess
import sys

from mcp_lab.judge import AnswerProcess, Challenge, Ended, PipePort, check
from mcp_lab.judge.printed import Printed

CHILD = """
import asyncio, socket, sys
from mcp_lab.judge.serving import serve
end = socket.socket(fileno=int(sys.argv[1]))
asyncio.run(serve(end.makefile("rb").readline, end.sendall))
"""


class SocketPeer:
    """A process at the other end of a socket pair."""

    def __init__(self) -> None:
        self._end, other = socket.socketpair()
        argv = [sys.executable, "-I", "-c", CHILD, str(other.fileno())]
        with other:
            self._process = subprocess.Popen(argv, pass_fds=[other.fileno()])
        self._lines = self._end.makefile("rb")
        self.printed = Printed()
        self.closed = False

    def send(self, line: bytes) -> None:
        self._end.sendall(line)

    def receive(self, timeout: float) -> bytes | None:
        self._end.settimeout(timeout)
        return self._lines.readline() or None

    def stray(self) -> bytes | None:
        return None

    def end(self) -> str:
        self.closed = True
        self._lines.close()
        self._end.close()
        return f"exit code {self._process.wait()}"


def test_the_loop_serves_over_a_socket_pair(challenges: dict[str, Challenge]) -> None:
    peer = SocketPeer()
    process = AnswerProcess(tuple(challenges.values()), "a-variant", peer=peer)
    for challenge in challenges.values():
        process.run(f"q = challenge({challenge.id!r})", "given", challenge.id, 30)
        process.run(challenge.solution, "answer", challenge.id, 30)
        assert check(challenge, PipePort(process, challenge), variant="a-variant").passed
    process.close()
    assert process.run("1", "own", None, 30) == Ended("it was let go")
    assert peer._process.returncode == 0
