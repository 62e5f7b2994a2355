"""A frame laid out: only the white space between tokens changes."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.widgets.frame import pretty, readable

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=25,
)


def squeezed(text: str) -> str:
    """The text without the white space outside its strings."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|\s+', r"\1", text)


@given(json_values, st.sampled_from([None, 1, "\t"]), st.integers(1, 100))
def test_every_token_is_kept(value, indent, width):
    frame = json.dumps(value, indent=indent)
    assert squeezed(pretty(frame, width)) == squeezed(frame)


@given(json_values, st.integers(1, 100))
def test_laying_out_twice_is_laying_out_once(value, width):
    once = pretty(json.dumps(value), width)
    assert pretty(once, width) == once


@pytest.mark.parametrize(
    "frame",
    ['{"id": 1, "id": 2}', '{"id": 5.0}', '{"id": 1e400}', '{"t": "\\u00e9\\ud800"}', '{"n": NaN}'],
)
def test_what_a_parser_would_lose_is_kept(frame):
    assert pretty(frame) == frame


@pytest.mark.parametrize("frame", ["", "no json", '{"a": 1', '{"a": 1}\n{"b": 2}', "[" * 100_000])
def test_what_is_no_json_is_shown_as_it_came(frame):
    assert pretty(frame) == frame


def test_a_short_value_stays_on_its_line_and_a_long_one_is_broken():
    error = {"jsonrpc": "2.0", "id": 7, "error": {"code": -32602, "message": "x" * 30}}
    assert pretty(json.dumps(error)) == "\n".join(
        [
            "{",
            '  "jsonrpc": "2.0",',
            '  "id": 7,',
            '  "error": {"code": -32602, "message": "' + "x" * 30 + '"}',
            "}",
        ]
    )


def test_deep_nesting_is_indented_so_far_and_no_further():
    frame = "[" * 90 + "1" * 80 + "]" * 90
    assert squeezed(pretty(frame)) == frame
    assert max(len(line) - len(line.lstrip()) for line in pretty(frame).splitlines()) == 120


@pytest.mark.parametrize(
    ("frame", "seen"),
    [
        ("\ufeff{}", "\\ufeff{}"),
        ('"\ud800"', '"\\ud800"'),
        ('{"a": 1}\x00', '{"a": 1}\\u0000'),
        ('"\u202eabc"', '"\\u202eabc"'),
        ('"é ✓ \t"', '"é ✓ \t"'),
    ],
)
def test_what_cannot_be_seen_is_written_as_an_escape(frame, seen):
    assert readable(frame) == seen


@given(st.text(st.characters()))
def test_anything_can_be_put_into_a_notebook(frame):
    readable(frame).encode("utf-8")
