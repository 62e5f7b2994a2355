"""``q.answer``: where the answer of a challenge comes from.

A choice is typed (``q.answer.set``, all at once or bit by bit) or clicked. A typed answer stands
above a clicked one as long as the cell that typed it does: running that cell again without the line
gives the lists back.
"""

import copy
from collections.abc import Callable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

from mcp_lab import judge
from mcp_lab.notebook import rendering
from mcp_lab.notebook.calm import Calm
from mcp_lab.notebook.place import show
from mcp_lab.widgets import Answers, Question

if TYPE_CHECKING:
    from mcp_lab.widgets.choice import ChoiceWidget

_TYPED = "The typed answer counts: remove q.answer.set(…) and run its cell again to choose here."


class ChoiceTrouble(Calm, judge.ChoiceTrouble):
    """A typed answer that does not fit its question; the message names the nearest that would."""


class Answer:
    """The answer of a function or data challenge: the name that its cell sets."""

    def __init__(
        self, challenge: judge.Challenge, look_up: Callable[[judge.Challenge], Any]
    ) -> None:
        self._challenge = challenge
        self._look_up = look_up

    def find(self) -> Any:
        """The answer as its cell made it; LookupError when there is none yet."""
        return self._look_up(self._challenge)

    def get(self) -> Any:
        """The answer as its cell made it; None when there is none yet."""
        try:
            return self.find()
        except LookupError:
            return None

    def set(self, value: object) -> None:
        """Nothing is typed for this kind; say how it is answered."""
        del value
        what = {"function": "the function", "data": "the name"}[self._challenge.kind]
        says = (
            f"Nothing was set: {self._challenge.id} is answered by {what} "
            f"`{self._challenge.answer}`, which you write in the answer cell."
        )
        show(rendering.bundle("note", says=says))


class ChoiceAnswer:
    """The answer of a choice challenge, typed or clicked.

    ``cell`` names the cell that is running; ``store`` keeps a clicked answer and says where.
    """

    def __init__(
        self,
        given: Mapping[str, Any],
        kept: object,
        *,
        cell: Callable[[], str | None],
        store: Callable[[Answers], str],
    ) -> None:
        self._given = given
        self._question = Question.from_given(given)
        self._clicked = self._question.fitting(kept)
        self._typed_in: dict[str | None, Answers] = {}  # by cell, the newest last
        self._cell = cell
        self._store = store
        self._widget: ChoiceWidget | None = None

    @property
    def _typed(self) -> Answers | None:
        """What the cells have typed between them, None when none has."""
        return reduce(judge.merged, self._typed_in.values()) if self._typed_in else None

    def find(self) -> Any:
        """The answer as it stands; LookupError when there is none yet."""
        typed = self._typed
        if not self._clicked and typed is None:
            raise LookupError("nothing is chosen")
        return copy.deepcopy(self._clicked if typed is None else typed)

    def get(self) -> Any:
        """The answer as it stands; None when there is none yet."""
        try:
            return self.find()
        except LookupError:
            return None

    def set(self, value: object) -> None:
        """Type the answer: ``{item: {ask: option}}``; with one ask, ``{item: option}`` will do.

        It adds to what was typed before: what is named again is replaced, the rest stays.

        Raises:
            ChoiceTrouble: there is no such item, ask or option; the nearest is named.
        """
        try:
            read = judge.canonical_choice(self._given, value)
        except judge.ChoiceTrouble as trouble:
            raise ChoiceTrouble(str(trouble)) from None
        cell = self._cell()
        self._typed_in[cell] = judge.merged(self._typed_in.pop(cell, {}), read)
        self._show()

    def chosen(self) -> Answers:
        """The answer, empty when there is none yet."""
        return dict(self.get() or {})

    def widget(self) -> "ChoiceWidget":
        """The lists to choose from, the same ones each time."""
        if self._widget is None:
            from mcp_lab.widgets.choice import ChoiceWidget

            self._widget = ChoiceWidget(self._question, {}, self._chosen)
            self._show()
        return self._widget

    def forget_typed(self, cell: str | None) -> None:
        """A cell is about to run: what it typed before is no longer said."""
        if cell is not None and self._typed_in.pop(cell, None) is not None:
            self._show()

    def clear(self) -> None:
        """Forget the answer, typed and clicked."""
        self._typed_in, self._clicked = {}, {}
        self._show()

    def text(self) -> str:
        """The answer in words."""
        return self._question.text(self.chosen())

    def _chosen(self, answers: Answers) -> str:
        self._clicked = answers
        return self._store(answers)

    def _show(self) -> None:
        if self._widget is None:
            return
        typed = self._typed
        if typed is None:
            self._widget.show(self._clicked)
        else:
            self._widget.show(typed, _TYPED, locked=True)
