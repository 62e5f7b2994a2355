"""Where a call can fail, and a failure planted there."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Fault:
    """One planted failure: raised when a call reaches `boundary`, before the work there begins.

    `exception` is raised as it is. With None the boundary refuses without one. Either way the
    answer is the one that the boundary owns: the exception's class decides nothing.
    """

    boundary: Boundary
    exception: BaseException | None = None

    def strike(self) -> BaseException:
        """The exception to raise."""
        return Refused(self.boundary) if self.exception is None else self.exception


class Refused(Exception):  # noqa: N818 - it names what happened; a boundary's no is no error of ours
    """A boundary said no and gave no reason."""
