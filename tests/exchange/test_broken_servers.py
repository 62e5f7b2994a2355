"""Thirty-six broken servers and a few more: the session lives, and nothing becomes a success."""

import pytest

from mcp_lab.client import (
    Broken,
    LocalTrouble,
    Lost,
    RemoteFailure,
    Response,
    Trouble,
    Unmatched,
    result_of,
)
from mcp_lab.contract import REVISIONS, Outcome, Standing, clause, examine
from mcp_lab.exchange.broken import BROKEN, play_broken
from mcp_lab.wire import decode

# What takes more than one frame to see, or the knowledge of which tools there are.
NOT_IN_ONE_FRAME = {"tools.unknown-tool", "response.only-one"}
PLAYS = [(name, revision) for name, server in BROKEN.items() for revision in server.expected]
LISTED = [name for name, server in BROKEN.items() if server.listed]
HARMLESS = {
    "good-answer", "id-as-float", "stray-line", "two-answers", "answer-in-a-batch",
    "no-result-type", "dollar-cancel-request",
}  # fmt: skip


@pytest.fixture(params=PLAYS, ids=lambda pair: f"{pair[0]}@{pair[1]}")
def play(request):
    return play_broken(*request.param)


def test_there_are_thirty_six_and_each_says_what_it_does():
    assert len(LISTED) == 36
    assert all(len(server.says) > 15 for server in BROKEN.values())
    assert len({(server.sends, server.then, server.tool) for server in BROKEN.values()}) == len(
        BROKEN
    )


def test_the_call_ends_as_expected_and_every_frame_is_told(play):
    expected = play.server.expected[play.revision]
    assert play.ends == expected.ends
    assert tuple(type(event).__name__ for event in play.events) == expected.events


def test_nothing_but_an_answer_that_can_be_used_is_a_success(play):
    succeeded = play.ends == Outcome.SUCCESS
    assert succeeded == (isinstance(play.ended, Response) and play.ended.outcome is Outcome.SUCCESS)
    assert succeeded <= (play.server.name in HARMLESS)


def test_the_calls_beside_it_and_after_it_are_answered_as_ever(play):
    assert len(play.neighbours) == 2
    if play.server.then == "dies":
        assert all(isinstance(event, Lost) for event in play.neighbours)
    else:
        assert [event.outcome for event in play.neighbours] == [Outcome.SUCCESS] * 2
    assert play.afterwards.outcome is Outcome.SUCCESS


def test_what_isnt_a_success_gets_a_decision_and_it_never_repeats_by_itself(play):
    if play.ends == Outcome.SUCCESS:
        assert play.decision is None
    else:
        assert play.decision.action in {
            "stop-protocol", "reconcile-side-effect", "show-tool-error", "ask-user",
        }  # fmt: skip


def test_an_exception_made_of_it_says_whose_it_is(play):
    if play.ends == Outcome.SUCCESS:
        assert result_of(play.ended)["content"] is not None
        return
    with pytest.raises((LocalTrouble, RemoteFailure)) as raised:
        result_of(play.ended)
    peers = play.ends in (Outcome.PROTOCOL_ERROR, Outcome.TOOL_ERROR)
    assert type(raised.value) is (RemoteFailure if peers else LocalTrouble)


def test_what_a_row_says_is_broken_is_what_the_contract_finds(play):
    """A clause that a frame can show falls exactly where its row names it."""
    named = set(play.server.expected[play.revision].clauses)
    call = decode(next(each.data for each in play.frames if play.server.tool.encode() in each.data))
    fallen = set()
    for data in play.answers:
        message = decode(data)
        if message.members and play.revision <= "2025-03-26":
            message = message.members[0]
        facts = examine(message, call, play.revision)
        fallen |= {fact.clause for fact in facts if fact.standing is Standing.BROKEN}
    shown = {name for name in named if clause(name).needs is None and name not in NOT_IN_ONE_FRAME}
    assert shown == fallen


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("name", ["silent", "late", "other-id"])
def test_at_the_timeout_the_server_is_told_to_stop(name, revision):
    play = play_broken(name, revision)
    sent = [decode(frame.data) for frame in play.frames if frame.direction == "client→server"]
    cancelled = [each for each in sent if each.method == "notifications/cancelled"]
    assert [each.params["requestId"] for each in cancelled] == [play.ended.request.id]


def test_a_late_answer_is_late_and_a_second_one_a_duplicate():
    assert play_broken("late").events[-1].outcome is Outcome.LATE
    assert play_broken("two-answers").events[-1].outcome is Outcome.DUPLICATE
    assert play_broken("other-id").events[0].outcome is None


@pytest.mark.parametrize(
    ("said", "own", "trouble"),
    [
        ("says-timed-out", "silent", Trouble.TIMED_OUT),
        ("says-connection-closed", "dies", Trouble.CONNECTION_LOST),
    ],
)
def test_a_peers_word_for_a_timeout_is_no_timeout_of_ours(said, own, trouble):
    with pytest.raises(RemoteFailure) as theirs:
        result_of(play_broken(said).ended)
    with pytest.raises(LocalTrouble) as ours:
        result_of(play_broken(own).ended)
    assert theirs.value.code in (-32000, -32001)
    assert not hasattr(ours.value, "code")
    assert ours.value.trouble is trouble
    assert not isinstance(ours.value, RemoteFailure)
    assert not isinstance(theirs.value, LocalTrouble)


def test_what_is_said_of_a_misfit_never_quotes_the_peers_value():
    (event,) = play_broken("structured-against-schema").events
    assert isinstance(event, Broken)
    assert "many" not in " ".join(defect.says for defect in event.defects)


def test_a_page_to_send_the_user_to_is_asked_of_the_user_where_the_code_exists():
    assert play_broken("url-elicitation", "2025-11-25").decision.action == "ask-user"
    assert play_broken("url-elicitation", "2025-11-25").decision.how == "elicitation"
    assert play_broken("url-elicitation", "2026-07-28").decision.action != "ask-user"
    assert play_broken("url-elicitation-without-page", "2025-11-25").decision.action != "ask-user"


def test_a_cancellation_of_another_protocol_is_ignored():
    notified, answered = play_broken("dollar-cancel-request").events
    assert not notified.known
    assert answered.outcome is Outcome.SUCCESS
    (theirs, _) = play_broken("cancels-the-clients-call").events
    assert theirs.known


def test_a_name_or_a_revision_that_there_isnt_is_named():
    with pytest.raises(KeyError, match="nearest is 'other-id'"):
        play_broken("othr-id")
    with pytest.raises(ValueError, match="makes no sense at 2024-11-05"):
        play_broken("unknown-result-type", "2024-11-05")


def test_an_unmatched_answer_says_why():
    assert all(isinstance(play_broken(name).events[0], Unmatched) for name in ("id-as-string",))
    assert "another form" in play_broken("id-as-string").events[0].why


def test_a_play_is_shown_with_its_reason_and_its_frames():
    play = play_broken("other-id")
    for form in play._repr_mimebundle_().values():
        assert "nobody used" in form
        assert "reconcile-side-effect" in form
        assert "notifications/cancelled" in form
    assert repr(play) == "<Play other-id at 2025-11-25: silence>"
    assert "Nothing to do." in play_broken("good-answer")._repr_mimebundle_()["text/plain"]
