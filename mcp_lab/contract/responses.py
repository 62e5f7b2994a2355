"""Tests of what a response says: whose it is, and what its result or error carries."""

from collections.abc import Mapping
from typing import Any

from mcp_lab.contract.frame import (
    NOT_APPLICABLE,
    Finding,
    Frame,
    Test,
    id_form,
    inside,
    is_id,
    quote,
)
from mcp_lab.contract.shapes import misfits
from mcp_lab.wire import ABSENT, same_id


def notification_unanswered(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """What is answered is no notification."""
    if not frame.is_response or frame.request is None:
        return NOT_APPLICABLE
    evidence = "answers " + quote("method", frame.request.method)
    return Finding(not frame.answers_notification, evidence)


def same_id_as_request(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """The id is the request's; where there is none to compare with, what can be told without."""
    if not frame.is_response or frame.answers_notification:
        return NOT_APPLICABLE
    found = frame.message.id
    if frame.request_id_readable and frame.request is not None:
        evidence = quote("request id", frame.request.id) + ", " + quote("response id", found)
        return Finding(same_id(found, frame.request.id), evidence)
    if frame.request is None:
        return _id_on_its_own(frame, terms)
    if is_id(found) and terms["made_up_falls"]:
        return Finding(
            holds=False,
            evidence=quote("id", found) + ", though the request's id could not be read",
        )
    return NOT_APPLICABLE


def _id_on_its_own(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """A response that stands alone can still lack the id that its request must have had."""
    found, code = frame.message.id, frame.code
    lacks = found is ABSENT or (found is None and frame.has("error"))
    if not lacks or _excused(frame, terms):
        return NOT_APPLICABLE
    said = quote("id", found)
    return Finding(holds=False, evidence=said if code is None else f"{said}, code {code}")


def _excused(frame: Frame, terms: Mapping[str, Any]) -> bool:
    """Whether an error that lacks an id tells by its code that there was none to be read.

    Codes for what was no request excuse any form. An error without an id is excused by every code
    that does not presuppose a request, where the revision knows errors that refuse one unread.
    """
    if not frame.has("error"):
        return False
    refuses = frame.message.id is ABSENT and terms["refusals"]
    return frame.code in terms["unreadable"] or (refuses and frame.code not in terms["readable"])


def id_of_the_unreadable(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """An error for a request whose id could not be read has the id in a valid form."""
    if not (frame.is_response and frame.has("error")) or frame.answers_notification:
        return NOT_APPLICABLE
    form = id_form(frame.message.id)
    if frame.request_id_readable:
        return NOT_APPLICABLE
    if frame.request is None and (form == "given" or not _excused(frame, terms)):
        return NOT_APPLICABLE
    return Finding(form in terms["valid"], quote("id", frame.message.id))


def result_is_object(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """The result is an object."""
    if not frame.has("result"):
        return NOT_APPLICABLE
    return Finding(isinstance(frame.message.result, dict), quote("result", frame.message.result))


def message_concise(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """The message is short and on one line: as much of "one sentence" as can be told safely."""
    error = frame.message.error
    message = error.get("message") if isinstance(error, dict) else None
    if not isinstance(message, str):
        return NOT_APPLICABLE
    concise = len(message) <= terms["characters"] and len(message.splitlines()) <= 1
    return Finding(concise, quote("error.message", message))


def data_shape(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """The data of a code that has a fixed form has that form."""
    model = terms.get(str(frame.code))
    if model is None:
        return NOT_APPLICABLE
    data = frame.message.error.get("data", ABSENT)
    if data is ABSENT:
        return Finding(holds=False, evidence=quote("error.data", data))
    for misfit in misfits(model, data, frame.revision):
        found = quote(inside("error.data", misfit.path), misfit.found)
        return Finding(holds=False, evidence=found)
    return Finding(holds=True, evidence=quote("error.data", data))


TESTS: Mapping[str, Test] = {
    "notification.no-response": notification_unanswered,
    "response.same-id": same_id_as_request,
    "response.id-unreadable": id_of_the_unreadable,
    "response.result-object": result_is_object,
    "error.message-concise": message_concise,
    "error.data-shape": data_shape,
}
