"""A first look at an answer, before anything of it runs: is it one, and does it keep the rules?

The rule: an answer may import ordinary libraries, `mcp_lab.challenge`, `.lesson`, `.wire` and what
its challenge gives; the kit's own oracles (contract, exchange …) would answer for the learner. This
look is static, so it says the same in every place; the answer's own process refuses them as well.
"""

import ast
from collections.abc import Iterator, Sequence

from mcp_lab.judge.cell import read_cell
from mcp_lab.judge.challenge import Challenge
from mcp_lab.judge.verdict import NO_CODE, NOT_GIVEN, NOT_STARTED, Verdict, by_row

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
    if not _attempted(challenge, sources) and not has_widget_answer:
        return by_row(challenge, NOT_STARTED)
    cell = _answer_cell(challenge, sources)
    for source in sources:
        read = read_cell(source)
        if isinstance(read, str):
            if read and source is cell:
                return by_row(challenge, NO_CODE, read)
            continue
        taken = next((n for n in _taken(read) if n and not allowed(n, challenge.gives)), None)
        if taken:
            return by_row(challenge, NOT_GIVEN, f"{_KIT}.{taken}")
    return None


def allowed(name: str, gives: Sequence[str]) -> bool:
    """Whether an answer may import `mcp_lab.NAME`."""
    return name in (*ALWAYS, *gives) or HOME.get(name) in gives


def _attempted(challenge: Challenge, sources: Sequence[str]) -> bool:
    """Whether the answer cell is more than the starter, or the answer stands in another cell."""
    cell = _answer_cell(challenge, sources)
    written = _written(cell)
    if written and written != _written(challenge.starter):
        return True
    others = [read_cell(source) for source in sources if source is not cell]
    trees = [tree for tree in others if isinstance(tree, ast.Module)]
    if challenge.kind == "choice":
        return any(_sets_an_answer(tree) for tree in trees)
    return not written and any(challenge.answer in _bound(tree) for tree in trees)


def _answer_cell(challenge: Challenge, sources: Sequence[str]) -> str:
    marker = f"# answer: {challenge.id}"
    marked = [source for source in sources if source.lstrip().partition("\n")[0].rstrip() == marker]
    return (marked or list(sources) or [""])[-1]


def _written(source: str) -> str:
    """The code of a cell without its comments and layout; empty when there is none."""
    read = read_cell(source)
    if isinstance(read, ast.Module):
        return ast.dump(read) if read.body else ""
    return source.strip()


def _bound(tree: ast.Module) -> Iterator[str]:
    """The names that a cell defines or assigns, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.alias):
            yield node.asname or node.name


def _sets_an_answer(tree: ast.Module) -> bool:
    """Whether `….answer.set(…)` is called."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "set"
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "answer"
        for node in ast.walk(tree)
    )


def _taken(tree: ast.Module) -> Iterator[str]:
    """What a cell takes of the kit: NAME for each `mcp_lab.NAME`, however it is written."""
    kit, importers = _aliases(tree)
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
