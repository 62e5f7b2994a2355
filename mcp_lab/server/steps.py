"""The work at each of the server's own boundaries. A step returns a Stop, or None to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mcp_lab.contract import Outcome, look_up
from mcp_lab.server import asking, request_state, running
from mcp_lab.server.methods import methods, required_meta
from mcp_lab.server.notices import LEVELS
from mcp_lab.server.revisions import (
    LOG_LEVEL_KEY,
    PROTOCOL_VERSION_KEY,
    STATELESS,
    STRUCTURED,
    result_members,
)
from mcp_lab.server.visit import IGNORED, Stop
from mcp_lab.server.wording import repeated
from mcp_lab.wire import ABSENT, LIMITS, NOT_JSON, decode, encode
from mcp_lab.world import ToolOutput

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp_lab.server.methods import Method
    from mcp_lab.server.visit import Visit
    from mcp_lab.wire import Decoded
    from mcp_lab.world import Tool
    from mcp_lab.world.json_schema import SchemaError

# Read past: the text is read all the same, and nothing in it is in doubt.
_TOLERATED: Final = frozenset({"byte-order-mark", "lone-surrogate"})
# Left to the method's own params schema, whose answer says what params should be.
_ABOUT_PARAMS: Final = frozenset(
    {"params-array", "params-string", "params-null", "params-not-structured"}
)
_SHOWN_ERRORS: Final = 3


def decode_request(visit: Visit) -> Stop | None:
    """Is this a message that can be worked on? The wire floor has named every defect already."""
    message = visit.message
    if message.kind == "request" and not message.defects:
        return None
    if message.kind in ("result", "error") or _malformed_response(message):
        return Stop(IGNORED)
    names = [defect.name for defect in message.defects]
    if not _TOLERATED.issuperset(names):
        return _undecodable(message, [name for name in names if name not in _TOLERATED])
    return None


def _malformed_response(message: Decoded) -> bool:
    """A broken response is no request either: to answer it would start an exchange of errors."""
    is_response = message.result is not ABSENT or message.error is not ABSENT
    return is_response and message.method is ABSENT


def _undecodable(message: Decoded, names: list[str]) -> Stop | None:
    if not NOT_JSON.isdisjoint(names):
        return Stop("parse-error", data={"defects": names})
    if message.kind == "batch":
        return Stop("batch" if message.members else "empty-batch")
    if message.kind == "notification" and isinstance(message.method, str):
        return Stop("notification")
    if _ABOUT_PARAMS.issuperset(names):
        return None
    return Stop("invalid-request", data={"defects": names})


def dispatch(visit: Visit) -> Stop | None:
    """Find what handles the method, and check that the params are what it takes."""
    message = visit.message
    if message.kind == "notification":
        # notifications/initialized, /cancelled and every other: nothing is owed, not even an error.
        return Stop("notification")
    method = methods(visit.revision).get(message.method)
    if method is None:
        return _unknown_method(message.method, visit.revision)
    visit.method = method
    params = visit.params
    stop = (
        _check_meta(params, visit.revision)
        or _check_order(visit, method)
        or _check_params(method, params)
    )
    if stop is not None:
        return stop
    visit.handling = True
    handled = method.handle(visit)
    visit.handling = False
    if isinstance(handled, Stop):
        return handled
    visit.result = handled
    return None


def _unknown_method(method: str, revision: str) -> Stop:
    # A client of an older revision opens with initialize: the error names what is spoken here
    # (docs/specification/2026-07-28/basic/versioning.mdx, a SHOULD).
    data = {"supported": [revision]} if method == "initialize" else {}
    return Stop("unknown-method", says=f"Method not found{repeated(method)}.", data=data)


def _check_meta(params: Any, revision: str) -> Stop | None:
    required = required_meta(revision)
    if required is None:
        return None
    if not required.accepts(params):
        return Stop("missing-meta")
    requested = params["_meta"][PROTOCOL_VERSION_KEY]
    if requested != revision:
        data = {"supported": [revision], "requested": requested}
        return Stop("unsupported-version", data=data)
    if params["_meta"].get(LOG_LEVEL_KEY, LEVELS[0]) not in LEVELS:
        return Stop("invalid-log-level")
    return None


def _check_order(visit: Visit, method: Method) -> Stop | None:
    """Is it this method's turn? No revision says what a server answers when it isn't.

    Until 2025-11-25 `initialize` comes first, and once; only ping may come before it. What this
    server does about it is the contract's first choice for the situation, as everywhere.
    """
    opened = visit.connection.opened
    if opened and method.name == "initialize":
        return _unless_served(visit, "second-initialize")
    if opened or method.early or visit.revision in STATELESS:
        return None
    return _unless_served(visit, "before-initialized")


def _unless_served(visit: Visit, situation: str) -> Stop | None:
    chosen = look_up(visit.revision, situation).preferred
    return None if chosen.channel is Outcome.SUCCESS else Stop(situation)


def _check_params(method: Method, params: Any) -> Stop | None:
    if method.validator.accepts(params):
        return None
    told = _list(method.validator.errors(params), "params")
    return Stop(method.misfit, says=f"Invalid params: {told}.")


def validate_input(visit: Visit) -> Stop | None:
    """Do the arguments satisfy the tool's input schema? Nothing is coerced."""
    tool = visit.tool
    assert tool is not None
    if tool.input_validator.accepts(visit.arguments):
        return None
    told = _list(tool.input_validator.errors(visit.arguments), "arguments")
    return Stop("invalid-argument", says=f"Invalid arguments for {tool.name}: {told}.")


