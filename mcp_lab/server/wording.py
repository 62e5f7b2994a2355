"""What the server says of each situation, in words that may leave it: one row each.

The words name the situation and the next step and nothing from the inside: no exception's text,
no path, no value that was sent. Which channel and code carry them is the contract's business.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from mcp_lab.world.safe_error import Retry

if TYPE_CHECKING:
    from collections.abc import Mapping


class Wording(NamedTuple):
    """A stable category, one sentence for people, what to try next, and when to call again."""

    category: str
    says: str
    remedy: str
    retry: Retry = Retry.WHEN_MENDED


WORDING: Final[Mapping[str, Wording]] = {
    "parse-error": Wording(
        "unreadable",
        "Parse error: this is not a JSON text.",
        "Send one JSON-RPC message, as UTF-8 JSON on one line.",
    ),
    "invalid-request": Wording(
        "invalid-request",
        "Invalid request: this is not a JSON-RPC 2.0 request.",
        "Mend what is listed under defects and send it with an id of its own.",
    ),
    "batch": Wording(
        "batch",
        "Invalid request: this revision of the protocol has no batches.",
        "Send each message by itself.",
        Retry.NEVER,
    ),
    "empty-batch": Wording(
        "batch",
        "Invalid request: the batch is empty.",
        "Put at least one message into a batch.",
    ),
    "unknown-method": Wording(
        "unknown-method",
        "Method not found.",
        "Use a method that this revision of the protocol and this server have.",
        Retry.NEVER,
    ),
    "invalid-params": Wording(
        "invalid-params",
        "Invalid params: they are not what this method takes.",
        "Mend the fields that are named and send the request again.",
    ),
    "malformed-call": Wording(
        "malformed-call",
        "Invalid params: this is not a tools/call request.",
        "Send params with the tool's name as a string and its arguments as an object.",
    ),
    "missing-meta": Wording(
        "missing-meta",
        "Invalid params: _meta lacks what every request of this revision carries.",
        "Put the protocol version and the client's capabilities into params._meta.",
    ),
    "unsupported-version": Wording(
        "unsupported-version",
        "Unsupported protocol version.",
        "Choose one of the supported versions and send the request again.",
    ),
    "unknown-resource": Wording(
        "unknown-resource",
        "Resource not found.",
        "Call resources/list for what there is to read.",
    ),
    "resource-crash": Wording(
        "server-failure",
        "Internal error: the resource could not be read.",
        "Try again later, or report it with the reference.",
        Retry.LATER,
    ),
    "unknown-prompt": Wording(
        "unknown-prompt",
        "Unknown prompt.",
        "Call prompts/list for the prompts that there are.",
    ),
    "missing-prompt-argument": Wording(
        "missing-prompt-argument",
        "Invalid params: an argument that the prompt requires is missing.",
        "Add the arguments that are named and send the request again.",
    ),
    "invalid-cursor": Wording(
        "invalid-cursor",
        "Invalid params: there is no page of that cursor.",
        "Ask for the list again without a cursor.",
    ),
    "invalid-log-level": Wording(
        "invalid-log-level",
        "Invalid params: there is no such log level.",
        "Use one of the eight levels of RFC 5424, from debug to emergency.",
    ),
    "before-initialized": Wording(
        "not-initialized",
        "The connection is not initialised yet.",
        "Send initialize first, and wait for its answer.",
    ),
    "second-initialize": Wording(
        "already-initialized",
        "The connection is initialised already.",
        "Go on with it, or open another one.",
        Retry.NEVER,
    ),
    "missing-client-capability": Wording(
        "missing-capability",
        "This needs a person's answer, and the client has not declared that it can ask for one.",
        "Declare elicitation and call again.",
    ),
    "input-required": Wording(
        "confirmation-needed",
        "This needs a person's answer, and this revision of the protocol has no way to ask.",
        "Ask the person, and let them act.",
        Retry.NEVER,
    ),
    "malformed-input-responses": Wording(
        "malformed-input-responses",
        "Invalid params: the input responses are not of their form.",
        "Answer each input request by its key, with what it asks for.",
    ),
    "rejected-request-state": Wording(
        "rejected-request-state",
        "The request state is refused.",
        "Send the call again without a request state.",
    ),
    "unknown-tool": Wording(
        "unknown-tool",
        "Unknown tool.",
        "Call tools/list for the tools that there are.",
    ),
    "invalid-argument": Wording(
        "invalid-argument",
        "The arguments do not satisfy the tool's input schema; the tool was not run.",
        "Mend the arguments and call again.",
    ),
    "domain-rejection": Wording(
        "refused",
        "The ferry company's rules do not allow this.",
        "Ask for something else; the same call will be refused again.",
        Retry.NEVER,
    ),
    "provider-failure": Wording(
        "provider-failure",
        "The booking office did not answer as it should.",
        "Try again later; before booking again, look up whether the booking was made.",
        Retry.AFTER_CHECKING,
    ),
    "tool-crash": Wording(
        "tool-failure",
        "The tool failed on its own side; nothing is known to be wrong with the arguments.",
        "Report it with the reference; the same call is likely to fail again.",
        Retry.NEVER,
    ),
    "server-error": Wording(
        "server-failure",
        "Internal error.",
        "Report it with the reference.",
        Retry.NEVER,
    ),
    "unserialisable-result": Wording(
        "server-failure",
        "Internal error: the result could not be written as JSON.",
        "Report it with the reference; a call with side effects may have had them.",
        Retry.AFTER_CHECKING,
    ),
    "output-schema-violated": Wording(
        "server-failure",
        "The tool's result does not satisfy its own output schema, so it is withheld.",
        "Report it with the reference; a call with side effects may have had them.",
        Retry.AFTER_CHECKING,
    ),
}

_NAME: Final = re.compile(r"[A-Za-z0-9_./$-]{1,64}")


def repeated(name: str) -> str:
    """A name that the caller sent, to put behind a sentence; nothing when it is no plain name.

    It is the caller's text, and may be instructions to whoever reads the error.
    """
    return f": {name}" if _NAME.fullmatch(name) else ""
