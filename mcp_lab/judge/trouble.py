"""What is said when a challenge can't be used."""

from pathlib import Path


class ChallengeBroken(Exception):  # noqa: N818 - a state of the folder
    """A challenge folder that can't be used: which file, why, and what to do."""

    def __init__(self, path: Path, cause: str, next_step: str) -> None:
        """Keep the file, the cause (half a sentence) and the next step (a sentence)."""
        super().__init__(path, cause, next_step)
        self.path, self.cause, self.next = path, cause, next_step

    def __str__(self) -> str:
        where = "/".join(self.path.parts[-3:])
        return f"{where}: {self.cause}. {self.next}"
