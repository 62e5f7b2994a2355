"""What each of the four audiences was shown of an exchange.

The model's and the user's view are made by the client from what came over the wire; the
developer's and the auditor's have the server's own record as well. All four go through the
allow-list of `mcp_lab.world.audience`, which is the only way into a view.

The peer's text reaches the model alone, and fenced. The user reads the host's own sentence: a
peer's text would speak in the host's name there.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.contract import Outcome
from mcp_lab.wire import ABSENT, encode
from mcp_lab.world.audience import Audience, view
from mcp_lab.world.canary import address
from mcp_lab.world.fence import fence
from mcp_lab.world.safe_error import MEMBER, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mcp_lab.exchange.exchange import Exchange
    from mcp_lab.wire import Decoded


@dataclass(frozen=True, slots=True)
class View:
    """What one audience was shown: the fields by name, and the same as text."""

    audience: Audience
    fields: Mapping[str, Any]

    @property
    def text(self) -> str:
        """One line a field, and what the peer said, fenced, at the end."""
        lines = [
            f"{name}: {_told(value)}" for name, value in self.fields.items() if name != "observed"
        ]
        return "\n".join([*lines, *filter(None, [self.fields.get("observed")])])

    def __str__(self) -> str:
        return self.text


def views_of(exchange: Exchange) -> Mapping[Audience, View]:
    """The four views, by audience."""
    record = record_of(exchange)
    return MappingProxyType({each: View(each, view(record, each)) for each in Audience})


def record_of(exchange: Exchange) -> dict[str, Any]:
    """Everything that the table has a row for; what is not known is left out."""
    record = {**_of_the_request(exchange), **_of_the_answer(exchange), **_of_the_server(exchange)}
    return {name: value for name, value in record.items() if value is not None}


def peer_text(response: Decoded | None) -> str:
    """All that the peer says in words: a tool's text, or an error's message and remedy."""
    return "\n".join(text for each in _members(response) for text in _words(each))


def peer_fields(response: Decoded | None) -> dict[str, str]:
    """The fields of a safe error that the peer sent for programs; of a batch, the first's."""
    return next((found for each in _members(response) if (found := read(_failure(each)))), {})


def _members(response: Decoded | None) -> tuple[Decoded, ...]:
    return () if response is None else response.members or (response,)


def _failure(message: Decoded) -> Any:
    if isinstance(message.error, dict):
        return message.error.get("data")
    meta = message.result.get("_meta") if isinstance(message.result, dict) else None
    return meta.get(MEMBER) if isinstance(meta, dict) else None


def _words(message: Decoded) -> Iterator[str]:
    if isinstance(message.error, dict):
        yield str(message.error.get("message", ""))
        yield from filter(None, [read(message.error.get("data")).get("remedy")])
    elif isinstance(message.result, dict):
        content = message.result.get("content")
        blocks = content if isinstance(content, list) else []
        texts = [each["text"] for each in blocks if isinstance(each, dict) and "text" in each]
        yield from map(str, texts)
        structured = message.result.get("structuredContent", ABSENT)
        if not texts and structured is not ABSENT:
            yield encode(structured).decode()


def _of_the_request(exchange: Exchange) -> dict[str, Any]:
    request = exchange.request
    params = request.params if isinstance(request.params, dict) else {}
    arguments = params.get("arguments")
    return {
        "tool": params.get("name") if request.method == "tools/call" else None,
        "method": None if request.method is ABSENT else request.method,
        "request_id": None if request.id is ABSENT else request.id,
        "arguments": tuple(arguments) if isinstance(arguments, dict) else None,
        "revision": exchange.revision,
        "at": exchange.frames[0].at.isoformat(timespec="milliseconds"),
        "subject": address(exchange.scenario.variant),
    }


def _of_the_answer(exchange: Exchange) -> dict[str, Any]:
    response, outcome = exchange.response, exchange.outcome
    text = peer_text(response)
    error = response.error if response is not None and isinstance(response.error, dict) else {}
    return {
        "outcome": str(outcome),
        "observed": fence(text, _source(exchange)) if text else None,
        "told": _TOLD[outcome],
        "action": None if exchange.advice is None else str(exchange.advice.action),
        "code": error.get("code"),
        **peer_fields(response),
    }


def _of_the_server(exchange: Exchange) -> dict[str, Any]:
    return {
        "situation": exchange.trace.situation,
        "boundary": exchange.reached,
        "side_effect_began": exchange.side_effect_began,
    }


def _source(exchange: Exchange) -> str:
    """Whose text it is: the tool's by name where its body was entered, else the server's."""
    params = exchange.request.params
    named = params.get("name") if isinstance(params, dict) else None
    return f"tool {named}" if exchange.entered and isinstance(named, str) else "the server"


def _told(value: Any) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


# The host's own sentences, for the user.
_TOLD: Final[Mapping[Outcome, str]] = {
    Outcome.SUCCESS: "The call was answered.",
    Outcome.INPUT_REQUIRED: "The service needs something from you before it can go on.",
    Outcome.TOOL_ERROR: "The service could not do what was asked.",
    Outcome.PROTOCOL_ERROR: "The request was not accepted by the service.",
    Outcome.SILENCE: "There was no answer; whether anything happened is not known.",
    Outcome.DEATH: "The service went away; whether anything happened is not known.",
    Outcome.LATE: "The answer came too late to be used.",
    Outcome.DUPLICATE: "The service answered more than once.",
    Outcome.HTTP_REJECTED: "The service did not take the request.",
}
