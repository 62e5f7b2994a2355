"""The order of the table matters, every row can decide, and a product can replace it."""

import tomllib
from dataclasses import fields, replace
from importlib.resources import files
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_lab.client import (
    IN_A_WORD,
    ClientAction,
    FailureContext,
    FailureKind,
    Policy,
    PolicyBroken,
    classify_failure,
    default_policy,
)
from mcp_lab.contract import CURRENT, REVISIONS

TEXT = files("mcp_lab.client").joinpath("policy.toml").read_text(encoding="utf-8")
FLAGS = [each.name for each in fields(FailureContext) if each.name not in ("kind", "revision")]
CONTEXTS = st.builds(
    FailureContext,
    kind=st.sampled_from(FailureKind),
    revision=st.sampled_from(REVISIONS),
    **{flag: st.booleans() for flag in FLAGS},
)
PAIRS = list(pairwise(default_policy().rows))


def every_context():
    for kind, revision, *flags in product(FailureKind, REVISIONS, *[(False, True)] * len(FLAGS)):
        yield FailureContext(kind=kind, revision=revision, **dict(zip(FLAGS, flags, strict=True)))


@pytest.fixture(scope="module")
def contexts():
    return list(every_context())


@pytest.mark.parametrize(
    ("failure", "action"),
    [
        (FailureContext(kind="protocol"), "stop-protocol"),
        (FailureContext(kind="protocol", transient=True), "stop-protocol"),
        (FailureContext(kind="tool"), "show-tool-error"),
        (FailureContext(kind="tool", transient=True), "retry-bounded"),
        (FailureContext(kind="tool", transient=True, budget_left=False), "show-tool-error"),
        (FailureContext(kind="tool", user_action_required=True, transient=True), "ask-user"),
        (
            FailureContext(kind="tool", side_effect_may_have_occurred=True, transient=True),
            "reconcile-side-effect",
        ),
        (
            FailureContext(kind="silence", side_effect_may_have_occurred=True, transient=True),
            "reconcile-side-effect",
        ),
        (FailureContext(kind="silence", transient=True), "retry-bounded"),
        (FailureContext(kind="death", transient=True, budget_left=False), "stop-protocol"),
        (FailureContext(kind="unusable"), "stop-protocol"),
        (FailureContext(kind="server"), "stop-protocol"),
        (FailureContext(kind="tool", repeated=True), "ask-user"),
        (FailureContext(kind="input", user_action_required=True), "ask-user"),
    ],
    ids=repr,
)
def test_the_lab_decides(failure, action):
    assert classify_failure(failure) == action


@pytest.mark.parametrize(
    ("told", "kind", "action"),
    [
        ({"version_offered": True}, "protocol", "retry-with-supported-version"),
        ({"headers_at_fault": True}, "protocol", "retry-with-mended-headers"),
        ({"input_at_hand": True, "user_action_required": True}, "input", "retry-with-input"),
    ],
)
def test_what_the_current_revision_adds_is_its_own(told, kind, action):
    failure = FailureContext(kind=kind, revision=CURRENT, **told)
    assert classify_failure(failure) == action
    for revision in REVISIONS[:-1]:
        assert classify_failure(replace(failure, revision=revision)) in {
            "stop-protocol",
            "ask-user",
        }


def test_a_version_that_was_offered_is_not_tried_for_ever():
    failure = FailureContext(
        kind="protocol", revision=CURRENT, version_offered=True, budget_left=False
    )
    assert classify_failure(failure) == "stop-protocol"