def _list(errors: Iterable[SchemaError], whole: str) -> str:
    """The first failures in one line: enough to mend by, and short."""
    told = [f"{error.path or whole} {error.says}" for error in errors]
    more = len(told) - _SHOWN_ERRORS
    return "; ".join(told[:_SHOWN_ERRORS]) + (f"; and {more} more" if more > 0 else "")


def invoke(visit: Visit) -> Stop | None:
    """Run the tool's body, which crosses domain validation and the provider call by itself.

    It may wait: then `visit.waiting` is set, and the walk goes on here when it has what it needs.
    """
    return running.start(visit)


def serialise(visit: Visit) -> Stop | None:
    """Check the result against the tool's output schema and write it as bytes."""
    assert visit.method is not None
    stop = None if visit.tool is None else _tool_result(visit)
    if stop is None:
        members = result_members(visit.revision, visit.method.name)
        result = visit.result
        if members:
            result = {**result, **members, **result}  # what the method itself says stands
        visit.response = _within_limits(
            encode({"jsonrpc": "2.0", "id": visit.id, "result": result})
        )
    return stop


def _within_limits(data: bytes) -> bytes:
    """A frame that a peer with bounds such as ours can read. Raises ValueError for any other."""
    if len(data) > LIMITS.size:
        raise ValueError("the result is too large for a frame")
    containers = data.count(b"{") + data.count(b"[")
    if containers > LIMITS.depth and any(
        defect.name == "too-deep" for defect in decode(data).defects
    ):
        raise ValueError("the result is nested too deep for a frame")
    return data


def _tool_result(visit: Visit) -> Stop | None:
    if visit.input is not None:
        visit.result = {
            "resultType": "input_required",
            "inputRequests": {visit.input.key: asking.request(visit, visit.input)},
            "requestState": request_state.write(visit, visit.input.key),
        }
        return None
    tool, output = visit.tool, visit.output
    if tool is None or not isinstance(output, ToolOutput):
        raise TypeError("a tool's body returns a ToolOutput")
    if output.text is not None and not isinstance(output.text, str):
        raise TypeError("the text of a ToolOutput is a string or None")
    structured = output.structured
    shows = visit.revision in STRUCTURED
    if shows and not _conforms(tool, structured, visit.revision):
        return Stop("output-schema-violated")
    # Without words of its own, the JSON stands as text too, for clients that know no structured
    # content (docs/specification/2025-06-18/server/tools.mdx#structured-content, a SHOULD).
    text = encode(structured).decode() if output.text is None else output.text
    result: dict[str, Any] = {"content": [{"type": "text", "text": text}]}
    if shows and structured is not ABSENT:
        result["structuredContent"] = structured
    visit.result = result
    return None


def _conforms(tool: Tool, structured: Any, revision: str) -> bool:
    if tool.output_validator is not None:
        return structured is not ABSENT and tool.output_validator.accepts(structured)
    # Until 2026-07-28 structured content is an object; from then on any JSON value.
    return structured is ABSENT or revision in STATELESS or isinstance(structured, dict)
