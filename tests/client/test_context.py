"""What is read off a failed call before anything is decided: the lab's own server fails here."""

import pytest

from mcp_lab.client import Client, classify_failure, context_of, default_policy
from mcp_lab.contract import REVISIONS
from mcp_lab.server import Server
from mcp_lab.world import Boundary, Fault, World, samples


def provider_fails(tool, revision):
    world = World("provider", (Fault(Boundary.PROVIDER_CALL),))
    client, server = Client(world, revision), Server(world, revision, opened=True)
    frame = client.call(tool, samples.succeeding(world)[tool].arguments)
    (answer,) = server.receive(frame)
    (event,) = client.receive(answer)
    return event


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize(
    ("tool", "transient", "action"),
    [
        ("find_sailings", True, "retry-bounded"),
        ("book_passage", False, "reconcile-side-effect"),
    ],
)
def test_after_checking_means_again_where_there_is_nothing_to_check(
    tool, transient, action, revision
):
    event = provider_fails(tool, revision)
    failure = context_of(event, revision, default_policy().semantics(tool))
    assert failure.transient is transient
    assert classify_failure(failure) == action


@pytest.mark.parametrize("tool", ["find_sailings", "book_passage"])
def test_of_a_tool_that_nobody_knows_it_does_not(tool):
    failure = context_of(provider_fails(tool, REVISIONS[-1]), REVISIONS[-1])
    assert not failure.transient
    assert classify_failure(failure) == "reconcile-side-effect"
