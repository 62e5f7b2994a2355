"""The challenges of the course, each with data of many learners."""

import textwrap
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from mcp_lab.authoring.fixtures import asked_here
from mcp_lab.judge import Challenge, Verdict, given, load

CHALLENGES = Path(__file__).parents[2] / "challenges"
VARIANTS = tuple(f"learner-{number}" for number in range(200))

Drawn = Callable[[str], list[dict[str, Any]]]


@lru_cache(maxsize=32)
def _load(challenge_id: str) -> Challenge:
    return load(CHALLENGES / challenge_id)


@lru_cache(maxsize=32)
def _drawn(challenge_id: str) -> list[dict[str, Any]]:
    return [given(_load(challenge_id), variant) for variant in VARIANTS]


@pytest.fixture(scope="session")
def challenge() -> Callable[[str], Challenge]:
    """A challenge by its id."""
    return _load


@pytest.fixture(scope="session")
def drawn() -> Drawn:
    """What two hundred learners are given in a challenge."""
    return _drawn


Judged = Callable[..., Verdict]


@pytest.fixture(scope="session")
def judged() -> Judged:
    """The verdict on an answer cell, given without its first line."""

    def judge(challenge_id: str, body: str, variant: str = "one") -> Verdict:
        source = f"# answer: {challenge_id}\n{textwrap.dedent(body).strip()}"
        return asked_here(_load(challenge_id), source, variant)

    return judge
