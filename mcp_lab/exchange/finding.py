"""Finds the frame in a line: the line itself, or what a host's log put its prefix before.

Hosts write frames into logs behind a time, a level, a server's name, sometimes with a word after
them, sometimes as one member of a record that is JSON itself. What is cut off is told, so that
nothing is left out in silence. Where a line begins as a frame it is taken as a frame, broken or
not; only a prefix that plainly is one makes a line a log line.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.wire import ABSENT, Decoded, decode, encode

if TYPE_CHECKING:
    from collections.abc import Iterator

_MEMBERS: Final = frozenset({"jsonrpc", "id", "method", "params", "result", "error"})
_TELLING: Final = frozenset({"method", "result", "error"})
_START: Final = re.compile(r'\{(?=[ \t]*")|\[(?=[ \t]*\{)')
_NAME: Final = '"jsonrpc"'
_NO_CHARACTER: Final = re.compile(r"[\ud800-\udfff]")
_BATCH: Final = re.compile(rb'\s*\[\s*\{\s*"jsonrpc"')  # what was meant as one, when it breaks
_ATTEMPTS: Final = 32  # places in one line that are tried: more would be quadratic
_CUT: Final = 200  # characters of what was left off that are kept

_read = (
    json.JSONDecoder().raw_decode
)  # lenient on purpose: what it takes is decoded again, strictly


@dataclass(frozen=True, slots=True)
class Found:
    """A frame, decoded, and what was left off around it, shortened; None where nothing was."""

    message: Decoded
    cut: str | None = None


def find(line: bytes, *, log: bool) -> Found | None:
    """Find the frame of a line, which has no line break.

    With `log`, None stands for a line without a frame. Without it every line is a frame, broken
    or not, and only a line that plainly holds one behind a prefix is cut.
    """
    whole = decode(line)
    if _stands_alone(whole, log=log):
        return Found(whole)
    text = line.decode("utf-8", "surrogateescape")
    inside = _inside(text, log=log) or (_in_record(whole.value) if log else None)
    if inside is None and not log:
        return Found(whole)
    return inside


def _stands_alone(whole: Decoded, *, log: bool) -> bool:
    if any(defect.name == "too-large" for defect in whole.defects):
        return True  # nothing that is not read can be found inside
    if log:
        return _is_frame(whole.value) or bool(whole.value is ABSENT and _BATCH.match(whole.raw))
    return whole.value is not ABSENT or whole.raw.lstrip().startswith(b"{")


def _is_frame(value: Any) -> bool:
    """Whether this is JSON-RPC, however wrong, and not just any JSON."""
    if isinstance(value, list):
        return any(_is_frame(each) for each in value if not isinstance(each, list))
    if not isinstance(value, dict):
        return False
    return "jsonrpc" in value or bool(_TELLING & value.keys() and value.keys() <= _MEMBERS)


def _inside(text: str, *, log: bool) -> Found | None:
    """Find a frame that begins somewhere in this text: a whole one, or else a broken one."""
    within = 0  # up to here the text lies within JSON that is no frame itself
    broken = None  # where JSON begins that can't be read
    for at, value, end in _json_in(text):
        if value is ABSENT:
            broken = at if broken is None and at >= within else broken
        elif not _is_frame(value):
            within = max(within, end)
        elif broken is not None and _NAME in text[broken:at]:
            break  # it is a part of the broken frame
        elif at < within or _is_prefix(text[:at], log=log):
            alone = at < within or _NAME not in text[end:]
            return _found(text, at, end if alone else len(text))
        else:
            return None
    if broken is not None and _NAME in text[broken:] and _is_prefix(text[:broken], log=log):
        return _found(text, broken, len(text))
    return None


def _json_in(text: str) -> Iterator[tuple[int, Any, int]]:
    """Yield (start, value, end) of objects and arrays in a text; ABSENT for those that break."""
    for start in islice(_START.finditer(text), _ATTEMPTS):
        try:
            value, end = _read(text, start.start())
        except (ValueError, RecursionError):
            yield start.start(), ABSENT, start.end()
        else:
            yield start.start(), value, end


def _is_prefix(before: str, *, log: bool) -> bool:
    """Whether this is what a log puts before a frame, rather than the beginning of broken JSON."""
    trimmed = before.rstrip()
    if log or not trimmed:
        return log
    inside_an_array = trimmed[0] == "[" and trimmed[-1] in "[,"
    return not (inside_an_array or before[-1].isalnum() or before[-1] in "\"'")


def _found(text: str, at: int, end: int) -> Found:
    return Found(decode(_bytes(text[at:end])), _cut(text[:at], text[end:]))


def _in_record(record: Any) -> Found | None:
    """Find a frame in a string member of a log record that is a JSON object."""
    if not isinstance(record, dict):
        return None
    for name, value in record.items():
        if isinstance(value, str) and "{" in value:
            found = find(_bytes(value), log=True)
            if found is not None:
                rest = {other: each for other, each in record.items() if other != name}
                return Found(found.message, _cut(encode(rest).decode(), ""))
    return None


def _bytes(text: str) -> bytes:
    """Turn text back into the bytes that it came from, bad ones too."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _cut(before: str, after: str) -> str | None:
    before, after = _readable(before), _readable(after)
    return f"{before} … {after}".strip() if after else before or None


def _readable(text: str) -> str:
    """Trim and shorten; what is no character becomes U+FFFD."""
    trimmed = _NO_CHARACTER.sub("\ufffd", text.strip())
    return trimmed if len(trimmed) <= _CUT else trimmed[: _CUT - 1] + "…"
