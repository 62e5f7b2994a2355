"""A first look at an answer, before anything of it runs: is it one, and does it keep the rules?

The rule: an answer may import ordinary libraries, `mcp_lab.challenge`, `.lesson`, `.wire` and what
its challenge gives; the kit's own oracles (contract, exchange …) would answer for the learner. This
look is static, so it says the same in every place; the answer's own process refuses them as well.
It reads the cells that the answer is made of (`reach`) and leaves scratch cells alone.
"""

import ast
from collections.abc import Iterator, Sequence

from mcp_lab.judge.cell import read_cell
from mcp_lab.judge.challenge import Challenge
from mcp_lab.judge.port import clip
from mcp_lab.judge.reach import Link, looked_up, made, reached
from mcp_lab.judge.verdict import (
    NO_CELL,
    NO_CODE,
    NOT_GIVEN,
    NOT_GIVEN_BESIDE,
    NOT_STARTED,
    NOTHING_WRITTEN,
    Row,
    Verdict,
    by_row,
)

ALWAYS = ("challenge", "lesson", "wire")
"""What of `mcp_lab` every answer may import."""
HOME = {"Lab": "exchange"}
"""Names of `mcp_lab` that stand for what another module gives."""

_IMPORTERS = {"import_module", "__import__"}
_KIT = "mcp_lab"


def first_look(
    challenge: Challenge,
    sources: Sequence[str],
    has_widget_answer: bool = False,  # noqa: FBT001, FBT002 - as agreed
) -> Verdict | None:
    """A verdict that needs no run, or None.

    `sources` are the answer's code cells in order: the answer cell and the learner's own. The
    answer cell is the one that opens with `# answer: ID`, else the last.
    """
    cell = answer_cell(challenge, sources)
    read = [read_cell(source) for source in sources]
    cells = [tree if isinstance(tree, ast.Module) else None for tree in read]
    if not _attempted(challenge, sources, cells) and not has_widget_answer:
        return by_row(challenge, _unwritten(challenge, sources))
    if not sources:
        return None
    why = read[cell]
    if isinstance(why, str) and why:
        return by_row(challenge, NO_CODE, why)
    choice = challenge.kind == "choice"
    also = [at for at, tree in enumerate(cells) if choice and tree and _sets_an_answer(tree)]
    for link in reached(cells, cell, also, "" if choice else challenge.answer):
        taken = _not_given(cells[link.index], challenge.gives)
        if taken and link.index == cell:
            return by_row(challenge, NOT_GIVEN, f"{_KIT}.{taken}")
        if taken:
            return _refused_beside(challenge, link, sources[link.index], taken)
    return None


def _unwritten(challenge: Challenge, sources: Sequence[str]) -> Row:
    """In which way nothing was written: no cell at all, none of it left, or the starter."""
    if not sources:
        return NO_CELL
    written = _written(sources[answer_cell(challenge, sources)])
    return NOT_STARTED if written else NOTHING_WRITTEN


def _not_given(tree: ast.Module | None, gives: Sequence[str]) -> str | None:
    """The first thing that a cell takes of the kit and may not."""
    return next((name for name in _taken(tree) if name and not allowed(name, gives)), None)


def _refused_beside(challenge: Challenge, link: Link, source: str, taken: str) -> Verdict:
    """Refuse what another cell takes, naming the cell and why it counts."""
    opening = next((line for line in source.splitlines() if line.strip()), "").strip()
    said = f"Your cell that opens with `{clip(opening, 60)}` uses {_KIT}.{taken}"
    needs = f"`{link.name}`" if link.name else "what it needs"
    return by_row(challenge, NOT_GIVEN_BESIDE, said, needs=needs)


def allowed(name: str, gives: Sequence[str]) -> bool:
    """Whether an answer may import `mcp_lab.NAME`."""
    return name in (*ALWAYS, *gives) or HOME.get(name) in gives


def _attempted(
    challenge: Challenge, sources: Sequence[str], cells: Sequence[ast.Module | None]
) -> bool:
    """Whether the answer cell is more than the starter, or the answer stands in another cell."""
    at = answer_cell(challenge, sources)
    written = _written(sources[at]) if sources else ""
    if written and written != _written(challenge.starter):
        return True
    trees = [tree for index, tree in enumerate(cells) if index != at and tree]
    if challenge.kind == "choice":
        return any(_sets_an_answer(tree) for tree in trees)
    return not written and any(challenge.answer in made(tree) for tree in trees)


def answer_cell(challenge: Challenge, sources: Sequence[str]) -> int:
    """The index of the answer cell: the last with the challenge's line, else the last of all."""
    marker = f"# answer: {challenge.id}"
    openings = [source.lstrip().partition("\n")[0].rstrip() for source in sources]
    marked = [at for at, opening in enumerate(openings) if opening == marker]
    return (marked or [len(sources) - 1])[-1]


def _written(source: str) -> str:
    """The code of a cell without its comments and layout; empty when there is none."""
    read = read_cell(source)
    if isinstance(read, ast.Module):
        return ast.dump(read) if read.body else ""
    return source.strip()


def _sets_an_answer(tree: ast.Module) -> bool:
    """Whether `….answer.set(…)` is called."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "set"
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "answer"
        for node in ast.walk(tree)
    )


def _taken(tree: ast.Module | None) -> Iterator[str]:
    """What a cell takes of the kit: NAME for each `mcp_lab.NAME`, however it is written.

    `Lab` as well where the cell only looks it up: the notebook's first cell has imported it.
    """
    if tree is None:
        return
    kit, importers = _aliases(tree)
    yield from HOME.keys() & looked_up(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (_within(alias.name) for alias in names)
            case ast.ImportFrom(str(module), names, 0) if module == _KIT:
                yield from (alias.name for alias in names)
            case ast.ImportFrom(str(module), _, 0):
                yield _within(module)
            case ast.Call(func, [ast.Constant(str(name)), *_]) if _last(func) in importers:
                yield _within(f"{_KIT}{name}" if name.startswith(".") else name)
            case ast.Attribute(ast.Name(id_), name) if id_ in kit and not name.startswith("__"):
                yield name
            case ast.Subscript(_, ast.Constant(str(name))):
                yield _within(name)


def _aliases(tree: ast.Module) -> tuple[set[str], set[str]]:
    """The names that stand for the kit itself, and those that import by a text."""
    kit, importers = set(), set(_IMPORTERS)
    for node in ast.walk(tree):
        for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
            if alias.name.partition(".")[0] == _KIT and isinstance(node, ast.Import):
                kit.add(alias.asname or _KIT)
            if alias.name in _IMPORTERS and alias.asname:
                importers.add(alias.asname)
    return kit, importers


def _within(module: str) -> str:
    """`contract` for `mcp_lab.contract` and all below it; empty for what is not of the kit."""
    kit, _, rest = module.partition(".")
    return rest.partition(".")[0] if kit == _KIT else ""


def _last(func: ast.expr) -> str:
    if isinstance(func, ast.Attribute):
        return func.attr
    return func.id if isinstance(func, ast.Name) else ""
