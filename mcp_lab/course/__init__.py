"""The course and a learner's copy of it: where its files are, notebooks read, workspaces kept."""

from mcp_lab.course.bundles import ANSWER_MIME
from mcp_lab.course.files import CourseFiles, challenge, lessons, locate
from mcp_lab.course.overview import Overview, overview, where_next
from mcp_lab.course.pristine import is_handed_out
from mcp_lab.course.progress import Entry, Progress
from mcp_lab.course.reading import read_notebook
from mcp_lab.course.trouble import (
    CourseMissing,
    CourseTrouble,
    NotebookUnreadable,
    UnknownChallenge,
    WorkspaceTrouble,
)
from mcp_lab.course.upkeep import Change, Reset
from mcp_lab.course.workspace import Workspace

__all__ = [
    "ANSWER_MIME",
    "Change",
    "CourseFiles",
    "CourseMissing",
    "CourseTrouble",
    "Entry",
    "NotebookUnreadable",
    "Overview",
    "Progress",
    "Reset",
    "UnknownChallenge",
    "Workspace",
    "WorkspaceTrouble",
    "challenge",
    "is_handed_out",
    "lessons",
    "locate",
    "overview",
    "read_notebook",
    "where_next",
]
