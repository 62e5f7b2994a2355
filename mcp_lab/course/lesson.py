"""Which lesson a notebook belongs to, whatever it has lost."""

from collections import Counter
from collections.abc import Iterator

from mcp_lab.course.cells import NotebookFile
from mcp_lab.course.files import CourseFiles
from mcp_lab.course.pristine import lesson_in
from mcp_lab.course.recognise import first_mark
from mcp_lab.course.trouble import NotebookUnreadable


def lesson_of(notebook: NotebookFile, course: CourseFiles) -> tuple[str, list[str]]:
    """The lesson a notebook belongs to, by its mark, its cells or its name; and notes on how.

    Raises:
        NotebookUnreadable: nothing in it belongs to a lesson of this course.
    """
    known = course.lessons()
    marked = notebook.mark.get("lesson")
    if marked in known:
        return str(marked), []
    if told := lesson_by_cells(notebook, course):
        return told, ["it had lost its lesson; its cells tell which it is"]
    named = [lesson for lesson in known if lesson in notebook.path.name]
    if named:
        return named[0], ["it had lost its lesson; its file's name tells which it is"]
    cause = "it holds no lesson of this course"
    if isinstance(marked, str):
        cause = f"its lesson is {marked!r}, which this course ({course.version}) does not have"
    raise NotebookUnreadable(notebook.path, cause, f"The lessons are {', '.join(known)}.")


def lesson_by_cells(notebook: NotebookFile, course: CourseFiles) -> str | None:
    """The lesson that most of its cells name, None where none names any."""
    known = course.lessons()
    votes = Counter(lesson for lesson in _hints_of_lesson(notebook, course) if lesson in known)
    return votes.most_common(1)[0][0] if votes else None


def _hints_of_lesson(notebook: NotebookFile, course: CourseFiles) -> Iterator[str]:
    for cell in notebook.cells:
        ids = (cell.challenge, first_mark(cell.source))
        yield from (course.current(id_).partition("/")[0] for id_ in ids if id_)
        if lesson := lesson_in(cell.source):
            yield lesson
