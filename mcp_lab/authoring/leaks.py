"""Whether a notebook that is handed out gives an answer away."""

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from mcp_lab.judge import Challenge

SHORTEST = 12  # characters that a line of code needs to tell anything
SENTENCE = 40  # characters of an explanation that make it recognisable


def leaks(challenge: Challenge, notebook: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What leaks: the file it stands in (below the challenge's folder), and the words.

    `notebook` is the text of each of the notebook's cells. A line that the starter has is no leak;
    two telling lines in a row are one, and so is a whole answer of a single line.
    """
    known = set(_lines(challenge.starter))
    cells = [_telling(text, known) for text in notebook]
    for name, source in _answers(challenge):
        telling = _telling(source, known)
        found = next(filter(None, (_shared(telling, cell) for cell in cells)), "")
        if found:
            yield name, found
    whole = " ".join(" ".join(notebook).split())
    for name, text in _texts(challenge):
        for sentence in re.split(r"(?<=[.!?])\s+", " ".join(text.split())):
            if len(sentence) >= SENTENCE and sentence in whole:
                yield name, sentence


def _answers(challenge: Challenge) -> Iterator[tuple[str, str]]:
    yield "solution.py", challenge.solution
    yield from ((f"right/{name}.py", source) for name, source in challenge.right.items())
    for name, mistake in challenge.mistakes.items():
        yield f"wrong/{name}.py", _without_docstring(mistake.source)


def _texts(challenge: Challenge) -> Iterator[tuple[str, str]]:
    yield from (("challenge.toml", hint) for hint in challenge.hints)
    for name, mistake in challenge.mistakes.items():
        yield f"wrong/{name}.py", mistake.explanation


def _shared(telling: Sequence[str], cell: Sequence[str]) -> str:
    """Telling lines that a cell has as well: two in a row, or all of them; empty if it has not."""
    pairs = set(pairwise(cell))
    for pair in pairwise(telling):
        if pair in pairs:
            return "\n".join(pair)
    return telling[0] if len(telling) == 1 and telling[0] in cell else ""


def _lines(text: str) -> list[str]:
    """The lines that say something, without their layout."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _telling(text: str, known: Collection[str]) -> list[str]:
    """The lines that would tell something of an answer, in order."""
    opens = ("#", "import ", "from ", "def ", "async def ", "class ", '"""')
    return [
        line
        for line in _lines(text)
        if len(line) >= SHORTEST and not line.startswith(opens) and line not in known
    ]


def _without_docstring(source: str) -> str:
    """The code of a wrong answer without what it explains."""
    first = ast.parse(source).body[0]
    lines = source.splitlines()
    return "\n".join([*lines[: first.lineno - 1], *lines[first.end_lineno :]])
