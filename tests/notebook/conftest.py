"""A course of three challenges, one a kind, and a notebook to answer them in."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from mcp_lab import notebook as notebook_floor
from mcp_lab.notebook.kernel import Kernel

COURSE = Path(__file__).parent / "course"


@dataclass
class Ran:
    """What running a cell gave: its displays, oldest first, and what it raised."""

    shown: list[dict[str, Any]]
    error: BaseException | None

    @property
    def text(self) -> str:
        return "\n".join(bundle["text/plain"] for bundle in self.shown)

    @property
    def html(self) -> str:
        return "\n".join(bundle.get("text/html", "") for bundle in self.shown)


class Notebook:
    """Cells run one by one, as a kernel runs them."""

    def __init__(self, shell: InteractiveShell) -> None:
        self.shell = shell

    def run(self, source: str, cell_id: str | None = None) -> Ran:
        self.shell.display_pub = CapturingDisplayPublisher()
        result = self.shell.run_cell(source, store_history=True, cell_id=cell_id)
        shown = [output["data"] for output in self.shell.display_pub.outputs]
        if result.result is not None:
            shown.append(self.shell.display_formatter.format(result.result)[0])
        return Ran(shown, result.error_in_exec or result.error_before_exec)

    def answer(self, challenge_id: str, body: str, cell_id: str | None = None) -> Ran:
        return self.run(f"# answer: {challenge_id}\n{body}", cell_id)

    def check(self, challenge_id: str) -> Ran:
        return self.run(f'challenge("{challenge_id}").check()')

    def begin(self, challenge_id: str) -> Ran:
        self.run("from mcp_lab import challenge, lesson")
        self.run('lesson("90-practice", variant="a")')
        return self.run(f'q = challenge("{challenge_id}")\nq')


@pytest.fixture(autouse=True)
def course(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The course here, a folder of one's own, and nothing remembered."""
    monkeypatch.setenv("MCP_LAB_COURSE", str(COURSE))
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(notebook_floor, "_KERNEL", Kernel())
    return COURSE


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Iterator[Notebook]:
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # the shell's own instead
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(config=config)
    yield Notebook(shell)
    InteractiveShell.clear_instance()
