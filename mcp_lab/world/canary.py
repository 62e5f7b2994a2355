"""Canaries: made-up secrets of nine kinds, the failures that carry them, and where they went.

Each kind is a way in which secrets really get out: quoted in a message, in the path of a file, in
what a provider answered, in a frame of a traceback, behind `__cause__`. A canary is drawn from the
variant, so it is the same every run and stands nowhere by chance. Planted in a failure, it may be
in no view that its kind doesn't belong to.

    canary = canaries("harbour")[Kind.TOKEN]
    Fault(Boundary.PROVIDER_CALL, carrier(canary))
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from traceback import walk_tb
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.world.audience import Audience
from mcp_lab.world.chance import draw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_CORE: Final = 16


class Kind(StrEnum):
    """What a canary stands for, and with it the way it travels."""

    TOKEN = "token"  # noqa: S105 - the name of a kind
    PATH = "path"
    EMAIL = "e-mail"
    PROVIDER_BODY = "provider-body"
    STACK = "stack"
    NESTED_CAUSE = "nested-cause"
    EXCEPTION_GROUP = "exception-group"
    ENVIRONMENT = "environment"
    OUTPUT_VALUE = "output-value"


@dataclass(frozen=True, slots=True)
class Canary:
    """One made-up secret: `text` as it would be met, `core` the part that gives it away."""

    kind: Kind
    core: str
    text: str


class ProviderReply(Exception):  # noqa: N818 - it names what came back
    """A provider's answer that was no success, with its whole body in `body`, as libraries do."""

    def __init__(self, status: int, body: str) -> None:
        super().__init__(f"the provider answered {status}")
        self.body = body


class _Row:
    """One kind: how its secret looks, who may see it, and a failure that carries it."""

    def __init__(
        self,
        looks: str,
        carry: Callable[[str], BaseException],
        belongs_to: frozenset[Audience] = frozenset(),
    ) -> None:
        self.looks = looks
        self.carry = carry
        self.belongs_to = belongs_to


def _raised_in(path: str) -> BaseException:
    """An exception whose traceback has a frame in the file `path`."""

    def fail() -> None:
        raise RuntimeError("the desk failed")

    try:
        FunctionType(fail.__code__.replace(co_filename=path), {})()
    except RuntimeError as trouble:
        return trouble
    raise AssertionError("it raises")


def _caused_by(text: str) -> BaseException:
    trouble, middle = RuntimeError("the desk failed"), LookupError("no connection")
    middle.__cause__ = PermissionError(text)
    trouble.__cause__ = middle
    return trouble


def _grouped(text: str) -> BaseException:
    inner = ExceptionGroup("two lookups failed", [KeyError(text)])
    return ExceptionGroup("the desk failed", [ValueError("no answer"), inner])


def _noted(text: str) -> BaseException:
    trouble = TypeError("the result was not what was promised")
    trouble.add_note(f"result: {{'paid_with': {text!r}}}")
    return trouble


_ROWS: Final[Mapping[Kind, _Row]] = {
    Kind.TOKEN: _Row("ferry_live_{}", lambda text: ValueError(f"401 for Bearer {text}")),
    Kind.PATH: _Row("/srv/ferry/{}/settings.toml", lambda text: OSError(2, "No such file", text)),
    # The passenger's own address: an auditor has to know whom a failure touched.
    Kind.EMAIL: _Row(
        "{}@passengers.example",
        lambda text: LookupError(f"no account for {text}"),
        frozenset({Audience.AUDITOR}),
    ),
    Kind.PROVIDER_BODY: _Row(
        '{{"declined": "card", "trace": "{}"}}', lambda text: ProviderReply(502, text)
    ),
    Kind.STACK: _Row("/srv/ferry/releases/{}/desk.py", _raised_in),
    Kind.NESTED_CAUSE: _Row("role desk_{} may not read bookings", _caused_by),
    Kind.EXCEPTION_GROUP: _Row("replica-{}.ferry.internal", _grouped),
    Kind.ENVIRONMENT: _Row(
        "postgres://desk:{}@10.0.0.7/bookings",
        lambda text: KeyError("BOOKINGS", {"BOOKINGS_URL": text}),
    ),
    Kind.OUTPUT_VALUE: _Row("card-{}", _noted),
}


@lru_cache(maxsize=64)
def canaries(variant: str) -> Mapping[Kind, Canary]:
    """One canary of each kind, the same for the same variant."""
    return MappingProxyType({kind: _drawn(variant, kind, row) for kind, row in _ROWS.items()})


def address(variant: str) -> str:
    """The e-mail address of the passenger who is signed in: personal, and so a canary as well."""
    return canaries(variant)[Kind.EMAIL].text


def carrier(canary: Canary) -> BaseException:
    """A fresh exception that carries the canary the way its kind travels."""
    return _ROWS[canary.kind].carry(canary.text)


def belongs_to(kind: Kind) -> frozenset[Audience]:
    """The audiences that may see a canary of this kind; mostly none."""
    return _ROWS[kind].belongs_to


def carried(trouble: BaseException, variant: str) -> tuple[Kind, ...]:
    """The kinds of canary that an exception holds anywhere within."""
    texts = tuple(texts_of(trouble))
    return tuple(
        kind
        for kind, canary in canaries(variant).items()
        if any(canary.core in text for text in texts)
    )


def texts_of(trouble: BaseException) -> Iterator[str]:
    """Everything that an exception could give away: its own, and that of all it leads to.

    Words, arguments, notes, attributes, the file names of its traceback; then the same of its
    cause, its context and the members of a group.
    """
    seen: list[BaseException] = []
    waiting: list[Any] = [trouble]
    while waiting:
        each = waiting.pop()
        if not isinstance(each, BaseException) or any(each is other for other in seen):
            continue
        seen.append(each)
        yield from _own_texts(each)
        waiting += [each.__cause__, each.__context__]
        waiting += getattr(each, "exceptions", ())


def _own_texts(trouble: BaseException) -> Iterator[str]:
    for part in (trouble, trouble.args, vars(trouble)):
        yield _safely(part)
    yield _safely(getattr(trouble, "filename", ""))
    for frame, _ in walk_tb(trouble.__traceback__):
        yield f"{frame.f_code.co_filename} {frame.f_code.co_name}"


def _safely(part: Any) -> str:
    """Its words; an exception of strange making may fail even at that."""
    try:
        return f"{part} {part!r}"
    except Exception:  # noqa: BLE001 - whatever it is, it gave nothing away
        return ""


def _drawn(variant: str, kind: Kind, row: _Row) -> Canary:
    chance = draw(variant, f"canary of kind {kind}")
    core = "".join(chance.choice(_ALPHABET) for _ in range(_CORE))
    return Canary(kind, core, row.looks.format(core))
