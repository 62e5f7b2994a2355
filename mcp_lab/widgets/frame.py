"""A frame laid out for reading, every character of its tokens kept.

Parsing and printing again would lose what this course is about: a key that stands twice, ``5.0``
where ``5`` was meant, an escape. So only the white space between tokens changes; a text that is no
JSON is shown as it came.
"""

import json
import re
import unicodedata

WIDTH = 72
DEEPEST = 60  # beyond this, indentation hides more than it shows

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_BEGINS, _ENDS = {"{", "["}, {"}", "]"}


def pretty(frame: str, width: int = WIDTH) -> str:
    """The frame over several lines where one of ``width`` characters does not hold it."""
    try:
        json.loads(frame)
    except (ValueError, RecursionError):
        return frame
    return _laid_out(_TOKEN.findall(frame), width)


def readable(frame: str, width: int = WIDTH) -> str:
    """The frame laid out, with what cannot be seen written as an escape."""
    return "".join(map(_seen, pretty(frame, width)))


def _seen(character: str) -> str:
    r"""A character, or ``\uXXXX`` for one that is not drawn: a control, a byte order mark."""
    if character in "\n\t" or unicodedata.category(character) not in _UNSEEN:
        return character
    return f"\\u{ord(character):04x}"


def _laid_out(tokens: list[str], width: int) -> str:
    lines: list[str] = []
    line, depth, at = "", 0, 0
    while at < len(tokens):
        mark = tokens[at]
        end = _end(tokens, at)
        whole = _on_one_line(tokens[at : end + 1])
        if end > at + 1 and depth < DEEPEST and len(line) + len(whole) > width:
            lines.append(line + mark)
            depth += 1
            line = "  " * depth
        elif mark in _ENDS:
            lines.append(line)
            depth -= 1
            line = "  " * depth + mark
        elif mark == ",":
            lines.append(line + mark)
            line = "  " * depth
        else:
            line += whole
            at = end
        at += 1
    return "\n".join(one for one in [*lines, line] if one.strip())


def _end(tokens: list[str], at: int) -> int:
    """Where the value that begins at ``at`` ends; a scalar ends where it begins."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += tokens[index] in _BEGINS
        depth -= tokens[index] in _ENDS
        if depth <= 0:
            return index
    return len(tokens) - 1


def _on_one_line(tokens: list[str]) -> str:
    return "".join({",": ", ", ":": ": "}.get(token, token) for token in tokens)
