"""An answer under another name: a word beside the verdict that there is none."""

import ast
import difflib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mcp_lab.judge.cell import read_cell
from mcp_lab.judge.challenge import Challenge
from mcp_lab.judge.look import answer_cell
from mcp_lab.judge.reach import made
from mcp_lab.judge.verdict import MISNAMED, Verdict, by_row


def with_its_name(challenge: Challenge, sources: Sequence[str], verdict: Verdict) -> Verdict:
    """The verdict, which names what the answer cell makes where there is no answer by its name.

    `sources` as for `first_look`. A name counts when it looks like the answer's, or is that of the
    one function where a function is asked for.
    """
    if verdict.verdict != "not-attempted" or challenge.kind == "choice" or not sources:
        return verdict
    tree = read_cell(sources[answer_cell(challenge, sources)])
    said = next(_likely(challenge, tree), None) if isinstance(tree, ast.Module) else None
    if said is None:
        return verdict
    told = by_row(challenge, MISNAMED, said)
    return replace(verdict, reason=told.reason, next=told.next)


def _likely(challenge: Challenge, tree: ast.Module) -> Iterator[str]:
    names = made(tree)
    if challenge.answer in names:  # made, and then deleted
        return
    yield from difflib.get_close_matches(challenge.answer, names, n=1)
    functions = [
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    if challenge.kind == "function" and len(functions) == 1:
        yield functions[0]
