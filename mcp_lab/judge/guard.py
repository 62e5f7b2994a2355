"""Which modules of the kit an answer may import: the second look, in the answer's own process.

The first is static (`look`). The kit's own oracles would answer for the learner; what a challenge
gives may stand on them, so a module of the kit imports what it likes.
"""

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import mcp_lab
from mcp_lab.judge.lent import Lender, Lending

_ALWAYS = ("wire",)


class _Refusal(MetaPathFinder):
    """A finder that finds nothing: it refuses or lends, or leaves the search to the next one."""

    def __init__(self, gives: Sequence[str], lending: Lending) -> None:
        self._allowed = (*_ALWAYS, *gives)
        self._lending = lending

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        kit, _, rest = name.partition(".")
        top = rest.partition(".")[0]
        if kit != "mcp_lab" or top in self._allowed or _importer().startswith("mcp_lab."):
            return None
        if self._lending.modules:
            return Lender(self._lending).spec(name)
        listed = " and ".join(f"mcp_lab.{given}" for given in self._allowed)
        # No ModuleNotFoundError: `from mcp_lab import x` would swallow it, and its sentence.
        raise ImportError(
            f"mcp_lab.{top} is not given here: an answer may import {listed}, "
            "and ordinary libraries"
        )


def install(gives: Sequence[str], lending: Lending) -> None:
    """From now on refuse what is not given, and forget what this process itself was made of."""
    allowed = (*_ALWAYS, *gives)
    for name in [name for name in sys.modules if name.startswith("mcp_lab.")]:
        top = name.split(".")[1]
        if top not in allowed:
            del sys.modules[name]
            vars(mcp_lab).pop(top, None)
    sys.meta_path.insert(0, _Refusal(gives, lending))
    sys.path[:] = ["", *(entry for entry in sys.path if not _holds_the_course(entry))]


def _holds_the_course(entry: str) -> bool:
    """Whether a checkout is on the path for the kit's sake: its other folders are no libraries."""
    return (Path(entry or os.curdir) / "challenges").is_dir()


def _importer() -> str:
    """The name of the module whose statement imports, the import machinery left aside."""
    frame = sys._getframe(1)  # noqa: SLF001 - the one way to ask who imports
    while frame.f_back:
        frame = frame.f_back
        name = str(frame.f_globals.get("__name__", ""))
        if name != __name__ and not name.startswith("importlib"):
            return name
    return ""
