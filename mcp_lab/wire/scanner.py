"""The careful way in: a scanner that reads any text and names everything it can find.

JSON's grammar is small enough to be one table: in each state, which token may come, and what it
does. The scanner walks the table without recursion, so no nesting can exhaust a stack; it keeps
what parsers lose (members with one name, half surrogate pairs, NaN, numbers too big for Python);
it reads on where reading on is honest, and stops at the first token that the grammar doesn't know.
Each character is looked at a fixed number of times.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from mcp_lab.wire.defects import Defect, named
from mcp_lab.wire.hints import string_trouble, word_hint
from mcp_lab.wire.paths import path_of
from mcp_lab.wire.shown import Words, quoted
from mcp_lab.wire.values import ABSENT, DIGITS, LARGEST_EXACT, Number

if TYPE_CHECKING:
    from mcp_lab.wire.limits import Limits

State: TypeAlias = Literal["value", "item", "first item", "name", "first name", "colon"]
Place: TypeAlias = State | Literal["after item", "after member", "end"]
Step: TypeAlias = Literal["open", "close", "name", "colon", "comma", "scalar"]

# Tokens are marked by their first character; `w` is a bare word: a number, a literal, or neither.
_VALUE: Final[dict[str, Step]] = {"{": "open", "[": "open", '"': "scalar", "w": "scalar"}
_GRAMMAR: Final[dict[Place, dict[str, Step]]] = {
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
_EXPECTED: Final[dict[Place, str]] = {
    "value": "a value",
    "item": "a value",
    "first item": "a value or ]",
    "name": "a member's name in double quotes",
    "first name": "a member's name in double quotes, or }",
    "colon": "a colon",
    "after item": "a comma or ]",
    "after member": "a comma or }",
}
_TOKEN = re.compile(
    r"""[ \t\n\r]*+ (?:
      ( " [^"\\\x00-\x1f]*+ (?: \\ (?: ["\\/bfnrt] | u[0-9a-fA-F]{4} ) [^"\\\x00-\x1f]*+ )*+ " )
    | ( [][{},:] )
    | ( [^][{},:"\x00-\x20]++ )
    | )""",
    re.VERBOSE,
)
_STRING, _MARK, _WORD = 1, 2, 3
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?([eE][+-]?[0-9]++)?")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_LITERALS: Final[dict[str, Any]] = {"true": True, "false": False, "null": None}
_NOT_NUMBERS: Final = frozenset({"NaN", "Infinity", "-Infinity"})


class Scanner:
    """One reading of one text.

    After `run`: `value` is the parsed JSON, or ABSENT where the text is no JSON text or too deep;
    `defects` and `notes` are what was found, in reading order; `spans` are the (start, end)
    offsets of the items of an outermost array.
    """

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.limits = limits
        self.value: Any = ABSENT
        self.defects: list[Defect] = []
        self.notes: list[Defect] = []
        self.spans: list[tuple[int, int]] = []
        self._counts: Counter[str] = Counter()
        self._open: list[dict[str, Any] | list[Any]] = []
        self._names: list[str] = []  # of the member being read, one for each open container
        self._place: Place = "value"
        self._start = self._end = self._item = 0  # of the token; of the outermost array's item

    def run(self) -> None:
        """Walk the grammar to the end of the text, or to where reading stops."""
        steps = {
            "open": self._on_open,
            "close": self._on_close,
            "name": self._on_name,
            "colon": self._on_colon,
            "comma": self._on_comma,
            "scalar": self._on_scalar,
        }
        match = _TOKEN.match
        while True:
            token = match(self.text, self._end)
            assert token is not None  # the last alternative is empty
            group = token.lastindex
            self._end = token.end()
            if group is None:
                return self._on_no_token()
            word = token[group]
            self._start = self._end - len(word)
            mark = "w" if group == _WORD else word[0]
            step = _GRAMMAR[self._place].get(mark)
            if step is None:
                return self._on_misplaced(word)
            if not steps[step](word):
                return None

    # Steps. Each returns whether reading goes on.

    def _on_open(self, word: str) -> bool:
        if len(self._open) == self.limits.depth:
            return self._stop("too-deep", self._path(), limit=self.limits.depth)
        if len(self._open) == 1:
            self._item = self._start
        self._open.append({} if word == "{" else [])
        self._names.append("")
        self._place = "first name" if word == "{" else "first item"
        return True

    def _on_close(self, _word: str) -> bool:
        self._names.pop()
        return self._complete(self._open.pop())

    def _on_name(self, word: str) -> bool:
        name = self._string(word)
        self._names[-1] = name
        if name in self._open[-1]:
            self._note_defect("duplicate-key", self._path(), found=name)
        self._place = "colon"
        return True

    def _on_colon(self, _word: str) -> bool:
        self._place = "value"
        return True

    def _on_comma(self, _word: str) -> bool:
        self._place = "name" if self._place == "after member" else "item"
        return True

    def _on_scalar(self, word: str) -> bool:
        if len(self._open) == 1:
            self._item = self._start
        if word[0] == '"':
            return self._complete(self._string(word))
        if word in _LITERALS:
            return self._complete(_LITERALS[word])
        if word in _NOT_NUMBERS:
            self._note_defect("not-a-number", self._path(), found=Words(word), at=self._start)
            return self._complete(None)
        if number := _NUMBER.fullmatch(word):
            return self._complete(self._number(word, real=number.lastindex is not None))
        return self._not_json(Words(quoted(word)), word_hint(word))

    # Values.

    def _complete(self, value: Any) -> bool:
        """Put a finished value where it belongs."""
        if not self._open:
            self.value, self._place = value, "end"
            return True
        holder = self._open[-1]
        if isinstance(holder, dict):
            holder[self._names[-1]] = value
            self._place = "after member"
            return True
        holder.append(value)
        self._place = "after item"
        return len(self._open) > 1 or self._keep_span()

    def _keep_span(self) -> bool:
        self.spans.append((self._item, self._end))
        if len(self.spans) <= self.limits.members:
            return True
        more, limit = Words("batch"), self.limits.members
        return self._stop(
            "too-large", "", found=more, size=f"over {limit}", unit="messages", limit=limit
        )

    def _string(self, word: str) -> str:
        if "\\" not in word:
            return word[1:-1]
        value: str = json.loads(word)
        if "\\u" in word and _SURROGATE.search(value):
            self._note_defect("lone-surrogate", self._path(), found=value)
        return value

    def _number(self, word: str, *, real: bool) -> int | float | Number:
        value: int | float | Number
        if real:
            value = float(word)
            return Number(word) if value - value != 0 else value
        value = int(word) if len(word) <= DIGITS else Number(word)
        if isinstance(value, Number) or abs(value) > LARGEST_EXACT:
            self._note("huge-integer", self._path(), found=value)
        return value

    # What is wrong.

    def _on_no_token(self) -> None:
        """Nothing that begins a token stands here: the end, a broken string, a stray character."""
        self._start = self._end
        rest = self.text[self._start : self._start + 1]
        if self._place == "end":
            if rest:
                self._on_misplaced(rest)
        elif not rest:
            self._not_json(Words("the end of the text"))
        elif rest == '"':
            self._broken_string()
        else:
            self._not_json(Words(quoted(rest)), word_hint(rest))

    def _broken_string(self) -> None:
        at, found = string_trouble(self.text, self._start)
        self._start = at
        self._not_json(found, expected="the rest of a string")

    def _on_misplaced(self, word: str) -> None:
        if self._place == "end":
            at = self._start
            self._note_defect(
                "trailing-data", "", found=Words(quoted(self.text[at : at + 41])), at=at
            )
            self.value = ABSENT
            return
        hint = " (a comma stands before it)" if self._place in ("item", "name") else ""
        self._not_json(Words(quoted(word)), word_hint(word) or hint * (word in "]}"))

    def _not_json(self, found: Words, hint: str = "", expected: str = "") -> bool:
        expected = expected or _EXPECTED[self._place]
        return self._stop(
            "not-json", self._path(), expected=expected, found=found, at=self._start, hint=hint
        )

    def _stop(self, name: str, path: str, **what: Any) -> bool:
        self._note_defect(name, path, **what)
        self.value = ABSENT
        return False

    def _note_defect(self, name: str, path: str, **what: Any) -> None:
        self._list(self.defects, name, path, **what)

    def _note(self, name: str, path: str, **what: Any) -> None:
        self._list(self.notes, name, path, **what)

    def _list(self, where: list[Defect], name: str, path: str, **what: Any) -> None:
        """List a finding; of one name no more than the limit, so that memory stays flat."""
        self._counts[name] += 1
        if self._counts[name] <= self.limits.named:
            where.append(named(name, path, **what))

    def _path(self) -> str:
        """Say where the value being read belongs, as in `params.items[2]`."""
        return path_of(
            len(holder) if isinstance(holder, list) else name
            for holder, name in zip(self._open, self._names, strict=True)
            if name or isinstance(holder, list)
        )
