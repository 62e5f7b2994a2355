"""challenge.toml, strictly read."""

import keyword
import re
import tomllib
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)
from pydantic_core import ErrorDetails

from mcp_lab.judge.trouble import ChallengeBroken

_SLUG = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")


def _name(text: str) -> str:
    if not text.isidentifier() or keyword.iskeyword(text):
        raise ValueError(f"{text!r} is no Python name")
    return text


def _module(text: str) -> str:
    if not text.isidentifier() or find_spec(f"mcp_lab.{text}") is None:
        raise ValueError(f"{text!r} is no module of mcp_lab")
    return text


def _slug(text: str) -> str:
    if not _SLUG.fullmatch(text):
        raise ValueError(f"{text!r} is not lower case words joined by - or .")
    return text


def _revision(text: str) -> str:
    from mcp_lab.contract import REVISIONS

    if text not in REVISIONS:
        raise ValueError(f"{text!r} is none of {', '.join(REVISIONS)}")
    return text


def _exact(value: Any) -> Any:
    """Points may be written 1, 0.5 (TOML's own, read as Decimal) or "0.5"."""
    return Decimal(value) if isinstance(value, int | str) and value is not True else value


def _unlike(values: list[str]) -> list[str]:
    twice = sorted({value for value in values if values.count(value) > 1})
    if twice:
        raise ValueError(f"{', '.join(twice)} stands twice")
    return values


_Line = Annotated[str, Field(min_length=1, pattern=r"^[^\n]*\S[^\n]*$")]
_Some = Field(min_length=1)


class Card(BaseModel):
    """The members of challenge.toml; every one is needed but `gives`."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    title: _Line
    kind: Literal["choice", "data", "function"]
    level: Literal["easy", "medium", "hard"]
    minutes: Annotated[int, Field(gt=0)]
    points: Annotated[Decimal, BeforeValidator(_exact), Field(gt=0, allow_inf_nan=False)]
    answer: Annotated[str, AfterValidator(_name)]
    gives: Annotated[list[Annotated[str, AfterValidator(_module)]], AfterValidator(_unlike)] = []
    revisions: Annotated[
        list[Annotated[str, AfterValidator(_revision)]], _Some, AfterValidator(_unlike)
    ]
    clauses: Annotated[list[_Line], _Some, AfterValidator(_unlike)]
    facts: Annotated[list[Annotated[str, AfterValidator(_slug)]], _Some, AfterValidator(_unlike)]
    hints: Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=3, max_length=3)]

    def fields(self) -> dict[str, Any]:
        """The members, lists as tuples."""
        return {name: tuple(value) if isinstance(value, list) else value for name, value in self}


def read_card(path: Path, text: str) -> Card:
    """Validate the text of a challenge.toml; raises `ChallengeBroken` with every trouble named."""
    try:
        members = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise ChallengeBroken(path, f"it is no TOML: {error}", "Mend that line.") from None
    try:
        return Card.model_validate(members)
    except ValidationError as error:
        causes = "; ".join(_cause(detail) for detail in error.errors())
        raise ChallengeBroken(path, causes, _next(error.errors()[0])) from None


def _cause(detail: ErrorDetails) -> str:
    where = ".".join(str(step) for step in detail["loc"])
    if detail["type"] == "missing":
        return f"`{where}` is missing"
    if detail["type"] == "extra_forbidden":
        return f"`{where}` is not a member of a challenge"
    found = repr(detail["input"])
    said = detail["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    if detail["type"] == "value_error":
        return f"`{where}`: {said}"
    return f"`{where}` is {found if len(found) < 60 else found[:59] + '…'}; it should be {said}"


# The next step, by what is wrong first.
_NEXT = {
    "missing": "Add it: `{where} = …`.",
    "extra_forbidden": "Remove it, or correct its spelling.",
}


def _next(detail: ErrorDetails) -> str:
    where = ".".join(str(step) for step in detail["loc"])
    return _NEXT.get(detail["type"], "Correct `{where}`.").format(where=where)
