"""Asking the person at the client a question, in the way that the revision has for it.

    2026-07-28               the request ends with input_required; the client sends it again with
                             the answer, and the body, begun anew, finds it there
    2025-06-18, 2025-11-25   the server sends elicitation/create, and the call waits for the answer
    before                   there is no way: the call ends with words for whoever made it

A client that has not declared elicitation is never asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mcp_lab.server.revisions import (
    CAPABILITIES_KEY,
    ELICITATION,
    ELICITATION_MODE,
    STATELESS,
)
from mcp_lab.server.visit import Stop
from mcp_lab.wire import encode
from mcp_lab.world import Answer, json_schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp_lab.server.visit import Visit
    from mcp_lab.world import Question

RESPONSE: Final = json_schema.lazily(
    {
        "type": "object",
        "properties": {
            "action": {"enum": ["accept", "decline", "cancel"]},
            "content": {"type": "object"},
        },
        "required": ["action"],
    }
)


def put(visit: Visit, question: Question) -> Answer | Stop | None:
    """The answer, where it is there already; why it can't be asked; or None: it is asked now."""
    if visit.cancelled:
        return None  # nothing is sent for a withdrawn request, questions neither
    for revisions, ask in _WAYS:
        if visit.revision in revisions:
            return ask(visit, question)
    return nobody("input-required", question)


def answered(response: Any, question: Question) -> Answer | str:
    """The answer that a client's response (an ElicitResult) gives, or what is wrong with it."""
    if errors := RESPONSE().errors(response):
        return f"{errors[0].path or question.key} {errors[0].says}"
    content = response.get("content", {})
    if response["action"] == "accept":
        errors = json_schema.compile(question.schema).errors(content)
        if errors:
            return f"{errors[0].path or 'content'} {errors[0].says}"
    return Answer(response["action"], content)


def request(visit: Visit, question: Question) -> dict[str, Any]:
    """The elicitation/create that puts the question: a request, or part of a result."""
    mode = {"mode": "form"} if visit.revision in ELICITATION_MODE else {}
    params = {**mode, "message": question.message, "requestedSchema": question.schema}
    return {"method": "elicitation/create", "params": params}


def frames(visit: Visit) -> tuple[bytes, ...]:
    """The request to the client that the visit waits for, if it does."""
    waiting = visit.waiting
    if waiting is None or waiting.asked is None or waiting.question is None:
        return ()
    body = request(visit, waiting.question)
    return (encode({"jsonrpc": "2.0", "id": waiting.asked, **body}),)


def _by_retry(visit: Visit, question: Question) -> Answer | Stop | None:
    if question.key in visit.answers:
        answer = answered(visit.answers[question.key], question)
        if isinstance(answer, Answer):
            return answer
        return Stop("malformed-input-responses", says=f"Invalid params: inputResponses: {answer}.")
    if not _declared(visit.meta.get(CAPABILITIES_KEY)):
        required: dict[str, Any] = {"requiredCapabilities": {"elicitation": {"form": {}}}}
        return Stop("missing-client-capability", data=required)
    visit.input = question
    return None


def _by_request(visit: Visit, question: Question) -> Answer | Stop | None:
    if not _declared(visit.connection.capabilities):
        return nobody("missing-client-capability", question)
    assert visit.waiting is not None
    visit.waiting.asked = visit.connection.next_id()
    visit.waiting.question = question
    return None


def _declared(capabilities: Any) -> bool:
    """Whether the client can show a form; an empty elicitation object means just that."""
    found = capabilities.get("elicitation") if isinstance(capabilities, dict) else None
    return isinstance(found, dict) and (not found or "form" in found)


def nobody(situation: str, question: Question) -> Stop:
    """There is no way to ask: the caller is told what to do instead."""
    return Stop(situation, "confirmation-needed", remedy=question.unasked)


_WAYS: Final[tuple[tuple[tuple[str, ...], Callable[..., Answer | Stop | None]], ...]] = (
    (STATELESS, _by_retry),
    (ELICITATION, _by_request),
)
