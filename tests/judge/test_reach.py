"""Which cells an answer is made of: names as Python itself resolves them."""

import ast

import pytest

from mcp_lab.judge.reach import looked_up, made, reached


def used(answer: str, *others: str, name: str = "") -> list[int]:
    """The indexes of the other cells that the answer uses."""
    cells = [ast.parse(source) for source in (answer, *others)]
    return [link.index for link in reached(cells, 0, name=name)][1:]


@pytest.mark.parametrize(
    "answer",
    [
        "def f(x): return x",
        "def f(*x): return x",
        "def f():\n    for x in (): return x",
        "def f():\n    import x\n    return x",
        "def f():\n    with open('') as x: return x",
        "def f():\n    return [x for x in ()]",
        "def f():\n    try: pass\n    except OSError as x: return x",
        "def f(a): return a.x",
        "def f(a): return dict(x=a)",
        "def f():\n    x = 1\n    def g(): return x\n    return g",
        "f = lambda x: x",
        "class F:\n    def x(self): return self.x",
        "x = 1\ndef f(): return x",
        "for x in (): print(x)",
        "def f(a):\n    match a:\n        case [x]: return x",
        "def f(a): return 'x'",
    ],
)
def test_a_name_of_ones_own_is_nobody_elses(answer: str) -> None:
    assert "x" not in looked_up(ast.parse(answer))
    assert used(answer, "x = 1") == []


@pytest.mark.parametrize(
    "answer",
    [
        "f = x",
        "def f(): return x",
        "def f(a=x): return a",
        "def f(a: x): return a",
        "@x\ndef f(): ...",
        "def f():\n    def g(): return x\n    return g",
        "f = [a for a in x]",
        "f = lambda: x.y.z",
        "def f():\n    global x\n    return x",
        "class F(x): ...",
        "f = f'{x}'",
        "f = await x",
    ],
)
def test_a_name_that_is_not_made_here_is_taken_from_the_cell_that_makes_it(answer: str) -> None:
    assert used(answer, "y = 1", "x = 1", "z = 1") == [2]


@pytest.mark.parametrize(
    "makes",
    [
        "def x(): ...",
        "class x: ...",
        "import x",
        "import x.y",
        "from y import z as x",
        "async def x(): ...",
        "for x in (): ...",
        "if y:\n    x = 1",
        "(x := 1)",
        "x: int = 1",
        "x += 1",
        "x['a'] = 1",
        "x.a.b[0] = 1",
        "def f():\n    global x\n    x = 1",
        "from y import *",
        "with open('') as x: ...",
    ],
)
def test_however_a_cell_makes_a_name_it_is_found(makes: str) -> None:
    assert used("f = x", makes) == [1]


@pytest.mark.parametrize(
    "makes", ["def g(x): x['a'] = 1", "g(x=1)", "print(x)", "g = [x for x in ()]"]
)
def test_a_cell_that_only_has_the_name_inside_makes_nothing(makes: str) -> None:
    assert "x" not in made(ast.parse(makes))
    assert used("f = x", makes) == []


def test_what_a_used_cell_uses_is_used() -> None:
    assert used("f = a", "b = c", "a = b", "c = 1", "d = 1") == [1, 2, 3]


def test_two_cells_that_use_each_other_come_to_an_end() -> None:
    assert used("f = a", "a = b", "b = a") == [1, 2]


def test_an_answer_that_its_own_cell_does_not_make_is_looked_for() -> None:
    assert used("", "f = 1", "g = 1", name="f") == [1]
    assert used("f = 2", "f = 1", name="f") == []


def test_names_that_are_always_there_pull_nothing_in() -> None:
    assert used("f = len(q.given)", "from y import *") == []


def test_a_cell_too_deep_to_be_written_down_again_may_use_anything() -> None:
    deep = "f = x" + ".a" * 900
    assert used(deep, "y = 1") == [1]
