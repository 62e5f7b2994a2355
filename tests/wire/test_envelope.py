"""The envelope against strict models of the four messages, written down independently."""

import json
from typing import Annotated, Any, Literal

from hypothesis import event, given
from hypothesis import strategies as st
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
)

from mcp_lab.wire import decode


def whole(number: float) -> float:
    assert number.is_integer()
    return number


Integer = StrictInt | Annotated[StrictFloat, AfterValidator(whole)]
Id = StrictStr | Integer


class Message(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")
    jsonrpc: Literal["2.0"]


class Request(Message):
    id: Id
    method: str
    params: dict[str, Any] = {}


class Notification(Message):
    method: str
    params: dict[str, Any] = {}


class Result(Message):
    id: Id
    result: Any


class ErrorObject(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")
    code: Integer
    message: str
    data: Any = None


class Error(Message):
    id: Id | None
    error: ErrorObject


# By kind: the model, and the members that must not stand beside its own.
MODELS = {
    "request": (Request, {"result", "error"}),
    "notification": (Notification, {"id", "result", "error"}),
    "result": (Result, {"method", "error"}),
    "error": (Error, {"method", "result"}),
}


def kind_of(value: dict[str, Any]) -> str | None:
    """The one kind of message that this strictly is, if it is any."""
    for kind, (model, others) in MODELS.items():
        if others.isdisjoint(value):
            try:
                model.model_validate(value)
            except ValidationError:
                continue
            return kind
    return None


GOOD = [
    {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {}},
    {"jsonrpc": "2.0", "id": "1", "method": "ping"},
    {"jsonrpc": "2.0", "method": "ping", "params": {"a": 1}},
    {"jsonrpc": "2.0", "id": 5.0, "result": {}},
    {"jsonrpc": "2.0", "id": 1, "result": None},
    {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no", "data": [1]}},
    {"jsonrpc": "2.0", "id": None, "error": {"code": -32700.0, "message": ""}},
]
ODD = st.sampled_from([None, True, 0, -1, 5.0, 5.5, "", "2.0", "ping", [], [1], {}, {"a": 1}])
NAMES = st.sampled_from(["jsonrpc", "id", "method", "params", "result", "error", "extra"])


@st.composite
def envelopes(draw) -> dict[str, Any]:
    """A good message with up to three members set to something odd, or left out."""
    value = dict(draw(st.sampled_from(GOOD)))
    for name in draw(st.lists(NAMES | st.sampled_from(["code", "message"]), max_size=3)):
        inner = name in {"code", "message"} and isinstance(value.get("error"), dict)
        target = value
        if inner:
            target = value["error"] = dict(value["error"])
        if draw(st.booleans()):
            target.pop(name, None)
        else:
            target[name] = draw(ODD)
    return value


@given(envelopes())
def test_a_message_is_free_of_defects_just_when_a_strict_model_takes_it(value):
    message = decode(json.dumps(value))
    kind = kind_of(value)
    event(str(kind))
    if kind is not None:
        assert (message.kind, message.ok) == (kind, True)
    else:
        assert not message.ok
