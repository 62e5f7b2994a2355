"""What a process printed, kept up to a limit: its beginning and its end."""

import threading

HEAD, TAIL = 32_000, 4_000


class Printed:
    """Output as it comes, in flat memory; safe to read from another thread."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._lock = threading.Lock()
        self._head, self._tail, self._size = b"", b"", 0

    def add(self, chunk: bytes) -> None:
        """Take more output."""
        with self._lock:
            self._size += len(chunk)
            room = HEAD - len(self._head)
            self._head += chunk[:room]
            self._tail = (self._tail + chunk[room:])[-TAIL:]

    def text(self) -> str:
        """The output, and how much of its middle was left out."""
        with self._lock:
            left_out = self._size - len(self._head) - len(self._tail)
            gap = f"\n… {left_out:,} bytes left out …\n".encode() if left_out else b""
            return (self._head + gap + self._tail).decode("utf-8", "replace")

    def tail(self) -> str:
        """The last line that is not blank, at most 200 characters; empty when there is none."""
        lines = self.text().strip().splitlines()
        return lines[-1].strip()[:200] if lines else ""
