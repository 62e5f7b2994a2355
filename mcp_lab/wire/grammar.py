"""JSON's grammar as data: which token may come where, and what it does (RFC 8259 sections 2 to 7).

A token is a mark, a string, or a bare word. In the table a mark stands for itself, `"` for any
string, `w` for any word, which may turn out to be a number, a literal, or nothing that JSON knows.
"""

from __future__ import annotations

import re
from typing import Any, Final, Literal, TypeAlias

Place: TypeAlias = Literal[
    "value",
    "item",
    "first item",
    "name",
    "first name",
    "colon",
    "after item",
    "after member",
    "end",
]
Step: TypeAlias = Literal["open", "close", "name", "colon", "comma", "scalar"]

_VALUE: Final[dict[str, Step]] = {"{": "open", "[": "open", '"': "scalar", "w": "scalar"}

GRAMMAR: Final[dict[Place, dict[str, Step]]] = {
    "value": _VALUE,
    "item": _VALUE,
    "first item": {**_VALUE, "]": "close"},
    "name": {'"': "name"},
    "first name": {'"': "name", "}": "close"},
    "colon": {":": "colon"},
    "after item": {",": "comma", "]": "close"},
    "after member": {",": "comma", "}": "close"},
    "end": {},
}

EXPECTED: Final[dict[Place, str]] = {
    "value": "a value",
    "item": "a value",
    "first item": "a value or ]",
    "name": "a member's name in double quotes",
    "first name": "a member's name in double quotes or }",
    "colon": "a colon",
    "after item": "a comma or ]",
    "after member": "a comma or }",
    "end": "the end",
}

# Possessive quantifiers (`*+`) keep matching linear and memory flat, whatever the text.
_CHARACTERS = r'[^"\\\x00-\x1f]*+ (?: \\ (?: ["\\/bfnrt] | u[0-9a-fA-F]{4} ) [^"\\\x00-\x1f]*+ )*+'

TOKEN: Final = re.compile(
    rf'[ \t\n\r]*+ (?: ( " {_CHARACTERS} " ) | ( [][{{}},:] ) | ( [^][{{}},:"\x00-\x20]++ ) | )',
    re.VERBOSE,
)
"""White space, then a string (group 1), a mark (2) or a word (3); no group where none begins."""

GROUPS: Final = (None, '"', None, "w")
"""What stands for a token of this group in the table; None where it stands for itself."""

STRING_SO_FAR: Final = re.compile(rf'" {_CHARACTERS}', re.VERBOSE)
"""A string up to where it ends, or breaks."""

NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?([eE][+-]?[0-9]++)?")
"""A number; it has a last group where it is written with a fraction or an exponent."""

LITERALS: Final[dict[str, Any]] = {"true": True, "false": False, "null": None}

NOT_NUMBERS: Final = frozenset({"NaN", "Infinity", "-Infinity"})
"""What serialisers write for numbers that JSON doesn't have; read, so that reading can go on."""
