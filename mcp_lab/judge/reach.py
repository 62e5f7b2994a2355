"""Which of a learner's cells an answer is made of.

A cell of the learner's own belongs to an answer when it makes a name that the answer looks up and
does not make itself, directly or by way of another such cell. Which names those are Python's own
compiler says (`symtable`): a parameter, a local variable or an attribute is nobody else's. So a
scratch cell may do as it likes, as long as the answer stands without it.
"""

import ast
import builtins
import symtable
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_ANYTHING = frozenset({"eval", "exec", "globals", "locals", "vars", "get_ipython"})
"""Whoever looks one of these up may look up any name with it."""

_THERE = frozenset({*dir(builtins), "q", "challenge", "lesson"})
"""Names that are there without any cell of the learner's."""


@dataclass(frozen=True, slots=True)
class Link:
    """A cell that an answer uses, and the name it takes from it; empty where it is no one name."""

    index: int
    name: str = ""


def reached(
    cells: Sequence[ast.Module | None], answer: int, also: Sequence[int] = (), name: str = ""
) -> tuple[Link, ...]:
    """The cells that the answer is made of, in their order; unreadable ones are none.

    `answer` is the index of the answer cell, `also` of further cells that give the answer, and
    `name` what the answer is called, looked up like any name where its own cell does not make it.
    """
    makes = [made(tree) if tree else frozenset[str]() for tree in cells]
    found = {index: Link(index) for index in (answer, *also)}
    wanted = [*({name} - makes[answer] if name else ())]
    wanted += (each for index in found for each in looked_up(cells[index]))
    while wanted:
        one = wanted.pop()
        for index in _makers(one, makes):
            if index not in found:
                found[index] = Link(index, "" if one in _ANYTHING else one)
                wanted += looked_up(cells[index])
    return tuple(found[index] for index in sorted(found))


def _makers(name: str, makes: Sequence[frozenset[str]]) -> list[int]:
    """The cells that may have made a name: those that do, else those with `from … import *`."""
    if name in _ANYTHING:
        return [*range(len(makes))]
    known = [index for index, names in enumerate(makes) if name in names]
    if known or name in _THERE:
        return known
    return [index for index, names in enumerate(makes) if "*" in names]


def looked_up(tree: ast.Module | None) -> frozenset[str]:
    """The names that a cell takes from outside itself."""
    if tree is None:
        return frozenset()
    table = _table(tree)
    if table is None:
        return _ANYTHING
    asked = {
        symbol.get_name()
        for scope in _scopes(table)
        for symbol in scope.get_symbols()
        if symbol.is_referenced() and (scope is table or symbol.is_global())
    }
    return frozenset(asked - _bound(table))


def made(tree: ast.Module) -> frozenset[str]:
    """The names that a cell makes, or whose value it changes by a member: `table["a"] = …`.

    `*` stands for what `from … import *` makes.
    """
    table = _table(tree)
    bound = _bound(table) if table else set[str]()
    stars = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == "*"
    }
    return frozenset(bound | stars | set(_changed(tree)))


def _bound(table: symtable.SymbolTable) -> set[str]:
    """The names that a cell binds at its top, or in a function that declares them `global`."""
    return {
        symbol.get_name()
        for scope in _scopes(table)
        for symbol in scope.get_symbols()
        if (symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace())
        and (scope is table or symbol.is_declared_global())
    }


def _scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _scopes(child)


def _table(tree: ast.Module) -> symtable.SymbolTable | None:
    """The scopes of a cell; None where it nests too deep to be written down again."""
    try:
        return symtable.symtable(ast.unparse(tree), "<cell>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _changed(tree: ast.Module) -> Iterator[str]:
    """The names outside functions whose members are set."""
    waiting: list[ast.AST] = [*tree.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            yield from _root(node)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def _root(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id
