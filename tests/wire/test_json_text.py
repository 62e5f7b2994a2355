"""Is it a JSON text? `decode` against a reader written from RFC 8259's grammar, and its two ways in
against each other."""

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcp_lab.wire import ABSENT, LIMITS, NOT_JSON, Limits, decode, fast
from mcp_lab.wire.scanner import Scanner

WS = r"[\x20\x09\x0a\x0d]*"
SCALAR = re.compile(
    rf"""{WS}(?:
      false | null | true
    | -?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?
    | "(?:[\x20-\x21\x23-\x5b\x5d-\U0010ffff]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{{4}}))*"
    ){WS}""",
    re.VERBOSE,
)


class Oracle:
    """RFC 8259 section 2, rule by rule, by recursive descent. True or False, nothing else."""

    def __init__(self, text: str) -> None:
        self.text = text

    def holds(self) -> bool:
        return self.value(0) == len(self.text)

    def value(self, at: int) -> int:
        """The end of the value at this place, -1 where there is none."""
        scalar = SCALAR.match(self.text, at)
        if scalar:
            return scalar.end()
        at = self.blank(at)
        if self.text[at : at + 1] == "[":
            return self.several(at + 1, "]", self.value)
        if self.text[at : at + 1] == "{":
            return self.several(at + 1, "}", self.member)
        return -1

    def member(self, at: int) -> int:
        at = self.blank(at)
        name = SCALAR.match(self.text, at)
        if not name or self.text[at] != '"' or self.text[name.end() : name.end() + 1] != ":":
            return -1
        return self.value(name.end() + 1)

    def several(self, at: int, closing: str, one) -> int:
        if self.text[self.blank(at) :][:1] == closing:
            return self.blank(self.blank(at) + 1)
        while (at := one(at)) >= 0:
            if self.text[at : at + 1] == closing:
                return self.blank(at + 1)
            if self.text[at : at + 1] != ",":
                return -1
            at += 1
        return -1

    def blank(self, at: int) -> int:
        return re.compile(WS).match(self.text, at).end()


def is_json_text(data: bytes) -> bool:
    try:
        return Oracle(data.decode("utf-8", "strict")).holds()
    except UnicodeDecodeError:
        return False


def text_defects(data: bytes) -> set[str]:
    return {defect.name for defect in decode(data).defects} & NOT_JSON


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)
ENVELOPE = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.sampled_from(["2.0", "1.0", 2]),
        "id": JSON,
        "method": JSON,
        "params": JSON,
        "result": JSON,
        "error": JSON | st.fixed_dictionaries({}, optional={"code": JSON, "message": JSON}),
    },
)
TEXT = st.builds(
    lambda value, ascii_only, indent: json.dumps(value, ensure_ascii=ascii_only, indent=indent),
    ENVELOPE | JSON | st.lists(ENVELOPE, max_size=3),
    st.booleans(),
    st.sampled_from([None, 1]),
)
FRAGMENT = st.sampled_from(
    [
        *("{", "}", "[", "]", ",", ":", '"', "\\", "'", " ", "\n", "\t", "\x0b", "\x00", "\x7f"),
        *("0", "1", "-", "+", ".", "e", "E5", "01", "1.", "-0", "1e400", "NaN", "Infinity"),
        *("-Infinity", "true", "null", "nul", '"a"', '"a":', "\\u", "\\ud800", "\\udc00", "//"),
        *("\ufeff", "\u2028", "\xa0", "é", "9" * 4301, "1e-400", '"\\ud83d\\ude00"'),
    ]
)


@st.composite
def broken(draw) -> bytes:
    """A JSON text, with a few characters put in, taken out, or set twice."""
    text = draw(TEXT)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 3))
        text = text[:at] + draw(FRAGMENT | st.just("")) + text[at + cut :]
    data = text.encode()
    if draw(st.booleans()):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=3)) + data[at:]
    return data


SOUP = st.lists(FRAGMENT, max_size=12).map(lambda parts: "".join(parts).encode())
ANYTHING = broken() | SOUP | st.binary(max_size=24)


@given(ANYTHING)
@example(b"")
@example(b'\xef\xbb\xbf""')
@example(b'"\xed\xa0\x80"')
@example(rb'"\ud800"')
@example(b"[1,]")
@example(b"-0.0e-0")
def test_bytes_carry_a_text_defect_just_when_they_are_no_json_text(data):
    assert bool(text_defects(data)) is not is_json_text(data)


@given(ANYTHING)
def test_the_python_parser_takes_what_carries_no_text_defect(data):
    if not text_defects(data):
        json.loads(data.decode(), parse_int=str)  # Python would refuse to convert 4,301 digits


@given(ANYTHING)
def test_decode_is_whole_and_says_the_same_twice(data):
    message = decode(data)
    assert message == decode(data)
    assert message.raw == data
    assert (message.value is ABSENT) == bool(text_defects(data) - {"byte-order-mark"})
    for defect in (*message.defects, *message.notes):
        assert "{" not in defect.says.partition('"')[0]
        defect.says.encode()


@given(TEXT)
def test_where_the_fast_way_has_no_doubt_both_ways_agree(text):
    try:
        value = fast.parse(text, LIMITS)
    except fast.Doubt:
        return
    scanner = Scanner(text, LIMITS)
    scanner.run()
    assert repr(scanner.value) == repr(value)
    assert (scanner.defects, scanner.notes) == ([], [])


@given(ANYTHING)
def test_the_fast_way_changes_nothing(data):
    message = decode(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mcp_lab.wire.decoding.fast.parse", doubt)
        assert repr(decode(data)) == repr(message)


def doubt(_text: str, _limits: Limits) -> None:
    raise fast.Doubt


@given(st.lists(st.sampled_from(["[", "]", '{"a":', "}", "1", ","]), max_size=14).map("".join))
def test_depth_is_counted_alike_both_ways(text):
    limits = Limits(depth=2)
    message = decode(text, limits)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mcp_lab.wire.decoding.fast.parse", doubt)
        assert repr(decode(text, limits)) == repr(message)
    if message.value is not ABSENT:
        assert depth(message.value) <= 2


def depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


def test_the_oracle_itself_tells_them_apart():
    for good in (b"0", b" [ ] ", b'{"a":[{}]}', b"-1.5E+3", rb'"\u00e9\""', b"[1,[2,[3]]]"):
        assert is_json_text(good)
    for bad in (b"", b"01", b"[1,]", b"{,}", b"'a'", b'{"a"}', b"[1 2]", b'"\n"', b"\xff", b"nan"):
        assert not is_json_text(bad)
