"""The text of a cell as code: Python where `await` may stand at the top, with IPython's lines."""

import ast
import re
import warnings

# IPython's own lines: magics, shell commands, assignments of either, a name and a question mark.
_MAGIC = re.compile(r"^(\s*)(?:[%!?].*|[\w.,\s]+=\s*[%!].*|[\w.]+\?{1,2}\s*)$")
_CELL_MAGIC = re.compile(r"\s*%%(\w+)[^\n]*\n?")
_PYTHON_INSIDE = {"time", "timeit", "capture", "prun"}


def read_cell(source: str) -> ast.Module | str:
    """The syntax tree of a cell, or why there is none; an empty reason when it can't be told.

    Lines that only IPython understands are passed over.
    """
    magic = _CELL_MAGIC.match(source)
    if magic and magic[1] not in _PYTHON_INSIDE:
        return ""
    body = source[magic.end() :] if magic else source
    try:
        return parse_cell(body)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return _past_magics(body) or ("" if _has_magics(body) else _because(error))


def _past_magics(body: str) -> ast.Module | None:
    lines = [_MAGIC.sub(r"\1pass", line) for line in body.split("\n")]
    try:
        return parse_cell("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _has_magics(body: str) -> bool:
    return any(_MAGIC.match(line) for line in body.split("\n"))


def _because(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"{error.msg} (line {error.lineno})" if error.lineno else error.msg
    return "it nests too deep" if isinstance(error, RecursionError | MemoryError) else str(error)


def parse_cell(source: str) -> ast.Module:
    """The syntax tree of a cell of plain Python; raises SyntaxError."""
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "\\d" is the learner's affair, said when the cell runs
        tree = compile(source, "<cell>", "exec", flags=flags, dont_inherit=True)
    assert isinstance(tree, ast.Module)
    return tree
