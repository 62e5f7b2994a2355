"""A frame as text: laid out, and nothing of it lost or hidden."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.widgets.frame import on_one_line, readable


@pytest.mark.parametrize(
    "frame",
    [
        '{"id": 1, "id": 2}',
        '{"id": 5.0}',
        '{"id": 1e400}',
        '{"t": "\\u00e9\\ud800"}',
        "no json",
        "",
    ],
)
def test_a_short_frame_is_shown_as_it_is(frame):
    assert readable(frame) == on_one_line(frame) == frame


def test_a_long_frame_is_laid_out_and_can_be_put_on_one_line():
    frame = '{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"' + "x" * 50 + '"}}'
    assert len(readable(frame).splitlines()) > 3
    assert '"code": -32602, "message"' in on_one_line(frame)
    assert "\n" not in on_one_line(frame)


@pytest.mark.parametrize(("frame", "seen"), [("\ufeff{}", "\\ufeff"), ('"\ud800"', "\\ud800")])
def test_what_cannot_be_seen_is_written_as_an_escape(frame, seen):
    assert seen in readable(frame)


@given(st.text(st.characters()))
def test_anything_can_be_put_into_a_notebook(frame):
    readable(frame).encode("utf-8")
