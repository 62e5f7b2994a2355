"""Four audiences, and what each may be shown of a failure: an allow-list, field by field.

One text for everybody is either too much for the model or too little for whoever has to mend it. So
each audience gets a view of its own, made from a record by this table before anything is written.
What is not in the table is shown to nobody, and what is in it has to have its field's form: a name
alone is no reason to trust a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from mcp_lab.world.boundary import Boundary
from mcp_lab.world.safe_error import Retry

WITHHELD: Final = "withheld"
"""Stands for a value that has not the form of its field."""


class Audience(StrEnum):
    """Who reads."""

    MODEL = "model"
    """Acts on what it reads, and may take any text for an instruction."""

    USER = "user"
    """Wants to know what happened to the booking and what can be done."""

    DEVELOPER = "developer"
    """Mends the integration; sees every call of every passenger."""

    AUDITOR = "auditor"
    """Finds out afterwards who was affected; the only one who sees whom a call was made for."""


Form = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Field:
    """One row: a field of the record, what it is, who is shown it, and the form it has to have."""

    name: str
    says: str
    shown_to: frozenset[Audience]
    form: Form


def _text(pattern: str) -> Form:
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def _one_of(*values: str) -> Form:
    return lambda value: isinstance(value, str) and value in values


def _any_text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _names(value: Any) -> bool:
    return isinstance(value, tuple) and all(map(_NAME, value))


def _request_id(value: Any) -> bool:
    return _whole(value) or _ID(value)


_NAME: Final = _text(r"[A-Za-z_$][A-Za-z0-9_./$-]{0,63}")
_ID: Final = _text(r"[A-Za-z0-9_.:-]{1,64}")
_SLUG: Final = _text(r"[a-z][a-z0-9-]{0,40}")
_SENTENCE: Final = _text(r"[^\x00-\x1f\x7f\u2028\u2029]{1,300}")

_MODEL: Final = frozenset({Audience.MODEL})
_USER: Final = frozenset({Audience.USER})
_AUDITOR: Final = frozenset({Audience.AUDITOR})
_KEEPERS: Final = frozenset({Audience.DEVELOPER, Audience.AUDITOR})
_ALL: Final = frozenset(Audience)

FIELDS: Final[tuple[Field, ...]] = (
    Field("tool", "which tool was called", _ALL, _NAME),
    Field("outcome", "success, tool-error, protocol-error, ...", _ALL, _SLUG),
    Field("category", "the failure's stable name", _KEEPERS, _SLUG),
    Field("retry", "whether the same call may be made again", _ALL, _one_of(*Retry)),
    Field("reference", "what finds the record of this failure", _ALL, _text(r"c-[0-9a-f]{6}")),
    Field("observed", "the peer's own text, fenced", _MODEL, _any_text),
    Field("told", "the host's own sentence of what happened", _USER, _SENTENCE),
    Field("remedy", "what the peer advises", _USER | {Audience.DEVELOPER}, _SENTENCE),
    Field("action", "what the client does next", _KEEPERS | _USER, _SLUG),
    Field("side_effect_began", "whether something may have happened", _KEEPERS, _flag),
    Field("revision", "the protocol revision", _KEEPERS, _text(r"\d{4}-\d\d-\d\d")),
    Field("method", "the request's method", _KEEPERS, _NAME),
    Field("request_id", "the request's id", _KEEPERS, _request_id),
    Field("arguments", "the names of the arguments, no values", _KEEPERS, _names),
    Field("code", "the code of a protocol error", _KEEPERS, _whole),
    Field("situation", "the contract's name for what went wrong", _KEEPERS, _SLUG),
    Field("boundary", "where it ended", _KEEPERS, _one_of(*Boundary)),
    Field("at", "when, by the world's clock", _KEEPERS, _text(r"[0-9T:.+Z-]{10,40}")),
    Field("subject", "whom the call was made for", _AUDITOR, _text(r"[^\s@]+@[^\s@]+")),
)
_ROWS: Final[Mapping[str, Field]] = MappingProxyType({field.name: field for field in FIELDS})


def view(record: Mapping[str, Any], audience: Audience) -> Mapping[str, Any]:
    """What `audience` is shown of `record`, in the order of the table. Never raises."""
    return MappingProxyType(
        {
            row.name: record[row.name] if row.form(record[row.name]) else WITHHELD
            for row in _ROWS.values()
            if row.name in record and audience in row.shown_to
        }
    )