@pytest.mark.parametrize(
    ("revision", "how"),
    [
        ("2024-11-05", "host"),
        ("2025-03-26", "host"),
        ("2025-06-18", "elicitation"),
        ("2025-11-25", "elicitation"),
        ("2026-07-28", "input_required"),
    ],
)
def test_how_the_user_is_asked_follows_the_revision(revision, how):
    failure = FailureContext(kind="tool", user_action_required=True, revision=revision)
    assert default_policy().decide(failure).how == how
    shown = FailureContext(kind="tool", revision=revision)
    assert default_policy().decide(shown).how is None


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair[0].name} before {pair[1].name}")
def test_two_neighbours_can_both_hold_and_their_order_decides(pair, contexts):
    above, below = pair
    policy = default_policy()
    both = [each for each in contexts if policy.decide(each).row == above.name and below.fits(each)]
    assert both
    assert above.action is not below.action
    rows = list(policy.rows)
    at = rows.index(above)
    rows[at : at + 2] = [below, above]
    for failure in both[:: max(1, len(both) // 20)]:
        decided = next(row for row in rows if row.fits(failure))
        assert decided.action is below.action


@pytest.mark.parametrize("gone", range(len(PAIRS)))
def test_without_any_one_row_some_failure_is_decided_otherwise(gone, contexts):
    policy = default_policy()
    rows = [row for at, row in enumerate(policy.rows) if at != gone]
    assert any(
        next(row for row in rows if row.fits(each)).action is not policy.decide(each).action
        for each in contexts
    )


@given(CONTEXTS)
def test_every_failure_has_one_action_with_its_reason(failure):
    decided = default_policy().decide(failure)
    assert decided.because
    assert decided.action in IN_A_WORD
    assert (decided.how is not None) == (decided.action is ClientAction.ASK_USER)


@given(CONTEXTS)
def test_nothing_that_may_have_acted_is_sent_again_by_itself(failure):
    risky = replace(failure, side_effect_may_have_occurred=True)
    begun = not (risky.version_offered or risky.headers_at_fault)
    if begun:
        assert classify_failure(risky) in {"reconcile-side-effect", "stop-protocol"}


@given(CONTEXTS)
def test_with_no_attempt_left_nothing_is_sent_again_as_it_was(failure):
    spent = classify_failure(replace(failure, budget_left=False))
    assert spent not in {
        "retry-bounded", "retry-with-supported-version", "retry-with-mended-headers",
    }  # fmt: skip


def test_every_action_is_used_and_is_one_of_five_words():
    assert {row.action for row in default_policy().rows} == set(ClientAction)
    assert set(IN_A_WORD) == set(ClientAction)
    assert set(IN_A_WORD.values()) == {"stop", "retry", "ask", "reconcile", "show"}


CAUTIOUS = (
    TEXT[: TEXT.index("[[row]]")]
    + """
[[row]]
name = "always"
when = {}
action = "ask-user"
because = "This product asks before everything."

"""
    + TEXT[TEXT.index("[[ask]]") :]
)


def test_a_product_brings_its_own_table():
    policy = Policy.read(CAUTIOUS)
    assert classify_failure(FailureContext(kind="protocol"), policy) == "ask-user"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            'name = "transient"\nwhen = {',
            'name = "transient"\nwhen = { kind = "protocol",',
            "never",
        ),
        ("when = { repeated = true }", "when = {}", "Row 'failed-inside' never decides"),
        ("when = {}", "when = { kind = 'tool' }", "last row has conditions"),
        ("repeated = true", "repeatedly = true", "'repeatedly'; a failure has: kind"),
        ('kind = "protocol"', 'kind = "protocl"', "kind to be 'protocl'; there are: protocol"),
        ("repeated = true", "repeated = []", "repeated to be nothing"),
        ('action = "ask-user"', 'action = "ask"', "'ask' is not a valid ClientAction"),
        ('revisions = ["2026-07-28"]\n', "revisions = []\n", "No way to ask at 2026-07-28"),
        ("attempts = 3", "attempts = 0", "a backoff needs attempts >= 1"),
        ("acts = false", "act = false", "unexpected keyword"),
        ("[[ask]]", "[ask", "This is no policy"),
        ('because = "The tool', 'why = "The tool', "'because'"),
    ],
)
def test_a_table_with_a_hole_or_a_dead_row_is_refused(old, new, says):
    assert old in TEXT
    with pytest.raises(PolicyBroken, match=says):
        Policy.read(TEXT.replace(old, new))


def test_a_dead_row_is_told_with_the_rows_that_cover_it_together():
    """No row above covers it alone; two of them do."""
    rows = """
[[row]]
name = "yes"
when = { transient = true }
action = "retry-bounded"
because = "x"

[[row]]
name = "no"
when = { transient = false }
action = "ask-user"
because = "x"

"""
    with pytest.raises(PolicyBroken, match="Row 'refused' never decides: 'yes', 'no' take all"):
        Policy.read(rows + TEXT[TEXT.index('[[row]]\nname = "refused"') :])


def test_there_is_no_policy_without_rows():
    empty = TEXT[TEXT.index("[[ask]]") :]
    with pytest.raises(PolicyBroken):
        Policy.read(empty)
    with pytest.raises(PolicyBroken, match="last row"):
        replace(default_policy(), rows=())


def test_there_is_no_failure_of_a_kind_unheard_of():
    with pytest.raises(ValueError, match="wire"):
        FailureContext(kind="wire")


def test_what_is_not_listed_counts_as_acting_and_beyond_reconciliation():
    unknown = default_policy().semantics("launch")
    assert unknown.acts
    assert unknown.key is None
    assert unknown.status is None
    assert default_policy().semantics(None).acts


def test_each_source_is_a_place_in_the_specification():
    for row in tomllib.loads(TEXT)["row"]:
        source = row.get("source", "docs/specification/x#y")
        assert source.startswith("docs/specification/")
        assert "#" in source
