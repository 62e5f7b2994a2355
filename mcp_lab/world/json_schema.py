"""The one seam to the JSON Schema library: compile a schema once, name what fails in plain words.

Dialect: JSON Schema 2020-12 with formats checked and nothing fetched from a network. The library
is imported on first use, because start-up is paid by everyone and schemas are not always needed.

What is said of a failure names the field and the rule and never repeats the value that was sent:
an argument can hold a secret, or instructions to a model, and neither belongs in an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache, partial
from typing import Any

from mcp_lab.wire import Number
from mcp_lab.wire.paths import path_of
from mcp_lab.world.unions import UNIONS, Discriminator, discriminator


class SchemaBroken(Exception):  # noqa: N818 - it says what is broken
    """The schema itself can't be compiled. The message says where and why."""


@dataclass(frozen=True, slots=True)
class SchemaError:
    """One failure: the field (`passengers`, `stops[1]`, empty for the whole), keyword, words."""

    path: str
    keyword: str
    says: str


class Validator:
    """A compiled schema. `accepts(value)` is the quick answer, `errors(value)` the full one."""

    __slots__ = ("_is_valid", "_iter_errors", "_schema")

    def __init__(self, schema: Any) -> None:
        import jsonschema_rs

        self._schema = schema

        try:
            inner = jsonschema_rs.Draft202012Validator(schema, validate_formats=True, offline=True)
        except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError) as trouble:
            raise SchemaBroken(f"This is no JSON Schema: {trouble.message}") from trouble
        self._is_valid: Callable[[Any], bool] = inner.is_valid
        self._iter_errors = inner.iter_errors

    def accepts(self, value: Any) -> bool:
        """Whether `value` (parsed JSON) satisfies the schema; False for what is no JSON."""
        try:
            return self._is_valid(value)
        except ValueError:
            return not self.errors(value)

    def errors(self, value: Any) -> tuple[SchemaError, ...]:
        """Every failure of `value`, in the library's order; empty when it satisfies the schema."""
        try:
            found = self._iter_errors(_plain(value))
            return tuple(told for error in found for told in _told(error, self._schema))
        except (ValueError, ArithmeticError):
            return (SchemaError("", "json", "is no JSON value within range"),)


def compile(schema: Any) -> Validator:  # noqa: A001 - the word the field uses, always used as json_schema.compile
    """The compiled form of `schema` (a JSON object or boolean); compiled once for equal schemas.

    Raises SchemaBroken when the schema is none.
    """
    return _compiled(json.dumps(schema, sort_keys=True, default=dict))


def lazily(schema: Any) -> Callable[[], Validator]:
    """A schema to be compiled on first use: what a module holds costs nothing at import."""
    return partial(compile, schema)


@lru_cache(maxsize=512)
def _compiled(text: str) -> Validator:
    return Validator(json.loads(text))


