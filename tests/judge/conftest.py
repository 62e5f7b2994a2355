"""Three small challenges, one a kind, and ways to ask an answer cell directly."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mcp_lab.judge import Challenge, DirectPort, given, load_lesson
from mcp_lab.judge.asking import raised_in_cell

FIXTURES = Path(__file__).parent / "fixtures" / "00-fixtures"
VARIANT = "a-variant"


@pytest.fixture(scope="session")
def challenges() -> dict[str, Challenge]:
    return {challenge.slug.partition("-")[2]: challenge for challenge in load_lesson(FIXTURES)}


@pytest.fixture(scope="session")
def pick(challenges: dict[str, Challenge]) -> Challenge:
    return challenges["pick"]


@pytest.fixture(scope="session")
def frame(challenges: dict[str, Challenge]) -> Challenge:
    return challenges["frame"]


@pytest.fixture(scope="session")
def kind(challenges: dict[str, Challenge]) -> Challenge:
    return challenges["kind"]


Direct = Callable[..., DirectPort]


@pytest.fixture
def direct() -> Direct:
    """A direct port to what an answer cell defines, `q` included."""

    def port(challenge: Challenge, source: str, timeout: float = 10.0) -> DirectPort:
        return DirectPort(_look_up(challenge, source), timeout)

    return port


def _look_up(challenge: Challenge, source: str) -> Callable[[str], Any]:
    chosen: dict[str, Any] = {}
    answer = SimpleNamespace(set=lambda value: chosen.update({challenge.answer: value}))
    q = SimpleNamespace(given=given(challenge, VARIANT), answer=answer, widget=lambda: None)
    names: dict[str, Any] = {"q": q, "__name__": "cell"}
    try:
        exec(compile(source, "<cell>", "exec"), names)
    except Exception as error:  # noqa: BLE001 - as a notebook keeps it
        raised = raised_in_cell(error, names)

        def refuse(_name: str) -> Any:
            raise raised

        return refuse
    return (chosen if challenge.kind == "choice" else names).__getitem__


@pytest.fixture
def in_a_loop() -> Callable[[Callable[[], Any]], Any]:
    """Call something while an event loop runs in this thread, as a notebook's cell is."""

    def call(what: Callable[[], Any]) -> Any:
        async def inside() -> Any:
            return what()

        return asyncio.run(inside())

    return call
