"""What may be read of a learner's objects without asking them anything.

An exception's `__class__`, a metaclass's `__name__`, a text's `__len__` are the learner's code, and
may raise or lie. What is read here comes from the object itself.
"""

import traceback
from types import FunctionType, MethodType, TracebackType

_CLASS_NAME = type.__dict__["__name__"]
_TRACEBACK = BaseException.__dict__["__traceback__"]


def name_of(kind: type) -> str:
    """A class's own name, whatever its metaclass says."""
    name: str = _CLASS_NAME.__get__(kind)
    return name


def text_of(error: BaseException) -> str:
    """An exception's text, fit to be shown; a sentence where it can't be read."""
    try:
        return fit(str.__str__(str(error)))
    except BaseException:  # noqa: BLE001 - a learner's __str__ may do anything
        return "(its text can't be read)"


def fit(text: str) -> str:
    r"""A text that can be shown and stored: half a surrogate pair as `\ud800`, as repr writes it.

    No file, terminal or page takes such a half. And two of them side by side are two characters to
    Python and one to JSON, so that a text would change on its way over a pipe.
    """
    return text.encode("utf-8", "backslashreplace").decode()


def traceback_of(error: BaseException) -> TracebackType | None:
    """An exception's own traceback."""
    passed: TracebackType | None = _TRACEBACK.__get__(error)
    return passed


def line_in(error: BaseException, answer: object) -> int:
    """The last line of the answer's own cell that the exception passed; 0 where there is none."""
    function = answer.__func__ if type(answer) is MethodType else answer
    if type(function) is not FunctionType:
        return 0
    home = function.__code__.co_filename
    passed = reversed([*traceback.walk_tb(traceback_of(error))])
    return next((line for frame, line in passed if frame.f_code.co_filename == home), 0)


def told_in_full(error: BaseException) -> str:
    """An exception with its traceback, for a log."""
    try:
        return fit("".join(traceback.format_exception(error)))
    except BaseException:  # noqa: BLE001 - a learner's exception may hang on it as its context
        return f"{name_of(type(error))}: {text_of(error)} (its traceback can't be read)"
