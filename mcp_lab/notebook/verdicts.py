"""A verdict as a person reads it: the first thing that is wrong, what it rests on, what to try."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mcp_lab.course.overview import TRIES_BEFORE_A_HINT
from mcp_lab.judge.verdict import exact
from mcp_lab.notebook import rendering
from mcp_lab.notebook.card import home_first
from mcp_lab.notebook.keeping import HINTS

if TYPE_CHECKING:
    from mcp_lab.contract import Fact, Text
    from mcp_lab.judge import Challenge, Verdict

# Verdict → the word it opens with, and the tone of its card.
_WORDS = {
    "passed": ("Passed", "passed"),
    "self-marked": ("Marked by yourself", "passed"),
    "failed": ("Not yet", "fell"),
    "not-attempted": ("Not attempted", "paused"),
    "could-not-run": ("Could not run", "fell"),
    "timed-out": ("Timed out", "fell"),
    "tampered": ("Not judged", "fell"),
    "grader-fault": ("Our fault", "paused"),
}
_HOLDS = {True: "holds", False: "falls", None: "not reached"}


def verdict_bundle(
    challenge: "Challenge",
    verdict: "Verdict",
    *,
    offer: str,
    notes: Sequence[str],
    after: str = "",
) -> dict[str, Any]:
    """The display of a verdict, the same for the same answer; `after` says where to go on."""
    word, tone = _WORDS[verdict.verdict]
    return rendering.bundle(
        "verdict",
        word=word,
        tone=tone,
        fell=any(fact.holds is False for fact in verdict.facts),
        title=challenge.title,
        meta=_meta(verdict),
        reason=verdict.reason,
        **_frames(verdict),
        explanation=rendering.paragraphs(verdict.explanation or ""),
        clause=_clause(challenge.revisions, verdict.facts),
        next=after or verdict.next,
        offer=offer,
        summary=_summary(verdict.facts),
        facts=list(_facts(verdict.facts)),
        notes=[note for note in notes if note],
    )


def offer(tries: int, hints: int) -> str:
    """What is offered after several tries: the next hint, then a look at the solution."""
    if tries < TRIES_BEFORE_A_HINT:
        return ""
    if hints < HINTS:
        return (
            f"That was try {tries}. Hint {hints + 1} of {HINTS} is there if you like: `q.hint()`."
        )
    return "All hints are taken. `q.solution()` shows one way to do it; looking is fine."


def _meta(verdict: "Verdict") -> str:
    if verdict.verdict in ("grader-fault", "self-marked"):
        return f"{verdict.challenge} · outside the totals"
    of = "point" if verdict.max_points == 1 else "points"
    return f"{verdict.challenge} · {exact(verdict.points)} of {exact(verdict.max_points)} {of}"


def _frames(verdict: "Verdict") -> dict[str, str]:
    """The frames that belong to the verdict, beside each other."""
    from mcp_lab.exchange import frames_html, frames_text

    frames = [(shown.label, shown.text, ()) for shown in verdict.frames]
    if not frames:
        return {"frames_html": "", "frames_text": ""}
    return {"frames_html": frames_html(frames), "frames_text": frames_text(frames)}


def _summary(facts: "Sequence[Fact]") -> str:
    held = sum(fact.holds is True for fact in facts)
    return f"What was checked: {held} of {len(facts)} facts hold"


def _facts(facts: "Sequence[Fact]") -> Iterator[dict[str, str]]:
    """Each fact; what was seen of the first that fell is the verdict's reason, and said once."""
    said = False
    for fact in facts:
        fell = fact.holds is False
        says = fact.evidence if fell and said else ""
        said = said or fell
        yield {"word": _HOLDS[fact.holds], "name": fact.name, "says": says}


def _clause(revisions: Sequence[str], facts: "Sequence[Fact]") -> dict[str, Any] | None:
    """The clause that the first fallen fact rests on.

    As the revision puts it that the fact was examined at; else as the course's home revision does,
    where the challenge is about that; else as the newest of the challenge's own. Its sentence is
    folded away: it often is the answer, and whoever still looks is shown where to look it up.
    """
    from mcp_lab.contract import clauses, url

    fell = next((fact for fact in facts if fact.holds is False), None)
    clause = clauses().get(fell.clause) if fell else None
    asked = [fell.revision] if fell and fell.revision else home_first(revisions)
    texts = (clause.at(one) for one in asked) if clause else ()
    text = next((text for text in texts if text is not None), None)
    if clause is None or text is None:
        return None
    return {
        "id": clause.id,
        "says": text.says or clause.says,
        "level": f"{_level(text)} in {text.revision}",
        "source": text.source,
        "url": url(text.source),
        "open": f"The text leaves this open: {text.open}" if text.open else "",
    }


def _level(text: "Text") -> str:
    """The level as the text puts it: a MUST that forbids is a MUST NOT."""
    forbids = text.prohibition and text.level in ("MUST", "SHOULD")
    return f"{text.level} NOT" if forbids else str(text.level)
