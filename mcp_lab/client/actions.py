"""What a client can do about a failed call."""

from __future__ import annotations

from enum import StrEnum


class ClientAction(StrEnum):
    """Eight actions; the last three are what 2026-07-28 adds."""

    STOP_PROTOCOL = "stop-protocol"
    RECONCILE_SIDE_EFFECT = "reconcile-side-effect"
    ASK_USER = "ask-user"
    RETRY_BOUNDED = "retry-bounded"
    SHOW_TOOL_ERROR = "show-tool-error"
    RETRY_WITH_SUPPORTED_VERSION = "retry-with-supported-version"
    RETRY_WITH_MENDED_HEADERS = "retry-with-mended-headers"
    RETRY_WITH_INPUT = "retry-with-input"


class HowToAsk(StrEnum):
    """By which way a question reaches the user."""

    HOST = "host"
    """The application asks by itself; the protocol has no way."""

    ELICITATION = "elicitation"
    """The server may ask through the client: elicitation/create."""

    INPUT_REQUIRED = "input_required"
    """The server answers with what it needs, and the call goes out again with it."""
