"""Looking for canaries, also where they are dressed up.

A secret can get past a search for its plain text by being escaped, encoded, upper-cased or spread
over several blocks. Text is therefore peeled: each layer that can be undone is undone, three deep,
and every form is searched. Strings that stand at the same place of several blocks are searched
joined as well.

Found: JSON escapes, percent and HTML escapes, base64 (also the URL-safe form), hexadecimal, any
case, separators set between, parts spread over blocks or over frames in their order. Not found, and
not claimed: encryption, compression, a part of the secret alone, the secret told in other words.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import unquote

from mcp_lab.wire import decode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_lab.world.canary import Canary, Kind

_DEPTH: Final = 3
_SHORT: Final = 1000
_MOST_FORMS: Final = 400  # a text made to be peeled for ever is searched no further


class Sighting(NamedTuple):
    """A canary, where it stood (`result.content[0].text`), and in what dress."""

    kind: Kind
    place: str
    dress: str


def look_for(wanted: Iterable[Canary], value: Any) -> tuple[Sighting, ...]:
    """Every sighting of the canaries in `value`: the first of a canary for each place.

    The items of one list count as one place. No layer makes a text longer, so one that is shorter
    than every canary is not peeled.

    `value` is a frame's bytes, a text, or any JSON value. Never raises.
    """
    sought = tuple(wanted)
    shortest = min((len(canary.core) for canary in sought), default=0)
    texts = [(place, text) for place, text in _texts(value) if len(text) >= shortest]
    pieces = [(place, form) for place, text in texts for form in _forms(text)]
    found: dict[tuple[Kind, str], Sighting] = {}
    for canary in sought:
        for place, (dress, text) in pieces:
            if canary.core in text and (canary.kind, _general(place)) not in found:
                found[canary.kind, _general(place)] = Sighting(canary.kind, place, dress)
    return tuple(found.values())


def peel(text: str) -> Iterator[tuple[str, str]]:
    """`text` in every form that can be had by undoing layers, each with the layers undone.

    Every form is lower-cased, and given a second time without what stands between its letters.
    """
    waiting = [("as it is", text, 0)]
    seen = {text}
    while waiting and len(seen) <= _MOST_FORMS:
        dress, form, depth = waiting.pop(0)
        yield dress, form.casefold()
        yield f"{dress}, spread out", _BETWEEN.sub("", form.casefold())
        if depth == _DEPTH:
            continue
        for layer, undo in _LAYERS.items():
            for inner in undo(form):
                if inner not in seen:
                    seen.add(inner)
                    waiting.append(
                        (layer if depth == 0 else f"{layer} in {dress}", inner, depth + 1)
                    )


def _forms(text: str) -> Iterable[tuple[str, str]]:
    """Its forms; of a short text remembered, since the same few stand in frame after frame."""
    return _peeled(text) if len(text) <= _SHORT else peel(text)


@lru_cache(maxsize=1024)
def _peeled(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(peel(text))


def _texts(value: Any) -> Iterator[tuple[str, str]]:
    """Each string with its place; then those of the same place in several blocks, joined."""
    together: dict[str, list[str]] = {}
    for place, text in _strings(value):
        yield place, text
        together.setdefault(_general(place), []).append(text)
    for place, texts in together.items():
        if len(texts) > 1:
            yield place, "".join(texts)


def _strings(value: Any) -> Iterator[tuple[str, str]]:
    """The strings of a JSON value and the names of its members, in their order, to any depth."""
    waiting: list[tuple[str, Any]] = [("", _parsed(value))]
    while waiting:
        place, each = waiting.pop()
        if isinstance(each, Mapping):
            members = [(f"{place}.{name}".lstrip("."), name, each[name]) for name in each]
            yield from ((f"{inner} (its name)", str(name)) for inner, name, _ in members)
            waiting += [(inner, _parsed(member)) for inner, _, member in reversed(members)]
        elif isinstance(each, list | tuple):
            items = [(f"{place}[{index}]", _parsed(item)) for index, item in enumerate(each)]
            waiting += reversed(items)
        elif each is not None:
            yield place, str(each)


def _general(place: str) -> str:
    """The place without the numbers of the items."""
    return _INDEX.sub("[]", place)


def _parsed(value: Any) -> Any:
    """A frame's bytes as the JSON value that they are, or else as text; the rest as it is."""
    if not isinstance(value, bytes):
        return value
    found = decode(value).value
    return found if isinstance(found, dict | list) else value.decode("utf-8", "replace")


_BETWEEN: Final = re.compile(r"[^a-z0-9]+")
_INDEX: Final = re.compile(r"\[\d+\]")
_ESCAPE: Final = re.compile(r"\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})|\\([\"\\/])")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX: Final = re.compile(r"(?:[0-9A-Fa-f]{2}[ :-]?){12,}")


def _unescaped(text: str) -> Iterator[str]:
    if "\\" in text:
        yield _ESCAPE.sub(lambda m: m[3] or chr(int(m[1] or m[2], 16)), text)


def _unquoted(text: str) -> Iterator[str]:
    if "%" in text:
        yield unquote(text.replace("+", " "))


def _unmarked(text: str) -> Iterator[str]:
    if "&" in text:
        yield html.unescape(text)


def _from_base64(text: str) -> Iterator[str]:
    """Every run that may be base64, read from each of the four places where a group may begin."""
    for run in _BASE64.findall(text):
        letters = run.rstrip("=").translate(_STANDARD)
        for start in range(4):
            whole = letters[start:]
            whole = whole[: len(whole) - (len(whole) % 4 == 1)]
            yield base64.b64decode(whole + "=" * (-len(whole) % 4)).decode("utf-8", "replace")


def _from_hex(text: str) -> Iterator[str]:
    for run in _HEX.findall(text):
        with_no_gaps = re.sub(r"[ :-]", "", run)
        yield binascii.unhexlify(with_no_gaps).decode("utf-8", "replace")


_STANDARD: Final = str.maketrans("-_", "+/")
_LAYERS: Final[Mapping[str, Callable[[str], Iterator[str]]]] = {
    "escaped": _unescaped,
    "percent-encoded": _unquoted,
    "HTML": _unmarked,
    "base64": _from_base64,
    "hexadecimal": _from_hex,
}
