"""Ask an answer that lives in this process.

Both ports end here: the direct one at once, the pipe's in the answer's own process. So what counts
as raised, as no JSON, as no answer is the same by construction.
"""

import asyncio
import inspect
import threading
import traceback
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from mcp_lab.judge.limit import LimitReached
from mcp_lab.judge.port import CellRaised, NoAnswer, NotJson, Raised, Reply, Value, clip
from mcp_lab.judge.said import line_in, name_of, text_of, traceback_of
from mcp_lab.judge.values import NotJsonValue, copied

LookUp = Callable[[str], Any]
"""The answer called so; raises LookupError when there is none, CellRaised when its cell raised."""
_NO_CODE = (SyntaxError, IndentationError, TabError)


def ask_here(
    look_up: LookUp,
    name: str,
    arguments: Mapping[str, Any] | None,
    *,
    patience: float | None = None,
    loose: tuple[type[BaseException], ...] = (),
) -> Reply:
    """The reply of the answer called `name`.

    A coroutine is run to its end in an event loop of its own, for `patience` seconds at most
    (LimitReached after that). Exceptions of the classes in `loose` pass through.
    """
    asked = None if arguments is None else dict(copied(arguments))
    try:
        answer = look_up(name)
    except LookupError:
        return NoAnswer(name)
    except CellRaised as raised:
        return raised.reply()
    try:
        return _carried(answer if asked is None else _called(answer, asked, patience))
    except BaseException as error:  # SystemExit and MemoryError are answers too
        # By its type: isinstance() would ask the learner's exception for its __class__.
        if issubclass(type(error), (LimitReached, *loose)):
            raise
        return raised_by(error, line_in(error, answer))


def raised_by(error: BaseException, line: int = 0) -> Raised:
    """An exception as a reply."""
    return Raised(name_of(type(error)), clip(text_of(error)), line)


def raised_in_cell(error: BaseException, names: Mapping[str, Any]) -> CellRaised:
    """What a cell raised, with the line that it left the cell at; `names` are the cells' names."""
    passed = traceback.walk_tb(traceback_of(error))
    line = next((line for frame, line in passed if frame.f_globals is names), 0)
    if not line and type(error) in _NO_CODE and isinstance(error, SyntaxError):
        # The cell itself is no code. Exactly these classes: a learner's own may say anything.
        number = error.lineno if type(error.lineno) is int else 0
        return CellRaised(name_of(type(error)), clip(text_of(Exception(error.msg))), number)
    return CellRaised(name_of(type(error)), clip(text_of(error)), line)


def _called(answer: Any, arguments: dict[str, Any], patience: float | None) -> Any:
    value = answer(*arguments.values()) if _renamed(answer, arguments) else answer(**arguments)
    return _awaited(value, patience) if inspect.isawaitable(value) else value


def _renamed(answer: Any, arguments: Mapping[str, Any]) -> bool:
    """Whether the answer takes these arguments by place but calls them something else."""
    try:
        parameters = inspect.signature(answer)
    except (TypeError, ValueError):  # not callable, or a builtin that tells nothing of itself
        return False
    return not _binds(parameters, **arguments) and _binds(parameters, *arguments.values())


def _binds(parameters: inspect.Signature, *places: Any, **names: Any) -> bool:
    try:
        parameters.bind(*places, **names)
    except TypeError:
        return False
    return True


def _carried(value: Any) -> Reply:
    try:
        return Value(copied(value))
    except NotJsonValue as error:
        return NotJson(str(error))


def _awaited(awaitable: Awaitable[Any], patience: float | None) -> Any:
    """Run it in a thread: in a notebook this thread's own loop is already running."""
    outcome: list[Any] = []
    failed: list[BaseException] = []

    async def whole() -> Any:
        return await awaitable

    def run() -> None:
        try:
            outcome.append(asyncio.run(whole()))
        except BaseException as error:  # noqa: BLE001 - carried to the asking thread
            failed.append(error)

    thread = threading.Thread(target=run, name="the answer's event loop", daemon=True)
    thread.start()
    thread.join(patience)
    if thread.is_alive():
        raise LimitReached
    if failed:
        raise failed[0]
    return outcome[0]
