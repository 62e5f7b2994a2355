"""A challenge: one folder, read whole and validated before anything of it is used.

    challenge.toml   title kind level minutes points answer gives revisions clauses facts hints
    prompt.md        the first line is the task, in one sentence
    starter.py       the answer cell as the learner finds it
    solution.py      the reference
    check.py         given(rng) and check(exam)
    right/ wrong/    other right answers; mistakes, each with its explanation

Answer cells (starter, solution, right, wrong) open with `# answer: LESSON/CHALLENGE`. Below that, a
wrong one has a docstring: `falls: FACT`, then what the learner is told.
"""

import ast
import hashlib
import random
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Literal, NoReturn

from mcp_lab.judge.card import Card, read_card
from mcp_lab.judge.cell import parse_cell
from mcp_lab.judge.trouble import ChallengeBroken
from mcp_lab.judge.values import NotJsonValue, copied

__all__ = ["Challenge", "ChallengeBroken", "Mistake", "draw", "given", "load", "load_lesson"]


@dataclass(frozen=True, slots=True)
class Mistake:
    """What people really answer: the fact it falls at first, what to tell them, the answer cell."""

    fact: str
    explanation: str
    source: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge, as its folder tells it. `facts` stand in their order of precedence."""

    id: str
    lesson: str
    slug: str
    folder: Path
    title: str
    kind: Literal["choice", "data", "function"]
    level: Literal["easy", "medium", "hard"]
    minutes: int
    points: Decimal
    answer: str
    gives: tuple[str, ...]
    revisions: tuple[str, ...]
    clauses: tuple[str, ...]
    facts: tuple[str, ...]
    hints: tuple[str, str, str]
    prompt: str
    starter: str
    solution: str
    right: Mapping[str, str]
    mistakes: Mapping[str, Mistake]

    @property
    def task(self) -> str:
        """The task in one sentence: the first line of the prompt."""
        return self.prompt.partition("\n")[0].strip()

    @property
    def checker(self) -> ModuleType:
        """The challenge's `check.py`, as a module; raises `ChallengeBroken` if it can't run."""
        path = self.folder / "check.py"
        return _checker(path, _text(path))


def load(folder: Path) -> Challenge:
    """The challenge in a folder; raises `ChallengeBroken`, naming the file, cause and next step."""
    lesson, slug = folder.parent.name, folder.name
    id_ = f"{lesson}/{slug}"
    card = read_card(folder / "challenge.toml", _text(folder / "challenge.toml"))
    challenge = Challenge(
        id=id_,
        lesson=lesson,
        slug=slug,
        folder=folder,
        prompt=_prompt(folder / "prompt.md"),
        starter=_cell(folder / "starter.py", id_),
        solution=_cell(folder / "solution.py", id_),
        right=_right(folder / "right", id_),
        mistakes=_mistakes(folder / "wrong", id_, card),
        **card.fields(),
    )
    _ = challenge.checker
    return challenge


def load_lesson(folder: Path) -> tuple[Challenge, ...]:
    """The challenges of a lesson, by their folders' names; raises `ChallengeBroken`."""
    found = tuple(load(toml.parent) for toml in sorted(folder.glob("*/challenge.toml")))
    owner: dict[str, str] = {}
    for challenge in found:
        if challenge.answer in owner:
            raise ChallengeBroken(
                challenge.folder / "challenge.toml",
                f"`answer` is {challenge.answer!r}, as in {owner[challenge.answer]}",
                "An answer's name is unique in its lesson: give one of them another name.",
            )
        owner[challenge.answer] = challenge.slug
    return found


def draw(variant: str, challenge_id: str) -> random.Random:
    """The chance of one challenge under one variant: the same on every machine, for ever."""
    seed = hashlib.sha256(f"{challenge_id}\n{variant}".encode()).digest()
    return random.Random(seed)  # noqa: S311 - exercise data, nothing secret


