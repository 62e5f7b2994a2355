"""The question of a choice challenge as a widget shows it, and an answer to it in words.

A question is a list of items (a frame each) and a list of asks that every item is asked. An answer
is ``{item key: {ask name: option}}`` and may be unfinished.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Answers = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Item:
    """One frame to judge; ``key`` is what an answer calls it, ``title`` what a person reads."""

    key: str
    frame: str
    title: str


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing asked of every item, with the options to choose from, in order."""

    name: str
    label: str
    options: tuple[Any, ...]

    def place(self, option: Any) -> int | None:
        """Where in the options it stands, None where it does not; True is not 1."""
        fits = (
            at for at, one in enumerate(self.options) if type(one) is type(option) and one == option
        )
        return next(fits, None)


@dataclass(frozen=True, slots=True)
class Question:
    """What a choice challenge gives: its items and its asks."""

    items: tuple[Item, ...]
    asks: tuple[Ask, ...]

    @classmethod
    def from_given(cls, given: Mapping[str, Any]) -> "Question":
        """The question in ``{"items": [{key, frame, caption?}…], "asks": [{name, …}…]}``."""
        asks = (Ask(one["name"], one["label"], tuple(one["options"])) for one in given["asks"])
        return cls(tuple(map(_item, given["items"])), tuple(asks))

    def pairs(self) -> Iterator[tuple[Item, Ask]]:
        """Everything that is asked, item by item."""
        return ((item, ask) for item in self.items for ask in self.asks)

    def open_in(self, answers: Answers) -> int:
        """How many of the things asked have no answer yet."""
        return sum(ask.name not in answers.get(item.key, {}) for item, ask in self.pairs())

    def fitting(self, value: object) -> Answers:
        """What of a kept answer still fits: it may be older than the question."""
        kept: Answers = {}
        for item, ask in self.pairs():
            held = value.get(item.key) if isinstance(value, Mapping) else None
            place = ask.place(held.get(ask.name, _NOTHING)) if isinstance(held, Mapping) else None
            if place is not None:
                kept.setdefault(item.key, {})[ask.name] = ask.options[place]
        return kept

    def text(self, answers: Answers) -> str:
        """The answers as lines a person can read, the same for the same answers."""
        return "\n".join(
            f"{item.key}: {self._said(answers.get(item.key, {}))}" for item in self.items
        )

    def _said(self, chosen: Mapping[str, Any]) -> str:
        return ", ".join(
            f"{ask.name} = {said(chosen[ask.name]) if ask.name in chosen else '(open)'}"
            for ask in self.asks
        )


def said(option: Any) -> str:
    """An option as it is read: a word as it is, any other value as JSON."""
    return option if isinstance(option, str) else json.dumps(option)


_NOTHING = object()


def _item(one: Mapping[str, Any]) -> Item:
    key, caption = one["key"], one.get("caption")
    return Item(key, one["frame"], f"{key} · {caption}" if caption else key)
