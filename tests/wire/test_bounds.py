"""Bombs: an answer at once, from flat memory, at any depth of the stack."""

import inspect
import sys
import tracemalloc

import pytest

from mcp_lab.wire import ABSENT, LIMITS, Limits, decode, encode

MEMBERS = 200_000
BOMBS = {
    "garbage": (b"\xfe" * 1_000_000, {"not-utf-8", "not-json"}),
    "text garbage": (b"x" * 1_000_000, {"not-json"}),
    "quotes": (b'"' * 1_000_000, {"trailing-data"}),
    "backslashes": (b'"' + b"\\" * 1_000_000, {"not-json"}),
    "escapes": (b'"' + rb"\n" * 500_000, {"not-json"}),
    "white space": (b" " * 1_000_000, {"empty"}),
    "opening brackets": (b"[" * 100_000, {"too-deep"}),
    "balanced brackets": (b"[" * 100_000 + b"]" * 100_000, {"too-deep"}),
    "opening braces": (b'{"a":' * 100_000, {"too-deep"}),
    "balanced braces": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, {"too-deep"}),
    "long number": (b"[" + b"1" * 10_000 + b"]", {"batch"}),
    "long fraction": (b"0." + b"1" * 1_000_000, {"not-an-object"}),
    "long exponent": (b"1e" + b"1" * 1_000_000, {"not-an-object"}),
    "broken number": (b"1" * 1_000_000 + b".", {"not-json"}),
    "long string": (b'"' + b"a" * 1_000_000 + b'"', {"not-an-object"}),
    "long method": (
        b'{"jsonrpc":"2.0","id":1,"method":"' + b"a" * 1_000_000 + b'"}',
        set(),
    ),
    "too large": (b" " * (LIMITS.size + 1), {"too-large"}),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_answered_with_its_name_from_little_memory(name):
    data, defects = BOMBS[name]
    tracemalloc.start()
    message = decode(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert {defect.name for defect in message.defects} == defects
    assert peak < 12 * len(data) + 200_000
    assert sum(len(defect.says) for defect in message.defects) < 1000


def test_many_tiny_members_are_read():
    data = b"{" + b",".join(b'"%d":1' % n for n in range(MEMBERS)) + b"}"
    assert len(decode(data).value) == MEMBERS


def test_many_defects_of_one_name_are_listed_up_to_the_limit():
    data = b'{"a":[' + b",".join([b'{"b":1,"b":NaN}'] * 5000) + b"]}"
    names = [defect.name for defect in decode(data).defects]
    assert names == ["duplicate-key", "not-a-number"] * LIMITS.named


def test_many_notes_of_one_name_are_listed_up_to_the_limit():
    data = b'{"a":[' + b",".join([b"9007199254740993"] * 5000) + b"]}"
    assert len(decode(data).notes) == LIMITS.named


@pytest.mark.parametrize(
    ("opening", "middle", "closing"), [("[", "", "]"), ('{"a":', "1", "}"), ('[{"a":', "1", "}]")]
)
def test_the_depth_limit_is_exact(opening, middle, closing):
    levels = LIMITS.depth // (1 + ("{" in opening and "[" in opening))
    fits = opening * levels + middle + closing * levels
    assert decode(fits).value is not ABSENT
    assert [d.name for d in decode(f"[{fits}]").defects] == ["too-deep"]
    assert [d.name for d in decode(f"[{fits}").defects] == ["too-deep"]


def test_the_size_limit_is_exact():
    assert decode(b"12345", Limits(size=5)).value == 12345
    assert [d.name for d in decode(b"123456", Limits(size=5)).defects] == ["too-large"]


def at_depth_of_stack(left: int, call):
    """Call with so many frames left until the recursion limit."""
    frames = sys.getrecursionlimit() - len(inspect.stack(0)) - left
    return descend(frames, call)


def descend(frames: int, call):
    return call() if frames <= 0 else descend(frames - 1, call)


NESTED = b'{"jsonrpc":"2.0","id":1,"result":' + b"[" * 100 + b"]" * 100 + b"}"


@pytest.mark.parametrize("left", [40, 60, 80, 110, 200])
@pytest.mark.parametrize(
    "data", [NESTED, b"[" * 100_000, b"[" * 500 + b"]" * 500, b'{"a":NaN}', b"\xff"]
)
def test_the_answer_is_the_same_at_any_depth_of_the_stack(left, data):
    deep = at_depth_of_stack(left, lambda: decode(data))
    assert repr(deep) == repr(decode(data))


@pytest.mark.parametrize("left", [40, 80, 110])
def test_encoding_works_at_any_depth_of_the_stack(left):
    value = decode(NESTED).value
    assert at_depth_of_stack(left, lambda: encode(value)) == NESTED
