"""A learner's notebook in its own process: cells run as a kernel runs them, answers are kept.

An answer is taken when its cell has run and asked later: a cell below that reuses the name changes
nothing.
"""

import copy
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from mcp_lab.judge.asking import ask_here, raised_in_cell
from mcp_lab.judge.guard import install
from mcp_lab.judge.lent import Lending
from mcp_lab.judge.port import CellRaised, Raised, Reply, Value
from mcp_lab.judge.shell import make_shell
from mcp_lab.judge.standin import Handle, stand_in
from mcp_lab.judge.values import from_json

_NOT_RUN = "it uses what the lesson's own cells make, which is not run where answers are judged"


class Session:
    """The state between questions."""

    def __init__(self) -> None:
        """An empty notebook."""
        self._shell = make_shell()
        self._handles: dict[str, Handle] = {}
        self._taken: dict[str, Any] = {}
        self._kits: dict[str, Any] = {}  # the kit's own names, as `mcp_lab` has them
        self._lending = Lending()

    @property
    def _names(self) -> dict[str, Any]:
        names: dict[str, Any] = self._shell.user_ns
        return names

    def start(self, params: Mapping[str, Any]) -> None:
        """Take the lesson: its challenges, what each was given, and what may be imported."""
        for id_, told in params["challenges"].items():
            chosen = from_json(told["chosen"]) if "chosen" in told else None
            self._handles[id_] = Handle(
                id_, told["kind"], told["answer"], from_json(told["given"]), chosen
            )
        self._kits.update(stand_in(self._handles))
        self._names.update(self._kits)
        install(params["gives"], self._lending)

    async def run(self, source: str, role: str, challenge: str | None) -> Reply:
        """Run a cell; an answer cell's answer is taken afterwards."""
        handle = self._handles.get(challenge or "")
        if handle and role == "answer" and "q" not in self._names:
            self._names["q"] = handle  # its given cell was lost
        with self._lending.to(role), self._named_as_ours(role):
            raised = await self._run(source)
        if handle and role == "answer":
            self._take(handle, raised)
        if raised is None:
            return Value(None)
        text = f"{raised.text}; {_NOT_RUN}" if self._lending.used else raised.text
        return Raised(raised.class_name, text, raised.line)

    @contextmanager
    def _named_as_ours(self, role: str) -> Iterator[None]:
        """While a cell of the lesson's runs, the kit's names are the kit's, whoever took them."""
        kits = self._kits if role == "given" else {}
        theirs = {name: self._names[name] for name in kits if name in self._names}
        self._names.update(kits)
        try:
            yield
        finally:
            self._names.update(theirs)

    def ask(self, challenge: str, name: str, arguments: Any) -> Reply:
        """Ask the answer of a challenge."""
        return ask_here(
            lambda _name: self._answer(self._handles[challenge]),
            name,
            None if arguments is None else from_json(arguments),
        )

    async def _run(self, source: str) -> CellRaised | None:
        shell = self._shell
        try:
            code, trouble = shell.transform_cell(source), None
        except Exception:  # noqa: BLE001 - the shell is told, and says it as for any syntax error
            code, trouble = source, sys.exc_info()
        result = await shell.run_cell_async(
            source,
            store_history=False,
            transformed_cell=code,
            preprocessing_exc_tuple=trouble,
        )
        error = result.error_before_exec or result.error_in_exec
        return None if error is None else raised_in_cell(error, self._names)

    def _take(self, handle: Handle, raised: CellRaised | None) -> None:
        if raised:
            self._taken[handle.id] = raised
        elif handle.name in self._names:
            self._taken[handle.id] = _apart(self._names[handle.name])
        else:
            self._taken.pop(handle.id, None)

    def _answer(self, handle: Handle) -> Any:
        """The answer, as a look-up gives it: LookupError, CellRaised, or the thing itself."""
        taken = self._taken.get(handle.id)
        if isinstance(taken, CellRaised):
            raise taken
        if handle.kind == "choice":
            return handle.answer.chosen()
        return self._taken[handle.id] if handle.id in self._taken else self._names[handle.name]


def _apart(value: Any) -> Any:
    """Data as a copy of its own; what is called, or can't be copied, as it is."""
    if callable(value):
        return value
    try:
        return copy.deepcopy(value)
    except Exception:  # noqa: BLE001 - a learner's object raises what it likes; then it is kept
        return value
