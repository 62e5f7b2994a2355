"""What a decision about a failed call rests on: stable fields, never the wording of an error.

`context_of` reads them off an event. The side effect is the hard part: that a call failed does not
say that nothing was done. Only a refusal as a request, and a failure that says so in a field made
for programs, count as "nothing was done"; everything else may have acted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.client.events import Broken, Lost, Response, TimedOut, Withdrawn
from mcp_lab.contract import HOME, REVISIONS, Outcome
from mcp_lab.contract.tables import span
from mcp_lab.world import safe_error
from mcp_lab.world.safe_error import Retry

if TYPE_CHECKING:
    from mcp_lab.client.events import Event


class FailureKind(StrEnum):
    """In which way a call failed."""

    PROTOCOL = "protocol"
    """Refused as a request; nothing was begun."""

    SERVER = "server"
    """An error from inside the server, or one whose code has no meaning here."""

    TOOL = "tool"
    """The tool's own word: `isError` is true."""

    INPUT = "input"
    """Something is needed from outside before it can go on."""

    UNUSABLE = "unusable"
    """An answer came, and can't be used."""

    SILENCE = "silence"
    """No answer in time."""

    DEATH = "death"
    """The connection ended first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureContext:
    """All that a policy may look at.

    Attributes:
        kind: the way it failed; a plain string of that value is taken too.
        transient: it may pass by itself.
        side_effect_may_have_occurred: nobody can say that nothing was done.
        user_action_required: only the user can change the result.
        budget_left: an attempt is left.
        repeated: the identical call was denied before.
        version_offered: the server lists a version that this client speaks.
        headers_at_fault: the HTTP headers did not match the body.
        input_at_hand: what the server asked for is known already.
        revision: the protocol revision of the call.

    Raises ValueError for a kind that there isn't.
    """

    kind: FailureKind
    transient: bool = False
    side_effect_may_have_occurred: bool = False
    user_action_required: bool = False
    budget_left: bool = True
    repeated: bool = False
    version_offered: bool = False
    headers_at_fault: bool = False
    input_at_hand: bool = False
    revision: str = HOME

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", FailureKind(self.kind))


@dataclass(frozen=True, slots=True)
class Semantics:
    """What the host knows of one tool.

    Attributes:
        acts: it changes something outside; unknown counts as yes.
        key: the argument that is its idempotency key, if it has one.
        status: the tool that says what became of a call, if there is one.
        name: the argument by which that tool finds it; it has the same name in both.
    """

    acts: bool = True
    key: str | None = None
    status: str | None = None
    name: str | None = None


# Codes that turn a request away before anything is begun, by revision.
_TURNS_AWAY: Final = (
    ("all", frozenset({-32700, -32600, -32601, -32602})),
    ("2026-07-28..", frozenset({-32020, -32021, -32022})),
)
_HEADER_MISMATCH: Final = -32020
_OFFERS_VERSIONS: Final = frozenset({-32022, -32020})
_URL_ELICITATION: Final = ("2025-11-25", -32042)
_WITHOUT_ANSWER: Final[Mapping[type, FailureKind]] = {
    Broken: FailureKind.UNUSABLE,
    TimedOut: FailureKind.SILENCE,
    Withdrawn: FailureKind.SILENCE,
    Lost: FailureKind.DEATH,
}
_OF_OUTCOME: Final[Mapping[Outcome, FailureKind]] = {
    Outcome.TOOL_ERROR: FailureKind.TOOL,
    Outcome.INPUT_REQUIRED: FailureKind.INPUT,
}
# What a failure says of itself that means "nothing was done". That it will always fail again does
# not: a tool can fail for good after it has acted.
_NOTHING_DONE: Final = frozenset({Retry.WHEN_MENDED, Retry.LATER})


def context_of(
    event: Event, revision: str, semantics: Semantics | None = None
) -> FailureContext | None:
    """The failure in an event; None for a success, and for what ends no call.

    `semantics` is what the host knows of the tool; None where it knows nothing, and then a tool's
    error is taken at its word and everything else may have acted. What only the host knows (whether
    attempts are left, whether this was denied before) is for the caller to put in.
    """
    kind = kind_of(event, revision)
    if kind is None:
        return None
    return FailureContext(
        kind=kind,
        transient=_transient(event, kind, semantics),
        side_effect_may_have_occurred=_may_have_acted(event, kind, semantics),
        user_action_required=kind is FailureKind.INPUT,
        version_offered=_version_offered(event, revision),
        headers_at_fault=_code(event) == _HEADER_MISMATCH and revision in span("2026-07-28.."),
        revision=revision,
    )


def kind_of(event: Event, revision: str) -> FailureKind | None:
    """In which way an event ends a call; None for a success, and for what ends none."""
    if isinstance(event, Response):
        if event.outcome is Outcome.PROTOCOL_ERROR:
            return _kind_of_error(event, revision)
        return _OF_OUTCOME.get(event.outcome)
    if isinstance(event, Broken) and event.request is None:
        return None
    return _WITHOUT_ANSWER.get(type(event))


def told(event: Event) -> Mapping[str, str]:
    """What the peer says of its failure in the fields made for programs; mostly nothing."""
    if not isinstance(event, Response):
        return {}
    if event.outcome is Outcome.PROTOCOL_ERROR:
        return safe_error.read(event.error.get("data"))
    meta = event.result.get("_meta") if isinstance(event.result, Mapping) else None
    return safe_error.read(meta.get(safe_error.MEMBER)) if isinstance(meta, Mapping) else {}


def _kind_of_error(event: Response, revision: str) -> FailureKind:
    code = event.error["code"]
    if (revision, code) == _URL_ELICITATION and _elicitations(event.error.get("data")):
        return FailureKind.INPUT
    away = any(code in codes for revisions, codes in _TURNS_AWAY if revision in span(revisions))
    return FailureKind.PROTOCOL if away else FailureKind.SERVER


def _elicitations(data: Any) -> bool:
    """Whether there is a page to send the user to: without one there is nothing to ask."""
    listed = data.get("elicitations") if isinstance(data, Mapping) else None
    return (
        isinstance(listed, list)
        and len(listed) > 0
        and all(
            isinstance(each, Mapping)
            and each.get("mode") == "url"
            and all(isinstance(each.get(name), str) for name in ("url", "elicitationId", "message"))
            for each in listed
        )
    )


def _transient(event: Event, kind: FailureKind, semantics: Semantics | None) -> bool:
    if kind in (FailureKind.SILENCE, FailureKind.DEATH):
        return True
    says = told(event).get("retry")
    if says == Retry.AFTER_CHECKING:  # of a tool that only reads there is nothing to check
        return kind is FailureKind.TOOL and semantics is not None and not semantics.acts
    return says == Retry.LATER


def _may_have_acted(event: Event, kind: FailureKind, semantics: Semantics | None) -> bool:
    request = getattr(event, "request", None)
    if request is None or request.tool is None or (semantics is not None and not semantics.acts):
        return False
    if kind in (FailureKind.PROTOCOL, FailureKind.INPUT):
        return False
    says = told(event).get("retry")
    if kind is FailureKind.TOOL and semantics is None:
        return says == Retry.AFTER_CHECKING
    return says not in _NOTHING_DONE


def _version_offered(event: Event, revision: str) -> bool:
    if revision not in span("2026-07-28..") or _code(event) not in _OFFERS_VERSIONS:
        return False
    return bool(versions_offered(event))


def versions_offered(event: Event) -> tuple[str, ...]:
    """The revisions known here that an error lists as supported, newest first."""
    data = event.error.get("data") if isinstance(event, Response) and event.error else None
    listed = data.get("supported") if isinstance(data, Mapping) else None
    found = listed if isinstance(listed, list) else []
    return tuple(known for known in reversed(REVISIONS) if known in found)


def _code(event: Event) -> Any:
    is_error = isinstance(event, Response) and event.outcome is Outcome.PROTOCOL_ERROR
    return event.error["code"] if is_error and isinstance(event, Response) else None
