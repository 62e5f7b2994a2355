"""What every model of a message shares: strictness, and the members that a revision knows.

`members.toml` says which members a revision knows and requires; a model reads it when it is
validated with that revision in its context. Strict means: nothing is turned into what it is not
(`"true"` is no boolean), a member that is there is not null unless null is a value, and further
members are let stand, as the official schemas let them.
"""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationInfo, model_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from mcp_lab.contract.members import members_of

T = TypeVar("T")


def _no_null(value: Any) -> Any:
    if value is None:
        raise PydanticCustomError("null", "null is no value of this member")
    return value


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


Maybe = Annotated[T | None, BeforeValidator(_no_null)]  # may be left out, and is not null
Integer = Annotated[int, BeforeValidator(_whole)]  # 5.0 is an integer to JSON Schema
RequestId = str | Integer
Object = dict[str, Any]


class Message(BaseModel):
    """What every model shares: strict, and only the members that the revision knows."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True, alias_generator=to_camel)

    @model_validator(mode="before")
    @classmethod
    def _of_the_revision(cls, value: Any, info: ValidationInfo) -> Any:
        revision = (info.context or {}).get("revision")
        if revision is None or not isinstance(value, dict):
            return value
        rows = members_of(cls.__name__)
        for member, revisions in rows.required.items():
            if revision in revisions and member not in value:
                raise PydanticCustomError("missing", "{member} is missing", {"member": (member,)})
        return {member: held for member, held in value.items() if rows.knows(member, revision)}
