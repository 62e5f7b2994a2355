"""Where a call can fail."""

from __future__ import annotations

from enum import StrEnum


class Boundary(StrEnum):
    """The seven boundaries that a call crosses, outermost first.

    Domain validation and the provider call lie inside the tool's body; the other five belong to
    the server. `mcp_lab.server.boundaries` says who owns each and what a failure there becomes.
    """

    REQUEST_DECODING = "request-decoding"
    METHOD_DISPATCH = "method-dispatch"
    INPUT_SCHEMA_VALIDATION = "input-schema-validation"
    TOOL_INVOCATION = "tool-invocation"
    DOMAIN_VALIDATION = "domain-validation"
    PROVIDER_CALL = "provider-call"
    RESULT_SERIALISATION = "result-serialisation"
