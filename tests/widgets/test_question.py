"""A choice's question and its answers in words."""

from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.widgets import Question

ASKS = [
    {"name": "layer", "label": "Layer", "options": ["protocol error", "tool error"]},
    {"name": "code", "label": "Code", "options": [-32602, None]},
]
ITEMS = [{"key": "A", "frame": "{}"}, {"key": "B", "frame": "{}", "caption": "late"}]
QUESTION = Question.from_given({"items": ITEMS, "asks": ASKS})


def test_an_item_is_called_by_its_key_and_caption():
    assert [item.title for item in QUESTION.items] == ["A", "B · late"]


def test_open_things_are_counted_and_named():
    answers = {"A": {"layer": "tool error"}}
    assert QUESTION.open_in(answers) == 3
    assert QUESTION.text(answers) == (
        "A: layer = tool error, code = (open)\nB: layer = (open), code = (open)"
    )


def test_what_fits_is_kept():
    kept = {"A": {"layer": "tool error", "code": 0, "gone": 1}, "B": {"layer": "no"}, "C": {}}
    assert QUESTION.fitting(kept) == {"A": {"layer": "tool error"}}


@given(st.recursive(st.none() | st.text() | st.integers(), lambda x: st.dictionaries(st.text(), x)))
def test_anything_that_was_kept_can_be_read(kept):
    assert QUESTION.fitting(kept) == {}
