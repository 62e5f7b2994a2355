"""The classification widget: a frame, and beside it what is asked of it.

Every ask is a native drop-down list. Of ipywidgets' controls it is the one whose name a screen
reader speaks (its label belongs to it; the label of a group of radio buttons belongs to none of
them, and a toggle button does not say that it is pressed), and it takes one Tab stop, not one an
option. JupyterLab keeps the arrow keys to itself while a list is closed, so the widget says which
key opens it.

The widget holds no answer of its own: it shows the one it is given and reports each change.
"""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets as w

from mcp_lab.widgets.frame import readable
from mcp_lab.widgets.look import style
from mcp_lab.widgets.question import Answers, Ask, Item, Question, said

OPEN = -1  # the place of "choose …": None would leave the list empty

_KEYS = (
    "Keyboard: Tab goes to the next list, Space opens it, arrows choose, Enter takes the choice."
)


class ChoiceWidget:
    """Lists to choose from, one for each ask of each item.

    ``changed`` is called with the whole answer after every choice of the person's and returns the
    sentence to show about it, such as where it is kept.
    """

    def __init__(
        self, question: Question, answers: Answers, changed: Callable[[Answers], str]
    ) -> None:
        self.question = question
        self._changed = changed
        self._showing = False
        self._lists = [(i, a, _list(i, a)) for i, a in question.pairs()]
        self._status = w.HTML()
        self.root = w.VBox([w.HTML(style()), *map(self._group, question.items), self._status])
        for _, _, one in self._lists:
            one.observe(self._chosen, "value")
        self.show(answers)

    def show(self, answers: Answers, note: str = "", *, locked: bool = False) -> None:
        """Show an answer that was made elsewhere; locked lists can be read but not changed."""
        self._showing = True
        try:
            for item, ask, one in self._lists:
                one.value = _place(ask, answers.get(item.key, {}))
                one.disabled = locked
        finally:
            self._showing = False
        self._say(note)

    def choose(self, item: str, ask: str, option: Any) -> None:
        """Choose an option, as a person does."""
        for one, asked, shown in self._lists:
            if (one.key, asked.name) == (item, ask):
                shown.value = _place(asked, {ask: option})

    @property
    def answers(self) -> Answers:
        """What is chosen now; what is open is not in it."""
        chosen: Answers = {}
        for item, ask, one in self._lists:
            if one.value != OPEN:
                chosen.setdefault(item.key, {})[ask.name] = ask.options[one.value]
        return chosen

    @property
    def lists(self) -> Mapping[tuple[str, str], Any]:
        """The drop-down lists, by item and ask."""
        return {(item.key, ask.name): one for item, ask, one in self._lists}

    @property
    def status(self) -> str:
        """The HTML of the line that says what happened last."""
        return str(self._status.value)

    def _chosen(self, _change: Mapping[str, Any]) -> None:
        if not self._showing:
            self._say(self._changed(self.answers))

    def _say(self, note: str) -> None:
        asked = len(self._lists)
        count = f"{asked - self.question.open_in(self.answers)} of {asked} chosen."
        self._status.value = (
            f'<div class="mcpl"><p class="mcpl-quiet">{_KEYS}</p>'
            f'<p role="status" aria-live="polite">{escape(f"{count} {note}".strip())}</p></div>'
        )

    def _group(self, item: Item) -> Any:
        lists = [one for of, _, one in self._lists if of is item]
        row = w.Box(lists, layout=w.Layout(flex_flow="row wrap", overflow="visible"))
        group = w.VBox([w.HTML(_frame(item)), row], layout=w.Layout(overflow="visible"))
        group.add_class("mcpl-item")
        return group

    def __repr__(self) -> str:
        return self.question.text(self.answers)

    def _repr_mimebundle_(self, **_which: Any) -> dict[str, Any]:
        """The widget; its plain text is the answers, with no object's number in it."""
        return {**(self.root._repr_mimebundle_() or {}), "text/plain": repr(self)}


def _place(ask: Ask, held: Mapping[str, Any]) -> int:
    """Where the list stands for what is held of an item's answer."""
    place = ask.place(held[ask.name]) if ask.name in held else None
    return OPEN if place is None else place


def _list(item: Item, ask: Ask) -> Any:
    """A drop-down list; its value is the option's place, since options may be any JSON.

    Its label names the item too, for those who hear it alone.
    """
    return w.Dropdown(
        options=[("choose …", OPEN), *((said(one), at) for at, one in enumerate(ask.options))],
        description=f'<span class="mcpl-unseen">{escape(item.title)}: </span>{escape(ask.label)}',
        description_allow_html=True,
        style={"description_width": "initial"},
        layout=w.Layout(width="auto", min_width="16em", margin="4px 20px 4px 0"),
    )


def _frame(item: Item) -> str:
    return (
        f'<div class="mcpl"><figure><figcaption>{escape(item.title)}</figcaption>'
        f'<pre class="mcpl-text">{escape(readable(item.frame))}</pre></figure></div>'
    )
