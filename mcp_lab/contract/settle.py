"""Settling a situation: is the answer among those that its revision lets stand.

The facts are `<situation>.channel` and, where they are ruled, `.code` and `.id`, and `.status` of
what travelled over HTTP. A channel falls
only when it is none of the defensible ones, so the level alone says how bad that is, even where the
ruling is open. For code and id the clause's own openness counts, as everywhere.
"""

from mcp_lab.contract.clauses import clause
from mcp_lab.contract.facts import Fact
from mcp_lab.contract.frame import NOT_APPLICABLE, Finding, Frame, id_form, is_id, quote
from mcp_lab.contract.outcome import outcome_of
from mcp_lab.contract.situations import Ruling, look_up
from mcp_lab.contract.vocabulary import Outcome, standing_of
from mcp_lab.wire import same_id


def settle(frame: Frame, situation: str) -> tuple[Fact, ...]:
    """The facts of a message in a situation. Raises KeyError on an unknown situation."""
    ruling = look_up(frame.revision, situation)
    channel = _channel(frame)
    facts = [_channel_fact(ruling, channel)]
    if any(answer.codes for answer in ruling.answers):
        finding = _code(frame, ruling, channel)
        facts.append(_fact(ruling, "code", ruling.code_clause, finding, is_open=True))
    if any(answer.id for answer in ruling.answers):
        finding = _id(frame, ruling, channel)
        facts.append(_fact(ruling, "id", _id_clause(frame), finding, is_open=True))
    return tuple(facts)


def settle_outcome(outcome: Outcome, revision: str, situation: str) -> Fact:
    """The fact `<situation>.channel` of an outcome that brought no message, such as silence.

    Raises KeyError on a revision or a situation that does not exist.
    """
    return _channel_fact(look_up(revision, situation), outcome)


def settle_status(status: int, outcome: Outcome, revision: str, situation: str) -> Fact:
    """The fact `<situation>.status` of an HTTP status that carried an outcome.

    It does not apply where the revision rules no status for this outcome, and says nothing of an
    outcome that is not defensible itself. Raises KeyError on a revision or a situation that does
    not exist.
    """
    ruling = look_up(revision, situation)
    ruled = any(each.channel == outcome and each.status is not None for each in ruling.answers)
    finding = Finding(ruling.accepts(outcome, status=status), f"HTTP status: {status}")
    clause_id = ruling.status_clause or ruling.clause
    return _fact(ruling, "status", clause_id, finding if ruled else NOT_APPLICABLE, is_open=True)


def _channel(frame: Frame) -> Outcome | None:
    """The outcome; a batch counts as the success of a batch."""
    if frame.message.kind == "batch":
        return Outcome.SUCCESS
    return outcome_of(frame.message, frame.revision)


def _channel_fact(ruling: Ruling, channel: Outcome | None) -> Fact:
    if channel is None:
        finding = Finding(None, "no outcome can be read off the message")
    else:
        finding = Finding(ruling.accepts(channel), f"outcome: {channel}")
    return _fact(ruling, "channel", ruling.clause, finding, is_open=False)


def _code(frame: Frame, ruling: Ruling, channel: Outcome | None) -> Finding:
    ruled = channel == Outcome.PROTOCOL_ERROR and ruling.accepts(channel)
    if not ruled or frame.code is None:
        return NOT_APPLICABLE
    accepted = ruling.accepts(Outcome.PROTOCOL_ERROR, frame.code)
    return Finding(accepted, quote("error.code", frame.code))


def _id(frame: Frame, ruling: Ruling, channel: Outcome | None) -> Finding:
    """The request's own id where it can be read; else one of the forms that stand without it."""
    if channel is None or frame.message.kind == "batch":
        return NOT_APPLICABLE
    found = frame.message.id
    ruled = {answer.id for answer in ruling.answers if answer.channel == channel} - {None}
    refused = bool(ruled) and "same" not in ruled  # unread: over HTTP, whatever its id was
    if frame.request is not None and frame.request_id_readable and not refused:
        evidence = quote("request id", frame.request.id) + ", " + quote("response id", found)
        return Finding(same_id(found, frame.request.id), evidence)
    forms = ruled - {"same"}
    if not forms or (frame.request is None and is_id(found)):
        return NOT_APPLICABLE
    return Finding(id_form(found) in forms, quote("id", found))


def _id_clause(frame: Frame) -> str:
    unreadable = frame.request is not None and not frame.request_id_readable
    lacking = frame.request is None and not is_id(frame.message.id)
    return "response.id-unreadable" if unreadable or lacking else "response.same-id"


def _fact(ruling: Ruling, aspect: str, clause_id: str, finding: Finding, *, is_open: bool) -> Fact:
    """One fact; `is_open` says whether the openness of its clause excuses a fall."""
    text = clause(clause_id).at(ruling.revision)
    level = None if text is None else text.level
    excused = is_open and text is not None and text.open is not None
    return Fact(
        name=f"{ruling.situation}.{aspect}",
        holds=finding.holds,
        clause=clause_id,
        evidence=finding.evidence,
        says=_says(clause_id, ruling),
        revision=ruling.revision,
        standing=standing_of(holds=finding.holds, level=level, is_open=excused),
        level=level,
        source="" if text is None else text.source,
    )


def _says(clause_id: str, ruling: Ruling) -> str:
    text = clause(clause_id).at(ruling.revision)
    said = clause(clause_id).says if text is None else text.says
    return f"{said} Open: {ruling.open}" if ruling.open else said
