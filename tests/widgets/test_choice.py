"""The classification widget, set as a front end sets it."""

import pytest

from mcp_lab.widgets import Question
from mcp_lab.widgets.choice import ChoiceWidget

GIVEN = {
    "items": [
        {"key": "A", "frame": '{"id": 1}', "caption": "server → client"},
        {"key": "B", "frame": "<b>no json</b>"},
    ],
    "asks": [
        {"name": "layer", "label": "Which <layer>?", "options": ["protocol error", "tool error"]},
        {"name": "code", "label": "Code", "options": [-32602, -32601, True, 1, None]},
    ],
}
QUESTION = Question.from_given(GIVEN)


class Kept(list):
    """What the widget reported."""

    def __call__(self, answers):
        self.append(answers)
        return "Kept <here>."


@pytest.fixture
def kept():
    return Kept()


@pytest.fixture
def widget(kept):
    return ChoiceWidget(QUESTION, {}, kept)


def choose(widget, item, ask, option):
    """As a front end does it: by the option's place in the list."""
    shown = widget.lists[item, ask]
    shown._handle_msg(
        {
            "content": {
                "data": {
                    "method": "update",
                    "state": {"index": [label for label, _ in shown.options].index(option)},
                    "buffer_paths": [],
                }
            },
            "buffers": [],
        }
    )


def text_of(widget):
    return " ".join(one.value for one in inside(widget.root) if type(one).__name__ == "HTML")


def inside(root):
    for child in root.children:
        yield child
        yield from inside(child) if hasattr(child, "children") else ()


def test_nothing_is_chosen_at_first(widget, kept):
    assert widget.answers == {}
    assert kept == []
    assert "0 of 4 chosen." in text_of(widget)
    assert [one.index for one in widget.lists.values()] == [0] * 4


def test_each_choice_is_reported_with_the_whole_answer(widget, kept):
    choose(widget, "A", "layer", "tool error")
    choose(widget, "B", "code", "-32601")
    assert kept == [
        {"A": {"layer": "tool error"}},
        {"A": {"layer": "tool error"}, "B": {"code": -32601}},
    ]
    assert "2 of 4 chosen. Kept &lt;here&gt;." in text_of(widget)


def test_a_choice_can_be_taken_back(widget, kept):
    choose(widget, "A", "layer", "tool error")
    choose(widget, "A", "layer", "choose …")
    assert kept[-1] == {}


def test_an_answer_made_elsewhere_is_shown_and_not_reported(widget, kept):
    widget.show({"A": {"layer": "tool error"}}, "Typed.", locked=True)
    assert widget.answers == {"A": {"layer": "tool error"}}
    assert "1 of 4 chosen. Typed." in text_of(widget)
    assert all(one.disabled for one in widget.lists.values())
    widget.show({})
    assert not any(one.disabled for one in widget.lists.values())
    assert kept == []


def test_the_plain_text_is_the_answers_and_nothing_of_the_object(kept):
    first, second = (ChoiceWidget(QUESTION, {"A": {"code": 1}}, kept) for _ in range(2))
    text = first._repr_mimebundle_()["text/plain"]
    assert text == "A: layer = (open), code = 1\nB: layer = (open), code = (open)"
    assert text == second._repr_mimebundle_()["text/plain"] == repr(first)


def test_it_is_shown_as_a_widget(widget):
    view = widget._repr_mimebundle_(include=None, exclude=None)
    assert view["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.root.model_id


def test_each_list_has_a_label_that_names_its_frame(widget):
    labels = {one.description for one in widget.lists.values()}
    assert len(labels) == 4
    assert '<span class="mcpl-unseen">A · server → client: </span>Which &lt;layer&gt;?' in labels
    assert all(one.description_allow_html for one in widget.lists.values())


def test_frames_are_laid_out_and_escaped(widget):
    shown = text_of(widget)
    assert "{&quot;id&quot;: 1}" in shown
    assert "&lt;b&gt;no json&lt;/b&gt;" in shown


def test_what_happens_is_said_in_a_live_region_with_the_keys_named(widget):
    shown = text_of(widget)
    assert 'role="status" aria-live="polite"' in shown
    assert "Space opens it" in shown


def test_only_native_controls_and_no_output_widget(widget):
    kinds = {type(one).__name__ for one in inside(widget.root)}
    assert kinds == {"HTML", "VBox", "Box", "Dropdown"}


@pytest.mark.parametrize(("label", "option"), [("1", 1), ("true", True), ("null", None)])
def test_an_option_may_be_any_json_and_true_is_not_one(widget, kept, label, option):
    choose(widget, "A", "code", label)
    assert repr(kept[-1]) == repr({"A": {"code": option}})
    again = ChoiceWidget(QUESTION, kept[-1], kept)
    assert repr(again.answers) == repr(kept[-1])
    widget.choose("A", "code", -32602)
    widget.choose("A", "code", option)
    assert repr(kept[-1]) == repr({"A": {"code": option}})
