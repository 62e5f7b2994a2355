"""What of the kit the lesson's own cells find in the answer's own process, where it is refused.

A lesson shows calls with `Lab`; a scratch cell goes on with what those cells made. None of it is
judged, and the real thing would answer for the learner. So while such a cell runs, each module that
is refused is lent as one that takes whatever is asked of it and does nothing. What is left of it
afterwards refuses an answer that asks it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


class NotGiven(Exception):  # noqa: N818 - said to a learner
    """An answer asked what only the lesson's own cells may."""


class Lending:
    """Whether things are lent just now, and whether one was asked while the last cell ran."""

    def __init__(self) -> None:
        """Nothing is lent yet."""
        self.modules = False
        self.used = False
        self._quiet = False

    @contextmanager
    def to(self, role: str) -> Iterator[None]:
        """While a cell of this role runs: the lesson's own get modules, scratch cells quiet."""
        self.used = False
        self.modules, self._quiet = role == "given", role in ("given", "own")
        try:
            yield
        finally:
            self.modules = self._quiet = False
            _take_back()

    def meet(self) -> None:
        """Something lent is asked; raises `NotGiven` in an answer."""
        self.used = True
        if not self._quiet:
            raise NotGiven("what the lesson's own cells make of the kit is not given to an answer")


class Nothing:
    """Whatever a lent module has: it takes any call, and gives itself."""

    def __init__(self, lending: Lending) -> None:
        """Part of one lending."""
        self._lending = lending

    def _met(self, *_: Any, **__: Any) -> "Nothing":
        self._lending.meet()
        return self

    def __getattr__(self, name: str) -> "Nothing":
        if name.startswith("_"):  # IPython and copy ask for what makes a display, a copy
            raise AttributeError(name)
        return self._met()

    __call__ = __getitem__ = _met

    def __iter__(self) -> Iterator[Any]:
        self._met()
        return iter(())

    def __len__(self) -> int:
        self._met()
        return 0

    def __deepcopy__(self, _memo: object) -> "Nothing":
        return self

    def __repr__(self) -> str:
        return "(not run here)"


class LentModule(ModuleType):
    """A module whose every name is `Nothing`."""

    def __init__(self, name: str, lending: Lending) -> None:
        """Named as what it stands for."""
        super().__init__(name)
        self._nothing = Nothing(lending)

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._nothing


class Lender(Loader):
    """Makes lent modules."""

    def __init__(self, lending: Lending) -> None:
        """For one lending."""
        self._lending = lending

    def spec(self, name: str) -> ModuleSpec:
        """The spec of a module, which may have others below it."""
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """One lent module."""
        return LentModule(spec.name, self._lending)

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to run."""


def _take_back() -> None:
    """Forget the modules that were lent, wherever they are found by name."""
    for name in [name for name, module in [*sys.modules.items()] if isinstance(module, LentModule)]:
        del sys.modules[name]
        home, _, last = name.rpartition(".")
        if home in sys.modules:
            vars(sys.modules[home]).pop(last, None)
