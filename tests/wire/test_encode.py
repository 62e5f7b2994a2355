"""encode is decode's inverse, and puts nothing on the wire that isn't JSON."""

import json
import math
from enum import IntEnum, StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.wire import ABSENT, Number, Unencodable, decode, encode, encoding

NUMBERS = st.sampled_from(["1e400", "-1e999", "1e-400", "9" * 4301, "-0", "-0.0", "1E+2", "5.0"])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=()), max_size=6)
    | NUMBERS.map(lambda text: decode(text).value)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=16,
)


def same(a: object, b: object) -> bool:
    """Equal, and of the same types all the way down."""
    return a == b and repr(a) == repr(b)


@given(VALUES)
def test_decode_encode_decode_is_the_same(value):
    once = decode(encode(value)).value
    assert same(decode(encode(once)).value, once)


@given(VALUES.filter(lambda value: "\\ud" not in json.dumps(value, default=str)))
def test_decode_undoes_encode(value):
    message = decode(encode(value))
    assert same(message.value, value)
    assert encode(message.value) == encode(value)


def test_a_python_without_the_c_encoder_writes_the_same(monkeypatch):
    value = {"a": [1, 2.5, None, {"b": "é\u2028😀"}], "c": {}, "d": [True, ()]}
    fast = encode(value)
    monkeypatch.setattr(json.encoder, "c_make_encoder", None)
    monkeypatch.setattr(encoding, "_pieces", encoding._made_once())
    assert encode(value) == fast
    with pytest.raises(Unencodable):
        encode({"a": math.nan})


@given(VALUES)
def test_the_bytes_are_one_line_of_compact_json(value):
    data = encode(value)
    assert b"\n" not in data
    assert b"\r" not in data
    data.decode()


def test_it_is_compact_and_keeps_the_order_and_the_letters():
    value = {"jsonrpc": "2.0", "id": 1, "result": {"b": [1, 2.0, None], "a": "é\u2028😀"}}
    assert encode(value) == (
        '{"jsonrpc":"2.0","id":1,"result":{"b":[1,2.0,null],"a":"é\u2028😀"}}'.encode()
    )


def test_half_a_surrogate_pair_is_written_as_its_escape():
    assert encode({"\udc00": "a\ud800"}) == b'{"\\udc00":"a\\ud800"}'
    assert decode(encode("a\ud800")).value == "a\ud800"


def test_a_number_is_written_as_it_came():
    value = {"a": [Number("1e400"), {}, [], {"b": Number("9" * 5000), "c": [1, [2]]}], "d": ()}
    assert encode(value) == b'{"a":[1e400,{},[],{"b":' + b"9" * 5000 + b',"c":[1,[2]]}],"d":[]}'


def test_nesting_may_be_of_any_depth():
    value: list = []
    for _ in range(100_000):
        value = [value]
    assert encode(value) == b"[" * 100_001 + b"]" * 100_001
    unwrap(value)


def unwrap(value: list) -> None:
    """Take a deep list apart step by step; freeing it at once would nest as deep."""
    while value:
        value = value.pop()


def test_one_value_in_two_places_is_no_loop():
    shared = [1]
    assert encode([shared, {"a": shared}]) == b'[[1],{"a":[1]}]'
    assert encode([shared, Number("1e400"), shared]) == b"[[1],1e400,[1]]"


class Colour(StrEnum):
    RED = "red"


class Size(IntEnum):
    ONE = 1


def test_enumerations_are_their_values():
    assert encode({Colour.RED: [Colour.RED, Size.ONE]}) == b'{"red":["red",1]}'


@pytest.mark.parametrize(
    ("value", "path", "why"),
    [
        (math.nan, "", "no JSON number"),
        ({"a": [0, math.inf]}, "a[1]", "no JSON number"),
        ({"a": {"b": -math.inf}}, "a.b", "no JSON number"),
        ({1: 2}, "", "the key"),
        ({"a": [{None: 2}]}, "a[0]", "the key"),
        ({"a": {True: 2}}, "a", "the key"),
        ({"a": {1, 2}}, "a", "the type set"),
        (b"bytes", "", "the type bytes"),
        ({"a": {"odd key": [object()]}}, 'a["odd key"][0]', "the type object"),
        (ABSENT, "", "the type Absent"),
        ({"id": ABSENT}, "id", "the type Absent"),
        ([10**5000], "[0]", "more digits"),
    ],
)
def test_what_has_no_json_form_is_refused_with_its_place(value, path, why):
    with pytest.raises(Unencodable) as caught:
        encode(value)
    assert caught.value.path == path
    assert why in caught.value.why
    assert str(caught.value).endswith(caught.value.why)


def test_a_value_that_holds_itself_is_refused():
    loop: dict = {"a": [1]}
    loop["a"].append(loop)
    with pytest.raises(Unencodable) as caught:
        encode(loop)
    assert (caught.value.path, caught.value.why) == ("a[1]", "holds itself")
