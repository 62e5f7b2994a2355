"""Ids are compared as the protocol means them; numbers keep what Python loses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.wire import ABSENT, Number, decode, same_id

SAME = [
    (3, 3),
    (0, -0),
    (5.0, 5),
    (5, 5.0),
    ("3", "3"),
    ("", ""),
    (None, None),
    (True, True),
    (Number("1e400"), Number("10E399")),
    (Number("1e400"), 10**400),
    (Number("-1.50e999"), Number("-15e998")),
    (Number("9" * 5000), Number("9" * 5000)),
    (Number("5.0"), 5),
    (Number("0"), 0.0),
]
DIFFERENT = [
    ("3", 3),
    (1, True),
    (0, False),
    (0, None),
    ("", None),
    (None, ABSENT),
    (ABSENT, ABSENT),
    ([], []),
    ({}, {}),
    (2**53, float(2**53) + 2),
    (2**53 + 1, float(2**53)),
    (Number("1e400"), Number("-1e400")),
    (Number("1e400"), Number("1e401")),
    (Number("1e400"), "1e400"),
    ("é", "e\u0301"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_the_same_id(a, b):
    assert same_id(a, b) is True
    assert same_id(b, a) is True


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_another_id(a, b):
    assert same_id(a, b) is False
    assert same_id(b, a) is False


def test_an_integer_too_long_for_python_to_write_can_still_be_compared():
    assert not same_id(Number("9" * 5000), 10**5000)


IDS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)


@given(IDS, IDS)
def test_numbers_compare_alike_however_they_are_held(a, b):
    assert same_id(Number(repr(a)), Number(repr(b))) is same_id(a, b)
    assert same_id(Number(repr(a)), a)


@given(IDS)
def test_equal_numbers_have_equal_hashes(a):
    written = repr(a) if "e" in repr(a) else f"{a}e0"
    assert Number(repr(a)) == Number(written)
    assert hash(Number(repr(a))) == hash(Number(written))


@pytest.mark.parametrize(
    ("text", "integral"),
    [
        ("1e400", True),
        ("1.5e400", True),
        ("15e-1", False),
        ("150e-1", True),
        ("0.0", True),
        ("1e-400", False),
    ],
)
def test_a_whole_number_is_known_however_it_is_written(text, integral):
    assert Number(text).integral is integral


def test_a_whole_number_is_known_however_long_it_is():
    assert Number("1e" + "9" * 5000).integral
    assert not Number("1e-" + "9" * 5000).integral
    assert not Number("9" * 5000 + ".5").integral


@pytest.mark.parametrize("text", ["", "1.", "NaN", "1 ", "+1", "0x1", "１"])  # noqa: RUF001 - on purpose
def test_a_number_is_made_of_the_text_of_a_number(text):
    with pytest.raises(ValueError, match="text of one JSON number"):
        Number(text)


def test_a_number_shows_its_text():
    assert repr(decode("1e400").value) == "Number('1e400')"
    assert Number("1e400") != "1e400"
