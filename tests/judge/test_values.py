import json
import math
from datetime import UTC, datetime
from decimal import Decimal
from enum import IntEnum, StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.judge import NotJsonValue, Value, from_json, to_json
from mcp_lab.judge.values import MAX_BYTES, MAX_DEPTH, _Walk, copied, same_json
from mcp_lab.wire import Number

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters())
    | st.binary()
    | st.sampled_from([Number("1e400"), Number("-" + "9" * 5000)]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.just("$bytes"), inner)
    ),
    max_leaves=20,
)


@given(json_values)
def test_a_value_crosses_and_comes_back_the_same(value: object) -> None:
    text = json.dumps(to_json(value), allow_nan=False)
    back = from_json(json.loads(text))
    assert back == value
    assert repr(back) == repr(value)  # 5 stays 5, 5.0 stays 5.0, True stays True


@given(json_values)
def test_a_copy_is_what_would_have_come_back(value: object) -> None:
    assert repr(copied(value)) == repr(from_json(json.loads(json.dumps(to_json(value)))))


@given(json_values)
def test_the_room_that_a_value_takes_is_at_least_its_text(value: object) -> None:
    walk = _Walk(tags=True)
    text = json.dumps(walk.value(value, 0), separators=(",", ":"))
    assert len(text) <= MAX_BYTES - walk.room
    plain = _Walk(tags=False)
    plain.value(value, 0)
    assert plain.room == walk.room  # both ports say the same of a size


@pytest.mark.parametrize(
    ("value", "tree"),
    [
        (b"\x00\xff", {"$bytes": "AP8="}),
        (bytearray(b"a"), {"$bytes": "YQ=="}),
        (Number("1e400"), {"$number": "1e400"}),
        ({"$bytes": "AP8="}, {"$object": {"$bytes": "AP8="}}),
        ({"$ref": b"a"}, {"$object": {"$ref": {"$bytes": "YQ=="}}}),
        ({"$object": 1}, {"$object": {"$object": 1}}),
        ({"$schema": 1, "type": 2}, {"$schema": 1, "type": 2}),
        ((1, 2), [1, 2]),
    ],
)
def test_tags_carry_what_json_has_no_form_for(value: object, tree: object) -> None:
    assert to_json(value) == tree


@pytest.mark.parametrize(
    "tree",
    [
        {"$bytes": "?"},
        {"$bytes": 3},
        {"$bytes": "é"},
        {"$set": []},
        {"$number": 5},
        {"$number": "x"},
        {"$object": 1},
    ],
)
def test_a_wrong_tag_is_refused(tree: object) -> None:
    with pytest.raises(NotJsonValue):
        from_json([tree])


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({1, 2}, "the value is a set; give a list, such as list(…)"),
        ([{"a": {1}}], "at [0]['a'], the value is a set; give a list, such as list(…)"),
        (math.nan, "the value is nan, which is no JSON number; give None, a string or a number"),
        ([-math.inf], "at [0], the value is -inf"),
        ({1: 2}, "the value has a key that is an int; JSON keys are strings"),
        (Decimal(1), "give an int, a float or a string"),
        (datetime(2026, 1, 1, tzinfo=UTC), "give a string, such as ….isoformat()"),
        (..., "the value is an ellipsis; put a value in place of the dots"),
        (len, "give what it returns: call it"),
        (object(), "the value is an object; give JSON: dict, list, str, int, float, bool, None"),
        ("x" * (MAX_BYTES + 1), "more than 1,000,000 bytes"),
        (["x" * 1000] * 2000, "more than 1,000,000 bytes"),
        (["\u2028" * 900] * 1000, "more than 1,000,000 bytes"),  # six characters each, as JSON
    ],
)
def test_what_is_no_json_is_named_with_what_to_give_instead(value: object, says: str) -> None:
    with pytest.raises(NotJsonValue) as caught:
        copied(value)
    assert says in str(caught.value)


def test_an_integer_that_python_will_not_spell_is_named() -> None:
    assert copied([10**4300 - 1]) == [10**4300 - 1]
    with pytest.raises(NotJsonValue, match="an integer of more than 4300 digits"):
        to_json(10**4300)


def test_a_value_that_contains_itself_is_told_to_nest_too_deep() -> None:
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(NotJsonValue, match="contains itself"):
        to_json(loop)


def test_the_deepest_value_crosses_and_one_deeper_does_not() -> None:
    deep: object = 1
    for _ in range(MAX_DEPTH):
        deep = [deep]
    assert copied(deep) == deep
    with pytest.raises(NotJsonValue):
        to_json([deep])


class _Liar(dict):  # type: ignore[type-arg]
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None

    def items(self):
        return [("forged", 1)]

    def __iter__(self):
        raise AssertionError

    @property
    def __class__(self):
        return int


class _Word(str):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1

    def __str__(self) -> str:
        return "forged"


class _List(list):  # type: ignore[type-arg]
    def __iter__(self):
        return iter(["forged"])


class _Poses:
    @property
    def __class__(self):
        return str


def test_a_subclass_is_read_as_its_base_and_its_own_methods_are_never_asked() -> None:
    back = copied([_Liar(a=_Word("true")), _List([1])])
    assert back == [{"a": "true"}, [1]]
    assert [type(part) for part in (back[0], back[0]["a"], back[1])] == [dict, str, list]


def test_an_object_that_poses_as_a_string_is_none() -> None:
    with pytest.raises(NotJsonValue):
        to_json(_Poses())


def test_enums_cross_as_their_values() -> None:
    word = StrEnum("word", {"A": "a"})
    number = IntEnum("number", {"ONE": 1})
    assert [repr(part) for part in copied([word.A, number.ONE])] == ["'a'", "1"]


def test_a_copy_shares_nothing() -> None:
    original = {"a": [1]}
    twin = copied(original)
    twin["a"].append(2)
    assert original == {"a": [1]}


@given(json_values)
def test_a_value_is_the_same_json_as_its_copy(value: object) -> None:
    assert same_json(value, copied(value))
    assert Value(value) == Value(copied(value))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (True, 1, False),
        ([{"a": 0}], [{"a": False}], False),
        (1, 1.0, True),
        ("1", 1, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": None}, {}, False),
        ([1], [1, 1], False),
        (b"a", "a", False),
    ],
)
def test_values_are_compared_as_json(one: object, other: object, *, same: bool) -> None:
    assert (Value(one) == Value(other)) is same
