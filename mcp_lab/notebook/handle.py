"""``q``: one challenge, in a learner's hands."""

from typing import Any

from mcp_lab.course import ANSWER_MIME
from mcp_lab.course.progress import is_a_try
from mcp_lab.judge import (
    Challenge,
    DirectPort,
    Verdict,
    check,
    first_look,
    given,
)
from mcp_lab.judge.misnamed import with_its_name
from mcp_lab.judge.values import copied
from mcp_lab.notebook import rendering
from mcp_lab.notebook.answers import Answer, ChoiceAnswer
from mcp_lab.notebook.calm import ChallengeNotPassed, NotPossible
from mcp_lab.notebook.card import card
from mcp_lab.notebook.keeping import HINTS
from mcp_lab.notebook.kernel import Kernel
from mcp_lab.notebook.lessons import where_next
from mcp_lab.notebook.place import say, show
from mcp_lab.notebook.printing import printed_in_part
from mcp_lab.notebook.verdicts import offer, verdict_bundle

GREEN = ("passed", "self-marked")

_LOOKING = (
    "Looking is fine. Read it, close it, and write your own: the check judges what is in your "
    "answer cell."
)


class Handle:
    """One challenge: its task, what is given, and everything that can be done with it.

    Shown, it is the task card. ``answer`` is where the answer comes from.
    """

    def __init__(self, challenge: Challenge, kernel: Kernel) -> None:
        self.challenge = challenge
        self._kernel = kernel
        self._variant = kernel.variant
        self._given = given(challenge, self._variant)
        self.answer: Answer | ChoiceAnswer = self._make_answer()

    def _make_answer(self) -> Answer | ChoiceAnswer:
        id_, keeping = self.challenge.id, self._kernel.keeping
        if self.challenge.kind != "choice":
            return Answer(self.challenge, self._kernel.cells.value)
        return ChoiceAnswer(
            self._given,
            keeping.kept_answer(id_, self._variant),
            cell=lambda: self._kernel.running,
            store=lambda answers: keeping.store(id_, answers),
        )

    @property
    def given(self) -> dict[str, Any]:
        """What is given, as data of your own: changing it changes nothing here."""
        return dict(copied(self._given))

    def check(self) -> None:
        """Judge the answer and show the verdict.

        Raises:
            ChallengeNotPassed: the verdict is not ``passed`` (nor ``self-marked``).
        """
        verdict = self._judged()
        tries = self._kernel.keeping.record(verdict)
        notes = [self._kernel.keeping.trouble or self._kernel.keeping.not_kept()]
        green = verdict.verdict in GREEN
        offered = ""
        if not green and is_a_try(verdict.verdict):
            offered = offer(tries, self._kernel.keeping.hints(self.challenge.id))
        after = where_next(self.challenge.id) if green else ""
        show(verdict_bundle(self.challenge, verdict, offer=offered, notes=notes, after=after))
        self._leave_bundle()
        if not green:
            raise ChallengeNotPassed(f"{self.challenge.id}: {verdict.verdict}.")

    def widget(self) -> Any:
        """The lists to choose from, for a choice challenge.

        Raises:
            NotPossible: this kind of challenge has none.
        """
        if isinstance(self.answer, ChoiceAnswer):
            return self.answer.widget()
        raise NotPossible(
            f"{self.challenge.id} has no widget: its answer is {self.challenge.answer}, "
            "which you write in the answer cell."
        )

    def hint(self) -> None:
        """Show the next hint and those before it. There are three; taking one costs nothing."""
        taken = self._kernel.keeping.next_hint(self.challenge.id)
        more = (
            f"{HINTS - taken} more: call it again when you like."
            if taken < HINTS
            else "That was the last one. `q.solution()` shows one way to do it; looking is fine."
        )
        hints = [
            {"label": f"Hint {rung} of {HINTS}", "text": text}
            for rung, text in enumerate(self.challenge.hints[:taken], 1)
        ]
        show(self._prose("Hints", hints, [more, self._kernel.keeping.trouble]))

    def solution(self) -> None:
        """Show one right answer. It asks nothing, records nothing and costs nothing."""
        show(self._prose("One way to do it", [], [_LOOKING], self.challenge.solution))

    def reset(self) -> None:
        """Show the starter again; the answer as it was goes to the workspace's backups.

        Only `mcp-lab reset` edits a notebook, so here the starter is copied by hand.
        """
        snapshot = self._kernel.cells.of(self.challenge.id)
        kept = self._kernel.keeping.put_back(self.challenge.id, snapshot.source if snapshot else "")
        if isinstance(self.answer, ChoiceAnswer) and not self._kernel.keeping.trouble:
            self.answer.clear()
        says = [
            "Copy this over your answer cell and run it.",
            kept or self._kernel.keeping.trouble,
        ]
        show(self._prose("The starter", [], says, self.challenge.starter))

    def progress(self) -> None:
        """Show how far you are in this lesson."""
        from mcp_lab.notebook.lessons import progress_bundle

        show(progress_bundle(self.challenge.lesson, self._kernel.keeping))

    def cell_begins(self, cell: str) -> None:
        """A cell is about to run: what it typed before counts no longer."""
        if isinstance(self.answer, ChoiceAnswer):
            self.answer.forget_typed(cell)

    def _judged(self) -> Verdict:
        id_, cells = self.challenge.id, self._kernel.cells
        cells.checked(id_)
        snapshot = cells.of(id_)
        chosen = self.challenge.kind == "choice" and self.answer.get() is not None
        answer_cell, own = [snapshot.source] if snapshot else [], cells.own(id_)
        if answer_cell and (seen := first_look(self.challenge, [*own, *answer_cell], chosen)):
            return seen
        self._kernel.kits_names.give_back()
        port = DirectPort(self._look_up, say=say)
        with printed_in_part():
            verdict = check(self.challenge, port, variant=self._variant)
        return with_its_name(self.challenge, answer_cell, verdict)

    def _look_up(self, _name: str) -> Any:
        """The answer, as a port looks it up: LookupError, CellRaised, or the thing itself."""
        self._kernel.cells.heed(self.challenge.id)
        return self.answer.find()

    def _leave_bundle(self) -> None:
        """Put a chosen answer into this cell's output: the notebook alone is then a submission."""
        if isinstance(self.answer, ChoiceAnswer) and (chosen := self.answer.chosen()):
            bundle = rendering.bundle("bundle", lines=self.answer.text().splitlines())
            show({**bundle, ANSWER_MIME: {"id": self.challenge.id, "answer": chosen}})

    def _prose(
        self, title: str, parts: list[dict[str, str]], notes: list[str], code: str = ""
    ) -> dict[str, Any]:
        return rendering.bundle(
            "prose",
            title=f"{title} · {self.challenge.title}",
            meta=self.challenge.id,
            parts=parts,
            code=code,
            notes=[note for note in notes if note],
        )

    def _card(self) -> dict[str, Any]:
        return card(self.challenge, self._given)

    def __repr__(self) -> str:
        return str(self._card()["text/plain"])

    def _repr_mimebundle_(self, **_which: Any) -> dict[str, Any]:
        return self._card()
