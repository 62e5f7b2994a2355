"""Every message that the server sends is one to the official models too, and where these are lax.

`mcp-types` has two eras of models for five revisions, and reads some of what the text forbids. So
it can say that a message is bad, and not that it is good: LAXER lists what it lets pass, each row
with the clause of the text that finds it broken. A row that no longer holds fails.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from mcp_lab.contract import REVISIONS, Standing, examine
from mcp_lab.wire import decode

mcp_types = pytest.importorskip("mcp_types")
from mcp_types import methods as models  # noqa: E402 - only where it is installed
from mcp_types.jsonrpc import jsonrpc_message_adapter  # noqa: E402 - as above

KINDS = {
    "result": mcp_types.jsonrpc.JSONRPCResponse,
    "error": mcp_types.jsonrpc.JSONRPCError,
    "notification": mcp_types.jsonrpc.JSONRPCNotification,
    "request": mcp_types.jsonrpc.JSONRPCRequest,
}


def read(revision, message, method):
    """Parse it as the official client would; raises for what the models refuse."""
    parsed = jsonrpc_message_adapter.validate_json(message.raw)
    assert type(parsed) is KINDS[message.kind]
    if message.kind == "result":
        models.parse_server_result(method, revision, message.result)
    elif message.kind == "notification":
        models.parse_server_notification(message.method, revision, message.params)
    elif message.kind == "request":
        models.parse_server_request(message.method, revision, message.params)


def test_every_message_is_read(story):
    revision, said = story
    for method, message in said:
        read(revision, message, method)


class Lax(NamedTuple):
    """A message that the models read although the text finds it broken.

    `sent` answers a tools/call; `clause` is what it breaks, in `revisions`.
    """

    sent: str
    clause: str
    revisions: tuple[str, ...]
    why: str


AGAINST = (Standing.BROKEN, Standing.ADVISED_AGAINST)
CURRENT = REVISIONS[4:]
LAXER = (
    Lax(
        '{"jsonrpc":"2.0","id":7,"result":{"content":[],"resultType":"complete"},'
        '"error":{"code":1,"message":"no"}}',
        "response.exactly-one",
        REVISIONS,
        "a union of four models takes the first that fits, and extra members are ignored",
    ),
    Lax(
        '{"jsonrpc":"2.0","id":7,"result":{"content":[],"resultType":"complete","isError":"true"}}',
        "result.is-error-boolean",
        REVISIONS,
        "outside strict mode a string that reads like a boolean is one",
    ),
    Lax(
        '{"jsonrpc":"2.0","id":7,"result":{"content":[],"isError":1,"resultType":"complete"}}',
        "result.is-error-boolean",
        REVISIONS,
        "outside strict mode 1 is true",
    ),
    Lax(
        '{"jsonrpc":"2.0","id":7,"result":{"content":[],"resultType":"banana"}}',
        "result.type-known",
        CURRENT,
        "the type of a result is any string, as in the schema",
    ),
    Lax(
        '{"jsonrpc":"2.0","id":7,"error":{"code":-32002,"message":"Gone"}}',
        "codes.retired",
        CURRENT,
        "a code is any integer",
    ),
    Lax(
        '{"jsonrpc":"2.0","id":7,"error":{"code":-32050,"message":"Mine"}}',
        "codes.spec-range",
        CURRENT,
        "a code is any integer",
    ),
    Lax(
        '{"jsonrpc":"2.0","id":7,"id":7,"result":{"content":[],"resultType":"complete"}}',
        "envelope.unique-members",
        REVISIONS,
        "the parser keeps the last of two members with one name",
    ),
    Lax(
        '{"jsonrpc":"2.0","id":7,"error":{"code":"5","message":"no"}}',
        "error.code-integer",
        REVISIONS,
        "outside strict mode a string of digits is an integer",
    ),
)


@pytest.mark.parametrize("row", LAXER, ids=lambda row: f"{row.clause}: {row.why}")
def test_what_the_models_let_pass_the_text_does_not(row, desk_at):
    for revision in row.revisions:
        message = decode(row.sent)
        request = decode(encode_call(desk_at(revision)))
        parsed = jsonrpc_message_adapter.validate_json(row.sent)
        if type(parsed) is KINDS["result"]:
            models.parse_server_result("tools/call", revision, message.result)
        facts = {fact.clause: fact for fact in examine(message, request, revision)}
        assert facts[row.clause].standing in AGAINST, (revision, row)


def encode_call(desk):
    from mcp_lab.wire import encode

    return encode(desk.frame("tools/call", {"name": "find_sailings"}))
