"""Tests of what a call says: batches, requests, notifications, methods and their params."""

from collections.abc import Mapping
from typing import Any

from mcp_lab.contract.frame import NOT_APPLICABLE, Finding, Frame, Test, inside, quote
from mcp_lab.contract.methods import method
from mcp_lab.contract.shapes import misfits
from mcp_lab.wire import ABSENT


def batch_supported(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """A batch, at a revision that receives batches."""
    if frame.message.kind != "batch":
        return NOT_APPLICABLE
    return Finding(terms["accepted"], f"an array of {len(frame.message.members)}")


def batch_without_initialize(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """No member of a batch asks to initialize."""
    if frame.message.kind != "batch":
        return NOT_APPLICABLE
    for index, member in enumerate(frame.message.members):
        if member.method == "initialize":
            return Finding(holds=False, evidence=quote(f"[{index}].method", member.method))
    return Finding(holds=True)


def request_has_id(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """A method that asks for an answer comes with an id."""
    named = method(frame.message.method) if frame.is_call else None
    if named is None or named.kind != "request" or named.by(frame.revision) is None:
        return NOT_APPLICABLE
    evidence = quote("method", named.name) + ", " + quote("id", frame.message.id)
    return Finding(frame.has("id"), evidence)


def notification_without_id(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """A method that is a notification's by its name comes without an id."""
    method = frame.message.method
    if not isinstance(method, str) or not method.startswith(terms["prefix"]):
        return NOT_APPLICABLE
    evidence = quote("method", method) + ", " + quote("id", frame.message.id)
    return Finding(not frame.has("id"), evidence)


def meta_is_object(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """`_meta` is an object, in params and in a result."""
    for member in ("params", "result"):
        held = frame.message.value.get(member) if frame.is_object else None
        if isinstance(held, dict) and "_meta" in held:
            evidence = quote(f"{member}._meta", held["_meta"])
            return Finding(isinstance(held["_meta"], dict), evidence)
    return NOT_APPLICABLE


def meta_required(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """A request's `_meta` has the members that every request carries, of the right types."""
    params = {} if frame.message.params is ABSENT else frame.message.params
    if frame.message.kind != "request" or not isinstance(params, dict):
        return NOT_APPLICABLE
    meta = params.get("_meta", ABSENT)
    if not isinstance(meta, dict):
        return Finding(holds=False, evidence=quote("params._meta", meta))
    for kind, member in ((str, terms["string"]), (dict, terms["object"])):
        found = meta.get(member, ABSENT)
        if not isinstance(found, kind):
            return Finding(holds=False, evidence=quote(f'params._meta["{member}"]', found))
    return Finding(holds=True)


def method_in_revision(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """A method that some revision has is one of this revision's; of others nothing is known."""
    named = method(frame.message.method) if frame.is_call else None
    if named is None:
        return NOT_APPLICABLE
    known = f"{named.revisions[0]} to {named.revisions[-1]}"
    evidence = (
        quote("method", named.name) + f", which {known.removesuffix(f' to {known[:10]}')} has"
    )
    return Finding(named.by(frame.revision) is not None, evidence)


def method_judged(frame: Frame, _terms: Mapping[str, Any]) -> Finding:
    """Say which method no revision has, so that its content is not judged; never falls."""
    source = frame.message if frame.is_call else frame.request
    name = source.method if source is not None else ABSENT
    if not isinstance(name, str) or method(name) is not None or frame.has("error"):
        return NOT_APPLICABLE
    return Finding(None, quote("method", name))


def params_of_method(frame: Frame, terms: Mapping[str, Any]) -> Finding:
    """The params have the shape that the method's type gives them."""
    params = frame.message.params
    if params is not ABSENT and not isinstance(params, dict):
        return NOT_APPLICABLE  # request.params-object tells
    for misfit in misfits(terms["shape"], {} if params is ABSENT else params, frame.revision):
        if params is ABSENT:
            return Finding(holds=False, evidence=quote("params", params))
        return Finding(holds=False, evidence=quote(inside("params", misfit.path), misfit.found))
    return Finding(holds=True, evidence=quote("params", params))


TESTS: Mapping[str, Test] = {
    "batch.support": batch_supported,
    "batch.no-initialize": batch_without_initialize,
    "request.id-required": request_has_id,
    "notification.no-id": notification_without_id,
    "meta.object": meta_is_object,
    "meta.required": meta_required,
    "method.in-revision": method_in_revision,
    "kit.judged-methods": method_judged,
}
