"""Pauses grow and are bounded; identical denied calls are a loop whatever their key."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.client import Backoff, Denials, identity

CALL = {"sailing": "S-1042", "passengers": 2}


@given(
    attempt=st.integers(1, 10_000),
    jitter=st.floats(0, 1),
    seed=st.integers(),
    base=st.floats(0, 100),
    factor=st.floats(1, 10),
)
def test_a_pause_is_never_longer_than_the_longest_nor_shorter_than_its_share(
    attempt, jitter, seed, base, factor
):
    backoff = Backoff(base=base, factor=factor, longest=100, jitter=jitter)
    full = Backoff(base=base, factor=factor, longest=100, jitter=0)
    unshaken = full.pause(attempt, random.Random(seed))
    pause = backoff.pause(attempt, random.Random(seed))
    assert 0 <= pause <= unshaken <= 100
    assert pause >= unshaken * (1 - jitter) - 1e-9


def test_pauses_double_until_the_longest():
    backoff = Backoff(base=1, factor=2, longest=10, jitter=0)
    assert [backoff.pause(n, random.Random(0)) for n in range(1, 7)] == [1, 2, 4, 8, 10, 10]


def test_chance_has_its_share():
    backoff = Backoff(base=1, factor=1, longest=1, jitter=0.5)
    chance = random.Random(0)
    pauses = {backoff.pause(1, chance) for _ in range(20)}
    assert len(pauses) == 20
    assert min(pauses) >= 0.5


@pytest.mark.parametrize(
    "numbers",
    [
        {"attempts": 0},
        {"base": -1},
        {"base": 30, "longest": 20},
        {"factor": 0.5},
        {"jitter": 1.5},
        {"jitter": -0.1},
    ],
)
def test_numbers_that_bound_nothing_are_refused(numbers):
    with pytest.raises(ValueError, match="a backoff needs"):
        Backoff(**numbers)


def test_the_same_call_is_the_same_in_any_order_and_under_any_key():
    turned = dict(reversed(CALL.items()))
    assert identity("book", CALL) == identity("book", turned)
    keyed = [CALL | {"key": name} for name in ("one", "two")]
    assert identity("book", keyed[0], "key") == identity("book", keyed[1], "key")
    assert identity("book", keyed[0]) != identity("book", keyed[1])
    assert identity("book", CALL) != identity("quote", CALL)
    assert identity("book", {"a": [{"x": 1, "y": 2}]}) == identity(
        "book", {"a": [{"y": 2, "x": 1}]}
    )
    assert identity("book", {"a": [1, 2]}) != identity("book", {"a": [2, 1]})


def test_denials_are_counted_for_each_call():
    denials = Denials()
    denials.note("book", CALL | {"key": "one"}, "key")
    assert denials.times("book", CALL | {"key": "two"}, "key") == 1
    assert denials.times("book", CALL | {"passengers": 1, "key": "one"}, "key") == 0
