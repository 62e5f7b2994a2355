"""The sentences of a lesson's Markdown, and the rule that what they claim of the protocol is cited.

A sentence that says must, should or never, or that names `isError` or a code, carries a clause
mark. A row of a table counts as one sentence; its head, headings and fenced blocks as none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mcp_lab.authoring.marks import MARK, numbered
from mcp_lab.authoring.problem import Problem

CLAIMS = re.compile(r"\b(?:must|should|never)\b|\bisError\b|-32\d{3}\b", re.IGNORECASE)

_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_ROW = re.compile(r"^\s*\|")
_RULE_OF_TABLE = re.compile(r"^\s*\|?[\s:|-]+\|[\s:|-]*$")
_SKIPPED = re.compile(r"^\s*(?:#|<!--)")
# A mark after the full stop belongs to the sentence before it.
_MARKS_AFTER_STOP = re.compile(r"([.!?])(\s*(?:\{[a-z0-9.@-]+\}\s*)+)")
_ENDS = re.compile(r"(?<=[.!?])[*_\"')\]]*\s+")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and the line that its paragraph begins on."""

    text: str
    line: int


def uncited(text: str, file: Path) -> Iterator[Problem]:
    """A problem for each sentence that makes a claim and carries no mark."""
    for sentence in sentences(text):
        claim = CLAIMS.search(MARK.sub("", sentence.text))
        if claim and not MARK.search(sentence.text):
            says = f"This says {claim[0]!r} and names no clause: {_short(sentence.text)!r}."
            todo = "Put the clause's mark into it, such as {response.same-id}, or say it otherwise."
            yield Problem(file, sentence.line, "clause-mark", says, todo)


def sentences(text: str) -> Iterator[Sentence]:
    """Every sentence outside code, headings and comments."""
    for line, block in _blocks(text):
        moved = _MARKS_AFTER_STOP.sub(r"\2\1 ", block)
        for part in _ENDS.split(moved):
            if part.strip():
                yield Sentence(" ".join(part.split()), line)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs, list items and rows of tables, each with its first line's number."""
    lines = list(numbered(text))
    start, block = 0, ""
    for index, (number, line, code) in enumerate(lines):
        following = lines[index + 1][1] if index + 1 < len(lines) else ""
        alone = bool(_ROW.match(line))
        fresh = code or alone or not line.strip() or _SKIPPED.match(line) or _ITEM.match(line)
        if fresh and block:
            yield start, block
            block = ""
        if code or _SKIPPED.match(line) or _RULE_OF_TABLE.match(line):
            continue
        if alone:
            if not _RULE_OF_TABLE.match(following):  # the head of a table claims nothing
                yield number, line
            continue
        if not block:
            start = number
        block = f"{block} {_ITEM.sub('', line).lstrip('> ')}".strip()
    if block:
        yield start, block


def _short(text: str) -> str:
    return text if len(text) <= 90 else f"{text[:89]}…"
