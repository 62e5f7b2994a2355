"""What is wrong with the course's sources: which file and line, which rule, and what to do."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that a challenge or lesson must meet and does not.

    `line` counts from 1; 0 where the trouble has no line. `says` and `todo` are whole sentences.
    """

    file: Path
    line: int
    rule: str
    says: str
    todo: str

    def told(self, root: Path) -> str:
        """One line for a person, the file as seen from the course's root."""
        line = f":{self.line}" if self.line else ""
        return f"{within(self.file, root)}{line}: {self.rule}: {self.says} {self.todo}"

    def to_json(self, root: Path) -> dict[str, str | int]:
        """What `lint --json` prints of it."""
        return {
            "file": within(self.file, root),
            "line": self.line,
            "rule": self.rule,
            "says": self.says,
            "todo": self.todo,
        }


class SourcesBroken(Exception):  # noqa: N818 - a state of the sources, said to their author
    """The notebooks cannot be built; `problems` say why."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(one.told(one.file.parents[2]) for one in self.problems)


def within(file: Path, root: Path) -> str:
    """The file's path below the root, with forward slashes; else its whole path."""
    return (file.relative_to(root) if file.is_relative_to(root) else file).as_posix()
