"""Frames as people see them: every token kept, marks that need no colour, nothing unescaped."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.exchange import frames_html, frames_text
from mcp_lab.exchange.pretty import MOST, lines, nearest

ERROR = '{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"no"}}'
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


def text_of(frame, marked=()):
    return "\n".join(line.text for line in lines(frame, marked))


def escape(character):
    """As JSON writes it; json.dumps leaves the one ASCII character that doesn't print."""
    return "\\u007f" if character == "\x7f" else json.dumps(character)[1:-1]


@given(JSON, st.booleans())
def test_only_white_space_between_tokens_changes(value, ascii_only):
    frame = json.dumps(value, ensure_ascii=ascii_only)
    kept = "".join(each if each.isprintable() else escape(each) for each in frame)
    assert "".join(text_of(frame).split()) == "".join(kept.split())


@given(st.binary(max_size=200) | JSON.map(json.dumps).map(str.encode), st.lists(st.text()))
def test_any_bytes_and_any_marks_can_be_shown(frame, marks):
    told = frames_text([("frame", frame, marks)])
    assert told.startswith("frame\n")
    assert frames_html([("frame", frame, marks)]).encode()
    assert told.encode()


def test_what_parsers_lose_is_shown():
    frame = '{"a":1,"a":2,"id":5.0,"s":"\\u0041","big":123456789012345678901234567890}'
    for kept in ('"a": 1', '"a": 2', "5.0", '"\\u0041"', "123456789012345678901234567890"):
        assert kept in text_of(frame)


def test_a_marked_member_has_a_line_of_its_own():
    assert text_of(ERROR, ["error.code"]).splitlines() == [
        "{",
        '  "jsonrpc": "2.0",',
        '  "id": 7,',
        '  "error": {',
        '    "code": -32602,',
        '    "message": "no"',
        "  }",
        "}",
    ]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("id", '"id": 7,   (differs)'),
        ("error.code", '"code": -32602,   (differs)'),
        ("error.data.x", '"error": {   (differs: error.data.x)'),
        ("result", "{   (differs: result)"),
        ("", '{"jsonrpc": "2.0", "id": 7, "error": {"code": -32602, "message": "no"}}   (differs)'),
    ],
)
def test_a_mark_is_a_pointer_and_a_word_at_the_nearest_member(path, line):
    told = frames_text([("frame", ERROR, [path])])
    (marked,) = [each for each in told.splitlines() if "▶" in each]
    assert marked.partition("▶")[2].strip() == line


def test_marks_may_bring_their_own_words():
    told = frames_text([("frame", ERROR, {"id": "should be 8"})])
    assert '"id": 7,   (should be 8)' in told


def test_a_mark_in_html_is_more_than_a_colour():
    html = frames_html([("frame", ERROR, {"id": "should be 8"})])
    (marked,) = re.findall(r"<mark>(.*?)</mark>", html)
    assert "▶" in marked
    assert "should be 8" in marked


def test_frames_stand_in_the_order_given_each_with_its_label():
    html = frames_html([("sent", "{}", ()), ("came back", b"[]", ())])
    assert re.findall(r"<figcaption>(.*?)</figcaption>", html) == ["sent", "came back"]


def test_everything_is_escaped():
    hostile = '{"x": "<img src=x onerror=alert(1)>", "</pre><script>": "&amp;"}'
    html = frames_html([("<b>label</b>", hostile, {"x": "<i>"})])
    for raw in ("<img", "<script", "<b>", "<i>"):
        assert raw not in html
    assert "<img src=x onerror=alert(1)>" in unescape(html)


def test_characters_that_hide_or_reorder_are_shown_as_escapes():
    told = frames_text([("frame", "x\x1b[31m \u202e y \ud800", ())])
    for shown in ("\\u001b[31m", "\\u202e", "\\ud800"):
        assert shown in told


def test_a_very_long_frame_is_cut_and_says_so():
    shown = lines(json.dumps({"items": [{"n": n, "text": "x" * 60} for n in range(MOST)]}))
    assert len(shown) == MOST + 1
    assert re.fullmatch(r"… and \d+ more lines", shown[-1].text)


def test_both_forms_are_the_same_every_time_and_hold_no_made_up_ids():
    frames = [("a", ERROR, ["id"]), ("b", b"\xff", ())]
    assert frames_html(frames) == frames_html(frames)
    assert " id=" not in frames_html(frames)


def test_nearest_goes_outwards():
    laid_out = lines('{"result":{"content":[{"type":"text"}]}}', ["result.content[0].type"])
    assert nearest("result.content[0].type", laid_out) == "result.content[0].type"
    assert nearest("result.content[0].text", laid_out) == "result.content[0]"
    assert nearest('result.content["odd key"].x', laid_out) == "result.content"
    assert nearest("no such", laid_out) == ""
    assert nearest("x", lines("no JSON")) is None
