"""Where we are: in IPython or not, and how something is shown there."""

import os
import sys
from pathlib import Path
from typing import Any


def shell() -> Any | None:
    """The running IPython shell, or None; IPython is never imported to find out."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def show(bundle: dict[str, Any]) -> None:
    """Display a MIME bundle; outside IPython, print its plain text."""
    if shell() is None:
        print(bundle["text/plain"])  # noqa: T201 - where there is no display, this is it
        return
    from IPython.display import display

    display(bundle, raw=True)  # type: ignore[no-untyped-call]  # IPython has no types for it


def say(sentence: str) -> None:
    """Tell the person something beside what is shown, at once."""
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201 - a word to a person


def names() -> dict[str, Any]:
    """The names that the learner's cells have set."""
    here = shell()
    return here.user_ns if here else vars(sys.modules["__main__"])


def notebook_file() -> Path | None:
    """The notebook that this kernel runs, where the front end says so (JupyterLab, VS Code)."""
    said = os.environ.get("JPY_SESSION_NAME") or names().get("__vsc_ipynb_file__")
    path = Path(said) if isinstance(said, str) else None
    return path if path and path.suffix == ".ipynb" and path.is_file() else None
