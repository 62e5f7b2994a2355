"""What an answer prints while it is asked: shown up to a limit.

A check asks a function many times, on data it did not choose, so a print that is a help in the
answer's own cell would fill the check's.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO

LONGEST = 4_000
"""Characters that are shown of what an answer prints during one check."""

_LEFT_OUT = "\n… What your answer prints further during this check is left out.\n"


@contextmanager
def printed_in_part() -> Iterator[None]:
    """Let through the first `LONGEST` characters of what is printed inside."""
    with redirect_stdout(_Capped(sys.stdout, LONGEST)):
        yield


class _Capped(io.TextIOBase):
    """A stream that passes on so many characters, then says once that the rest is left out."""

    def __init__(self, stream: TextIO, room: int) -> None:
        self._stream, self._room = stream, room

    def write(self, text: str) -> int:
        if self._room >= 0:
            self._stream.write(text[: self._room])
            self._room -= len(text)
            if self._room < 0:
                self._stream.write(_LEFT_OUT)
        return len(text)

    def flush(self) -> None:
        self._stream.flush()

    def writable(self) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
