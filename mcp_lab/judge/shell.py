"""IPython's shell, as a kernel uses it, without history, colours or a terminal."""

import builtins
import sys
from typing import Any, NoReturn

from mcp_lab.judge.said import name_of, text_of


def make_shell() -> Any:
    """The process's `InteractiveShell`: magics, top-level await, displays, as in a notebook."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False  # no database, no thread
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.cache_size = 0
    shell: Any = InteractiveShell.instance(config=config)
    shell.showtraceback = shell.showsyntaxerror = _say_error
    shell.ask_exit = lambda: None  # exit() ends nothing: later cells are judged too
    builtins.input = _no_input
    return shell


def _say_error(*_: Any, **__: Any) -> None:
    """One line among the output; the reply carries the error itself."""
    error = sys.exc_info()[1]
    if error is not None:
        said = f"{name_of(type(error))}: {text_of(error)}"
        print(said, file=sys.stderr)  # noqa: T201 - the cell's output


def _no_input(*_: Any) -> NoReturn:
    raise EOFError(
        "input() has nobody to ask where answers are judged: put the value into the cell instead"
    )