def given(challenge: Challenge, variant: str) -> dict[str, Any]:
    """What the learner is given under a variant, as JSON; raises `ChallengeBroken`."""
    path = challenge.folder / "check.py"
    data = challenge.checker.given(draw(variant, challenge.id))
    if not isinstance(data, dict):
        raise ChallengeBroken(
            path, f"given(rng) gave a {type(data).__name__}", "Return a dict of JSON values."
        )
    try:
        return dict(copied(data))
    except NotJsonValue as error:
        raise ChallengeBroken(
            path, f"what given(rng) gave is no JSON: {error}", "Return a dict of JSON values."
        ) from error


def _text(path: Path) -> str:
    """A file of the challenge, which must be there, UTF-8, and not empty."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        _broken(path, "the file is missing", "Every challenge needs it: add it.")
    except (OSError, UnicodeDecodeError) as error:
        _broken(path, f"it can't be read ({error})", "Make it a readable UTF-8 file.")
    if not text.strip():
        _broken(path, "the file is empty", "Write it, or look at another challenge for its form.")
    return text


def _prompt(path: Path) -> str:
    text = _text(path)
    if not text.partition("\n")[0].strip():
        _broken(path, "its first line is blank", "Put the task there, in one sentence.")
    return text.strip()


def _cell(path: Path, id_: str) -> str:
    """An answer cell, without its last line end; its first line names the challenge."""
    text = _text(path).rstrip()
    first, wanted = text.partition("\n")[0].rstrip(), f"# answer: {id_}"
    if first != wanted:
        _broken(path, f"its first line is {first!r}", f"Make it {wanted!r}.")
    return text


def _right(folder: Path, id_: str) -> Mapping[str, str]:
    return MappingProxyType({path.stem: _cell(path, id_) for path in sorted(folder.glob("*.py"))})


def _mistakes(folder: Path, id_: str, card: Card) -> Mapping[str, Mistake]:
    found = {path.stem: _mistake(path, id_, card.facts) for path in sorted(folder.glob("*.py"))}
    return MappingProxyType(found)


def _mistake(path: Path, id_: str, facts: list[str]) -> Mistake:
    """A wrong answer cell: the marker line, a docstring `falls: FACT` and its explanation, code."""
    source = _cell(path, id_)
    try:
        doc = ast.get_docstring(parse_cell(source)) or ""
    except SyntaxError as error:
        _broken(path, f"it is no Python: {error.msg} in line {error.lineno}", "Mend that line.")
    first, _, explanation = doc.partition("\n")
    falls, _, fact = (part.strip() for part in first.partition(":"))
    if falls != "falls" or fact not in facts:
        _broken(
            path,
            f"its docstring opens with {first!r}",
            f"Open it with `falls: FACT`, one of {', '.join(facts)}.",
        )
    if not explanation.strip():
        _broken(path, "it explains nothing", "Below `falls: …`, say why people answer this.")
    return Mistake(fact, explanation.strip(), source)


@lru_cache(maxsize=512)
def _checker(path: Path, source: str) -> ModuleType:
    """Run check.py from its text: no bytecode lands among the challenges."""
    module = ModuleType(f"check of {path.parent.parent.name}/{path.parent.name}")
    module.__file__ = str(path)
    try:
        exec(compile(source, str(path), "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - the course's own file
    except SyntaxError as error:
        _broken(path, f"it is no Python: {error.msg} in line {error.lineno}", "Mend that line.")
    except Exception as error:  # noqa: BLE001 - whatever its top level raises is said
        _broken(path, f"it raises {type(error).__name__}: {error}", "Mend it; run it by itself.")
    for name in ("given", "check"):
        if not callable(getattr(module, name, None)):
            _broken(path, f"it has no {name}(…)", "Define given(rng) and check(exam).")
    return module


def _broken(path: Path, cause: str, next_: str) -> NoReturn:
    raise ChallengeBroken(path, cause, next_) from None
