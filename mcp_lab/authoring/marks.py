"""Clause marks in prose: `{response.same-id}` becomes a small link to the text it rests on.

A sentence about the protocol carries the mark of its clause, so a reader can look it up and `lint`
can hold the sentence to it. A mark leads to the home revision's text, or to another's where it says
so: `{batch.support@2025-03-26}`. Code, fenced or inline, is left alone.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from mcp_lab.authoring.problem import Problem
from mcp_lab.contract import HOME, REVISIONS, Clause, Level, Text, clause, url

MARK = re.compile(r"\{([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+(?:@[0-9-]+)?)\}")

_FENCE = re.compile(r"^\s*(```+|~~~+)")
_INLINE_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")


def linked(text: str, file: Path) -> tuple[str, tuple[Problem, ...]]:
    """The text with every mark as a link, and a problem for each mark that names no clause."""
    lines: list[str] = []
    problems: list[Problem] = []
    for number, line, code in numbered(text):
        marks = () if code else MARK.findall(without_inline_code(line))
        unknown = [trouble for mark in marks if (trouble := _unknown(mark, file, number))]
        problems += unknown
        lines.append(line if code or unknown else _outside_code(line, _links))
    return "\n".join(lines), tuple(problems)


def numbered(text: str) -> Iterator[tuple[int, str, bool]]:
    """Each line with its number and whether it belongs to a fenced block."""
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        found = _FENCE.match(line)
        opens = bool(found) and not fence
        closes = bool(found) and bool(fence) and line.strip().startswith(fence)
        if opens and found:
            fence = found[1]
        yield number, line, bool(fence)
        if closes:
            fence = ""


def without_inline_code(line: str, by: str = "") -> str:
    """The line with its inline code replaced."""
    return _INLINE_CODE.sub(by, line)


def _outside_code(line: str, change: Callable[[str], str]) -> str:
    """The line with `change` applied to what is no inline code."""
    parts, end = [], 0
    for code in _INLINE_CODE.finditer(line):
        parts += [change(line[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, change(line[end:])])


def _unknown(mark: str, file: Path, number: int) -> Problem | None:
    name, _, revision = mark.partition("@")
    try:
        named = clause(name)
    except KeyError as error:
        says = f"There is no clause {name!r}."
        return Problem(file, number, "clause-known", says, _sentence(str(error.args[0])))
    if revision and named.at(revision) is None:
        says = f"The clause {name!r} has no text at {revision!r}."
        return Problem(
            file, number, "clause-known", says, f"It has one at {', '.join(named.texts)}."
        )
    return None


def _links(part: str) -> str:
    return MARK.sub(lambda found: _link(found[1]), part)


def _link(mark: str) -> str:
    """The sign that leads to the clause's text; the product's own policies have no address."""
    name, _, revision = mark.partition("@")
    named = clause(name)
    text = named.at(revision) or _nearest_home(named)
    title = f"{name} · {_level(text)} · {text.revision} · {text.source}".replace('"', "'")
    address = url(text.source)
    return f'[§]({address} "{title}")' if address else f'<abbr title="{title}">§</abbr>'


def _nearest_home(named: Clause) -> Text:
    """The clause's text at the home revision, else at the newest that has it."""
    texts = (named.at(revision) for revision in (HOME, *reversed(REVISIONS)))
    return next(text for text in texts if text is not None)


def _level(text: Text) -> str:
    """The level as the text puts it: a MUST that forbids is a MUST NOT."""
    forbids = text.prohibition and text.level in (Level.MUST, Level.SHOULD)
    return f"{text.level}{' NOT' if forbids else ''}{', left open' if text.open else ''}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