def _plain(value: Any) -> Any:
    """`value` without the two forms that the library can't read.

    A Number is a decimal; a lone surrogate is the replacement character, one for one, so that
    lengths stay what they are.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode() if _lone_surrogate(value) else value
    if isinstance(value, Number):
        return Decimal(value.text)
    if isinstance(value, Mapping):
        return {_plain(name): _plain(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value


def _lone_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _told(error: Any, schema: Any) -> Iterator[SchemaError]:
    """What there is to say of one failure: of a union, what fails in the branch that was meant."""
    keyword = error.kind.name
    found = error.kind.as_dict()
    path = list(error.instance_path)
    if keyword in UNIONS:
        yield from _of_union(error, found["context"], schema)
    elif keyword == "required":
        yield SchemaError(path_of([*path, found["property"]]), keyword, "is required")
    elif keyword == "additionalProperties":
        yield _unexpected(path, found["unexpected"])
    else:
        rule = _RULES.get(keyword)
        says = rule(found | {"instance": error.instance}) if rule else f"does not satisfy {keyword}"
        yield SchemaError(path_of(path), keyword, says)


def _of_union(error: Any, context: list[list[Any]], schema: Any) -> Iterator[SchemaError]:
    """Failures of a oneOf or anyOf: by the discriminator where the union has one."""
    path, value = list(error.instance_path), error.instance
    told = discriminator(schema, list(error.schema_path))
    if told is None or not isinstance(value, Mapping):
        yield SchemaError(path_of(path), error.kind.name, _no_branch(value, told))
        return
    name, options = told
    if name not in value:
        yield SchemaError(path_of([*path, name]), "required", f"is required: {_one_of(options)}")
    elif (branch := _position(value[name], options)) is None:
        yield SchemaError(path_of([*path, name]), "enum", f"must be {_one_of(options)}")
    else:
        for inner in context[branch]:
            yield from _told(inner, schema)


def _no_branch(value: Any, told: Discriminator | None) -> str:
    if told is not None:
        return _type({"types": ["object"], "instance": value})
    return "must match one of the forms that the schema allows"


def _one_of(options: list[Any]) -> str:
    return f"one of: {_listed(options)}"


def _position(value: Any, options: list[Any]) -> int | None:
    """Where `value` stands among the options; true is not 1 here, and "2" is not 2."""
    for position, option in enumerate(options):
        if value == option and isinstance(value, bool) == isinstance(option, bool):
            return position
    return None


def _unexpected(path: list[str | int], names: list[str]) -> SchemaError:
    # A member's name is the sender's text as well: only what looks like a name is repeated.
    if len(names) == 1 and _NAME.fullmatch(names[0]):
        return SchemaError(path_of([*path, names[0]]), "additionalProperties", "is not known here")
    count = "a member" if len(names) == 1 else f"{len(names)} members"
    return SchemaError(path_of(path), "additionalProperties", f"has {count} not known here")


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,40}")


def _type(found: Mapping[str, Any]) -> str:
    wanted = " or ".join(f"{_article(name)} {name}" for name in found["types"])
    value = found["instance"]
    if isinstance(value, str) and _held(value) in found["types"]:
        return f"must be {wanted}, not a string that holds one: send the JSON itself"
    actual = _json_type(value)
    return f"must be {wanted}, not {_article(actual)} {actual}".replace("a null", "null")


def _held(text: str) -> str | None:
    """Whether a string holds the JSON text of an object or an array: encoded twice, by mistake."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return _json_type(json.loads(text))
    except (ValueError, RecursionError):
        return None


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeio" else "a"


def _json_type(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    for kind, name in ((str, "string"), (Mapping, "object"), (list, "array")):
        if isinstance(value, kind):
            return name
    return "number"


def _listed(options: list[Any]) -> str:
    return ", ".join(
        option if isinstance(option, str) else json.dumps(option) for option in options
    )


_FORMATS = {
    "date": "a date like 2031-05-04",
    "date-time": "a date and time like 2031-05-04T08:30:00Z",
    "email": "an e-mail address",
    "uri": "a URI",
}

# What each keyword asks, told to whoever has to mend the value. Keywords without a row are named.
_RULES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "type": _type,
    "enum": lambda found: f"must be one of: {_listed(found['options'])}",
    "const": lambda found: f"must be {_listed([found['expected_value']])}",
    "minimum": lambda found: f"must be {found['limit']} or more",
    "maximum": lambda found: f"must be {found['limit']} or less",
    "exclusiveMinimum": lambda found: f"must be more than {found['limit']}",
    "exclusiveMaximum": lambda found: f"must be less than {found['limit']}",
    "multipleOf": lambda found: f"must be a multiple of {found['multiple_of']}",
    "minLength": lambda found: f"must have at least {found['limit']} characters",
    "maxLength": lambda found: f"must have at most {found['limit']} characters",
    "pattern": lambda found: f"must match the pattern {found['pattern']}",
    "format": lambda found: f"must be {_FORMATS.get(found['format'], found['format'])}",
    "minItems": lambda found: f"must have at least {found['limit']} items",
    "maxItems": lambda found: f"must have at most {found['limit']} items",
    "uniqueItems": lambda _: "must not hold the same item twice",
}
