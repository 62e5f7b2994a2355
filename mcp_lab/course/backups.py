"""`backups/`: what was replaced, under names that say when; nothing here is ever overwritten."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from mcp_lab.course.storage import said_plainly, write
from mcp_lab.course.trouble import WorkspaceTrouble

MOST = 10_000  # copies of one name within a second


class Backups:
    """A folder of replaced things; whoever writes holds the workspace's lock."""

    def __init__(self, folder: Path, clock: Callable[[], datetime]) -> None:
        self._folder = folder
        self._clock = clock

    def keep(self, name: str, data: str | bytes) -> Path:
        """Write a copy of something; gives where."""
        path = self._free(name)
        write(path, data)
        return path

    def take(self, file: Path, name: str | None = None) -> Path:
        """Move a file here; gives where."""
        kept = self._free(name or file.name)
        with said_plainly(file, "moved to backups"):
            kept.parent.mkdir(parents=True, exist_ok=True)
            file.rename(kept)
        return kept

    def _free(self, name: str) -> Path:
        """A path that was never used: the time, the name, a number where those are not enough."""
        stamp = self._clock().strftime("%Y%m%dT%H%M%SZ")
        stem, dot, ending = name.rpartition(".")
        for number in range(1, MOST):
            again = "" if number == 1 else f".{number}"
            path = self._folder / f"{stamp}-{stem}{again}{dot}{ending}"
            if not path.exists():
                return path
        raise WorkspaceTrouble(f"{self._folder} is full of copies of {name}. Move some away.")
