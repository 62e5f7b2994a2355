"""A safe error: what may be said of a failure, and enough of it that somebody can act.

Two mistakes are made with errors. One says everything: the exception's text, and with it whatever
secret it quotes. The other says nothing: "Error", and whoever called can only guess or repeat. A
safe error is neither. It is made of five fields that are chosen, never of an exception, so there is
nothing in it to take out again.

The words go to people and models; the same fields stand beside them for programs, so that nobody
has to read a category out of a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

MEMBER: Final = "ferry-desk/failure"
"""The key of a tool error's `_meta` under which the fields stand for programs."""


class Retry(StrEnum):
    """Whether the same call may be made again."""

    NEVER = "never"
    """It will fail again."""

    WHEN_MENDED = "when-mended"
    """With what is named put right."""

    LATER = "later"
    """As it is, after a while."""

    AFTER_CHECKING = "after-checking"
    """Only once it is known that it had no effect."""


@dataclass(frozen=True, slots=True)
class SafeError:
    """The fields that keep an error useful without telling secrets.

    Attributes:
        category: a stable name, for programs.
        says: one sentence: what was not done and why, as far as it may be told.
        remedy: one sentence: what to do instead.
        retry: whether the same call may be made again.
        reference: the correlation id, which finds the restricted record kept of the failure.
    """

    category: str
    says: str
    remedy: str
    retry: Retry
    reference: str

    @property
    def text(self) -> str:
        """The words of a tool error: what a model reads."""
        tail = f"[{self.category}, retry {self.retry}, reference {self.reference}]"
        return f"{self.says} {self.remedy} {tail}"

    @property
    def message(self) -> str:
        """The message of a protocol error: the one sentence, without its full stop."""
        return self.says.removesuffix(".")

    @property
    def fields(self) -> dict[str, str]:
        """The fields for programs: an error's `data`, or a tool error's `_meta` under MEMBER."""
        return {
            "category": self.category,
            "remedy": self.remedy,
            "retry": str(self.retry),
            "reference": self.reference,
        }


_FORMS: Final[dict[str, re.Pattern[str]]] = {
    "category": re.compile(r"[a-z][a-z0-9-]{1,40}"),
    "remedy": re.compile(r"[^\x00-\x1f\x7f\u2028\u2029]{1,300}"),
    "retry": re.compile("|".join(map(re.escape, Retry))),
    "reference": re.compile(r"c-[0-9a-f]{6}"),
}
FIELDS: Final = tuple(_FORMS)
"""What a safe error keeps, beside its one sentence: the four that make it possible to act."""


def read(value: Any) -> dict[str, str]:
    """The fields of a safe error that stand in `value` (an error's data, or the `_meta` member).

    Only those that have their field's own form: a peer may send anything under these names.
    """
    found = value if isinstance(value, dict) else {}
    return {
        name: text
        for name, form in _FORMS.items()
        if isinstance(text := found.get(name), str) and form.fullmatch(text)
    }
