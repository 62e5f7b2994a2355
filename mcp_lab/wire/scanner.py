"""The careful way in: a scanner that reads any text and names everything it can find.

It walks the grammar's table without recursion, so no nesting can exhaust a stack; it keeps what
parsers lose (members with one name, half surrogate pairs, NaN, numbers too big for Python); it
reads on where reading on is honest, and stops at the first token that the grammar doesn't know.
Each character is looked at a fixed number of times.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from mcp_lab.wire.defects import Defect, named
from mcp_lab.wire.grammar import EXPECTED, GRAMMAR, GROUPS, LITERALS, NOT_NUMBERS, NUMBER, TOKEN
from mcp_lab.wire.hints import string_trouble, word_hint
from mcp_lab.wire.paths import path_of
from mcp_lab.wire.shown import Words, quoted
from mcp_lab.wire.values import ABSENT, DIGITS, LARGEST_EXACT, Number, real

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp_lab.wire.grammar import Place, Step
    from mcp_lab.wire.limits import Limits

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_SHORT = 15  # characters of a number that certainly is below 2^53


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
        self._names: list[str | None] = []  # one for each open container: the member being read
        self._place: Place = "value"
        self._start = self._end = 0  # of the token
        self._item = 0  # where the item of an outermost array begins

    def run(self) -> None:
        """Walk the grammar to the end of the text, or to where reading stops."""
        steps: dict[Step, Callable[[str], bool]] = {
            "open": self._on_open,
            "close": self._on_close,
            "name": self._on_name,
            "colon": self._on_colon,
            "comma": self._on_comma,
            "scalar": self._on_scalar,
        }
        for token in TOKEN.finditer(self.text):
            group = token.lastindex
            self._end = token.end()
            if group is None:
                return self._on_no_token()
            word = token[group]
            self._start = self._end - len(word)
            step = GRAMMAR[self._place].get(GROUPS[group] or word)
            if step is None:
                return self._on_misplaced(word)
            if not steps[step](word):
                return None
        return None

    # What each step does. It returns whether reading goes on.

    def _on_open(self, word: str) -> bool:
        if len(self._open) >= self.limits.depth:
            return self._stop("too-deep", limit=self.limits.depth)
        if len(self._open) == 1:
            self._item = self._start
        self._open.append({} if word == "{" else [])
        self._names.append(None)
        self._place = "first name" if word == "{" else "first item"
        return True

    def _on_close(self, _word: str) -> bool:
        self._names.pop()
        return self._complete(self._open.pop())

    def _on_name(self, word: str) -> bool:
        name = self._string(word) if "\\" in word else word[1:-1]
        self._names[-1] = name
        if name in self._open[-1]:
            self._find("duplicate-key", found=name)
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
        if word in LITERALS:
            return self._complete(LITERALS[word])
        if number := NUMBER.fullmatch(word):
            return self._complete(self._integer(word) if number.lastindex is None else real(word))
        if word in NOT_NUMBERS:
            self._find("not-a-number", found=Words(word), at=self._start)
            return self._complete(None)
        return self._not_json(Words(quoted(word)), word_hint(word))

    # Values.

    def _complete(self, value: Any) -> bool:
        """Put a finished value where it belongs."""
        if not self._open:
            self.value, self._place = value, "end"
            return True
        holder = self._open[-1]
        if isinstance(holder, dict):
            holder[self._names[-1] or ""] = value
            self._place = "after member"
            return True
        holder.append(value)
        self._place = "after item"
        return len(self._open) > 1 or self._keep_span()

    def _keep_span(self) -> bool:
        self.spans.append((self._item, self._end))
        most = self.limits.members
        if len(self.spans) <= most:
            return True
        return self._stop("too-large", found=Words("batch"), unit="messages", limit=most)

    def _string(self, word: str) -> str:
        if "\\" not in word:
            return word[1:-1]
        value: str = json.loads(word)
        if "\\u" in word and _SURROGATE.search(value):
            self._find("lone-surrogate", found=value)
        return value

    def _integer(self, word: str) -> int | Number:
        if len(word) <= _SHORT:
            return int(word)
        value = int(word) if len(word) <= DIGITS else Number(word)
        if isinstance(value, Number) or abs(value) > LARGEST_EXACT:
            self._list(self.notes, "huge-integer", found=value)
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
        self._start, found = string_trouble(self.text, self._start)
        self._not_json(found, expected="the rest of a string")

    def _on_misplaced(self, word: str) -> None:
        if self._place == "end":
            rest = self.text[self._start : self._start + 64]
            self._stop("trailing-data", found=rest, at=self._start)
        elif self._place in {"item", "name"} and word in {"]", "}"}:
            self._not_json(Words(quoted(word)), " (a comma stands before it)")
        else:
            self._not_json(Words(quoted(word)), word_hint(word))

    def _not_json(self, found: Words, hint: str = "", expected: str = "") -> bool:
        expected = expected or EXPECTED[self._place]
        return self._stop("not-json", expected=expected, found=found, at=self._start, hint=hint)

    def _stop(self, name: str, **what: Any) -> bool:
        self._find(name, **what)
        self.value = ABSENT
        return False

    def _find(self, name: str, **what: Any) -> None:
        self._list(self.defects, name, **what)

    def _list(self, where: list[Defect], name: str, **what: Any) -> None:
        """List a finding; of one name no more than the limit, so that memory stays flat."""
        self._counts[name] += 1
        if self._counts[name] <= self.limits.named:
            where.append(named(name, self._path(), **what))

    def _path(self) -> str:
        """Say where the value being read belongs."""
        parts = (
            len(holder) if isinstance(holder, list) else name
            for holder, name in zip(self._open, self._names, strict=True)
        )
        return path_of(part for part in parts if part is not None)
