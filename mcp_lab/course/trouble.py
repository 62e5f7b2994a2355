"""What can go wrong with the course's files and a learner's, each said in whole sentences.

Every message names the thing, the cause and the next step, because it is shown as it is: the
command prints it on one line, the notebook in place of a traceback.
"""

from pathlib import Path


class CourseTrouble(Exception):  # noqa: N818 - a state of files, said to a person
    """Something about the course, a notebook or a workspace that a person can mend."""


class CourseMissing(CourseTrouble):
    """The course's own files are not where an installation keeps them."""


class UnknownChallenge(CourseTrouble, LookupError):  # noqa: N818 - as above
    """No challenge has this id; the message names the nearest one."""


class NotebookUnreadable(CourseTrouble):
    """A file cannot be read as a notebook of this course.

    Attributes:
        path: the file.
        cause: what is the matter with it, without a full stop.
        next_step: what its owner can do, a whole sentence.
    """

    def __init__(self, path: Path, cause: str, next_step: str) -> None:
        super().__init__(f"{path}: {cause}. {next_step}")
        self.path = path
        self.cause = cause
        self.next_step = next_step


class WorkspaceTrouble(CourseTrouble):
    """A workspace cannot be read or written; nothing in it was changed by the attempt."""
