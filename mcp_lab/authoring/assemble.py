"""A lesson's parts as notebook cells: what is handed out, and the same with the answers in it.

The cells' ids are derived from what they are, so that a rebuild changes only what changed and a
learner's copy can be laid against a newer course.

A challenge has four cells. Prose, its given cell and its check cell cannot be edited or deleted by
accident in JupyterLab; the answer cell cannot be deleted; the lesson's own code can be played with.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mcp_lab.authoring.lesson import Code, Part, Place, Prose
from mcp_lab.authoring.marks import linked
from mcp_lab.authoring.problem import SourcesBroken
from mcp_lab.course.pristine import Role
from mcp_lab.course.rebuild import RawCell, identified, lines
from mcp_lab.judge import Challenge

SAMPLE = "sample"
"""The variant of a notebook that no workspace has taken yet."""

KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

_OPENING = 'from mcp_lab import Lab, challenge, lesson\n\nlesson("{lesson}", variant="{variant}")'
_LOCKED = {"deletable": False, "editable": False}


def assemble(
    lesson: str, parts: Sequence[Part], answer: Callable[[Challenge], str]
) -> list[RawCell]:
    """The lesson's cells; `answer` says what stands in a challenge's answer cell.

    Raises:
        SourcesBroken: a prompt's mark names no clause.
    """
    cells: list[RawCell] = []
    number = 0
    for part in _opened(lesson, parts):
        if isinstance(part, Place):
            number += 1
            cells += _challenge(number, part.challenge, answer(part.challenge))
        else:
            cells.append(_lessons_own(lesson, part))
    return list(identified(cells))


def metadata(lesson: str, version: str, sources: str) -> dict[str, Any]:
    """The notebook's metadata: kernel, the kit's mark, and the digest of what it was made from."""
    mark = {"lesson": lesson, "course_version": version}
    return {**KERNEL, "mcp_lab": mark, "mcp_lab_sources": sources}


def digest(cells: Sequence[RawCell]) -> str:
    """What a set of cells is, in sixteen letters: it changes when a learner would see a change."""
    return hashlib.sha256(json.dumps(cells, sort_keys=True).encode()).hexdigest()[:16]


def _opened(lesson: str, parts: Sequence[Part]) -> Iterator[Part]:
    """The parts with the cell that imports the kit after the first cell of prose."""
    opening = Code(_OPENING.format(lesson=lesson, variant=SAMPLE))
    first = 1 if parts and isinstance(parts[0], Prose) else 0
    yield from (*parts[:first], opening, *parts[first:])


def _lessons_own(lesson: str, part: Prose | Code) -> RawCell:
    if isinstance(part, Code):
        id_ = f"given-{_short(part.source)}"
        return _code(id_, part.source, lesson, "given", {"deletable": False})
    return _markdown(f"prose-{_short(part.text)}", part.text, lesson)


def _challenge(number: int, challenge: Challenge, answer: str) -> Iterator[RawCell]:
    id_, slug = challenge.id, challenge.slug
    prompt, problems = linked(challenge.prompt, challenge.folder / "prompt.md")
    if problems:
        raise SourcesBroken(problems)
    yield _markdown(f"{slug}-prose", f"### {number}. {challenge.title}\n\n{prompt}", id_)
    yield _code(f"{slug}-given", f'q = challenge("{id_}")\nq', id_, "given", _LOCKED)
    yield _code(f"{slug}-answer", answer, id_, "answer", {"deletable": False})
    yield _code(f"{slug}-check", f'challenge("{id_}").check()', id_, "check", _LOCKED)


def _markdown(id_: str, text: str, challenge: str) -> RawCell:
    return {
        "cell_type": "markdown",
        "id": id_,
        "metadata": {**_LOCKED, "mcp_lab": {"id": challenge, "role": "prose"}},
        "source": lines(text),
    }


def _code(id_: str, source: str, challenge: str, role: Role, more: dict[str, bool]) -> RawCell:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": id_,
        "metadata": {**more, "mcp_lab": {"id": challenge, "role": role}},
        "outputs": [],
        "source": lines(source),
    }


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
