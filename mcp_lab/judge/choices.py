"""The answer of a choice challenge: for each item, an option for each thing asked.

`given` is `{"items": [{"key", "frame", "caption"?}…], "asks": [{"name", "label", "options"}…]}`.
The full form of an answer is `{item key: {ask name: option}}`; with one ask, `{item key: option}`
will do. Options are any JSON: a code, a word, null. An answer may be typed bit by bit: each
`q.answer.set({…})` adds to what was typed before.
"""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any


class ChoiceTrouble(ValueError):  # noqa: N818 - a state of the answer
    """A choice that doesn't fit its question; the text names the nearest that would."""


def canonical_choice(given: Mapping[str, Any], answer: object) -> dict[str, dict[str, Any]]:
    """The full form of an answer, which may be unfinished; raises `ChoiceTrouble`."""
    asks = {ask["name"]: ask["options"] for ask in given["asks"]}
    keys = [item["key"] for item in given["items"]]
    if not isinstance(answer, Mapping):
        raise ChoiceTrouble(f"the answer is a dictionary, such as {_example(keys, asks)}")
    return {
        _known("item", key, keys): _one(key, held, asks, _example(keys, asks))
        for key, held in answer.items()
    }


def merged(
    before: Mapping[str, Mapping[str, Any]], more: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """An answer in its full form with more of it typed: what is newer stands, the rest stays."""
    keys = dict.fromkeys((*before, *more))
    return {key: {**before.get(key, {}), **more.get(key, {})} for key in keys}


def still_open(given: Mapping[str, Any], full: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The keys of the items that lack an option, in the question's order."""
    asks = [ask["name"] for ask in given["asks"]]
    return [
        item["key"]
        for item in given["items"]
        if any(name not in full.get(item["key"], {}) for name in asks)
    ]


def _one(key: str, held: Any, asks: Mapping[str, list[Any]], example: str) -> dict[str, Any]:
    if not isinstance(held, Mapping):
        if len(asks) != 1:
            raise ChoiceTrouble(f"item {key!r} is asked {len(asks)} things: {example}")
        held = {next(iter(asks)): held}
    return {
        _known("question", name, asks): _known(f"option of {name!r}", option, asks.get(name, []))
        for name, option in held.items()
    }


def _known(what: str, value: Any, known: Iterable[Any]) -> Any:
    """`value` when it is one of the known (True is not 1), else `ChoiceTrouble`."""
    choices = list(known)
    if any(type(value) is type(one) and value == one for one in choices):
        return value
    words = {str(one): one for one in choices}
    near = difflib.get_close_matches(str(value), words, n=1, cutoff=0.5)
    listed = ", ".join(map(repr, choices))
    hint = f"the nearest is {words[near[0]]!r}" if near else f"there are {listed}"
    raise ChoiceTrouble(f"{value!r} is no {what}; {hint}")


def _example(keys: list[str], asks: Mapping[str, list[Any]]) -> str:
    first = {name: options[0] for name, options in asks.items()}
    return repr({keys[0]: first if len(first) > 1 else next(iter(first.values()))})
