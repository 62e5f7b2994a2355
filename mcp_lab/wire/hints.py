"""Why a piece of text is no JSON, for the mistakes that people and serialisers really make."""

from __future__ import annotations

import re
from typing import Final

from mcp_lab.wire.grammar import STRING_SO_FAR
from mcp_lab.wire.shown import Words, quoted

_WORDS: Final[tuple[tuple[str, str], ...]] = (
    (r"'.*", "strings take double quotes"),
    (r"//.*|/\*.*|\#.*", "JSON has no comments"),
    (r"True|False|None", "that is Python's spelling"),
    (r"undefined|\(?function.*", "that is JavaScript's, not JSON's"),
    (r"[+-]?(?:nan|inf|infinity)", "JSON has no such number"),
    (r"-?0[0-9].*", "a number has no leading zero"),
    (r"\+[0-9].*", "a number has no plus sign"),
    (r"-?\.[0-9].*", "a digit stands before the point"),
    (r"-?[0-9]+\.(?:[eE].*)?", "a digit stands after the point"),
    (r"-|-?[0-9.]+[eE][+-]?", "the number breaks off"),
    ("\ufeff.*", "a byte order mark stands only at the very start, if at all"),
    ("\x00.*", "zero bytes: is this UTF-16?"),
)
_HINTS = tuple((re.compile(pattern, re.DOTALL | re.IGNORECASE), says) for pattern, says in _WORDS)


def word_hint(word: str) -> str:
    """Say in brackets why this bare word is no JSON; empty where nothing useful is known."""
    head = word[:64]
    for pattern, says in _HINTS:
        if pattern.fullmatch(head):
            return f" ({says})"
    return ""


def string_trouble(text: str, start: int) -> tuple[int, Words]:
    """Find where the string that begins at `start` breaks, and what stands there."""
    match = STRING_SO_FAR.match(text, start)
    assert match is not None  # a quotation mark stands at start
    at = match.end()
    if at == len(text):
        return at, Words("the end of the text")
    if text[at] == "\\":
        return at, Words(f"the escape {quoted(text[at : at + 2])}")
    return at, Words(f"the control character U+{ord(text[at]):04X}")


def encoding_hint(data: bytes) -> str:
    """Guess what the bytes are when they are not UTF-8, where that is easily seen."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in data[:8]:
        return " (is this UTF-16?)"
    if data.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
        return " (is this compressed?)"
    return ""
