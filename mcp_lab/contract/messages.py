"""The messages that the course speaks of, as strict models: one for all revisions of each."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, ValidationError
from pydantic_core import ErrorDetails

from mcp_lab.contract.content import (
    AudioContent,
    EmbeddedResource,
    Icon,
    ImageContent,
    ResourceLink,
    TextContent,
)
from mcp_lab.contract.shapes import Integer, Maybe, Message, Object, RequestId
from mcp_lab.wire import ABSENT


class Misfit(NamedTuple):
    """A place where a value does not have the form of its message.

    `path` is relative to the value, as in `content[0].text`; `found` is ABSENT for a member that
    is missing.
    """

    path: str
    found: Any


def misfits(model: str, value: Any, revision: str) -> tuple[Misfit, ...]:
    """Where a JSON value fails to be this message at this revision; empty when it is one.

    Raises KeyError on a model that does not exist.
    """
    try:
        _MODELS[model].model_validate(value, context={"revision": revision})
    except ValidationError as error:
        found = (_misfit(value, each) for each in error.errors(include_url=False))
        return tuple({misfit.path: misfit for misfit in found}.values())
    return ()


def _misfit(value: Any, error: ErrorDetails) -> Misfit:
    steps = [*error["loc"], *error.get("ctx", {}).get("member", ())]
    missing = error["type"] == "missing"
    path = "".join(_path(value, steps, missing=missing))
    return Misfit(path.removeprefix("."), ABSENT if missing else error["input"])


def _path(value: Any, steps: list[int | str], *, missing: bool) -> Iterator[str]:
    """Turn a place into text; steps that are no members name the branch of a union, and go."""
    for step in steps:
        if isinstance(step, int):
            value = value[step]
            yield f"[{step}]"
        elif isinstance(value, dict) and step in value:
            value = value[step]
            yield f".{step}"
    if missing:
        yield f".{steps[-1]}"


class Implementation(Message):
    """Who speaks: a client or a server by name and version."""

    name: str
    version: str
    title: Maybe[str] = None
    description: Maybe[str] = None
    website_url: Maybe[str] = None
    icons: Maybe[list[Icon]] = None


class _ListChanged(Message):
    list_changed: Maybe[bool] = None


class _Resources(_ListChanged):
    subscribe: Maybe[bool] = None


class _Capabilities(Message):
    experimental: Maybe[dict[str, Object]] = None
    extensions: Maybe[dict[str, Object]] = None
    tasks: Maybe[Object] = None


class ClientCapabilities(_Capabilities):
    """What a client can do beyond the base."""

    roots: Maybe[_ListChanged] = None
    sampling: Maybe[Object] = None
    elicitation: Maybe[Object] = None


class ServerCapabilities(_Capabilities):
    """What a server can do beyond the base."""

    completions: Maybe[Object] = None
    logging: Maybe[Object] = None
    prompts: Maybe[_ListChanged] = None
    resources: Maybe[_Resources] = None
    tools: Maybe[_ListChanged] = None


class RequestMeta(Message):
    """What a request says about itself; what of it is required is the clause `meta.required`."""

    progress_token: Maybe[RequestId] = None
    protocol_version: Maybe[str] = Field(
        default=None, alias="io.modelcontextprotocol/protocolVersion"
    )
    client_capabilities: Maybe[ClientCapabilities] = Field(
        default=None, alias="io.modelcontextprotocol/clientCapabilities"
    )
    client_info: Maybe[Implementation] = Field(
        default=None, alias="io.modelcontextprotocol/clientInfo"
    )
    log_level: Maybe[
        Literal["alert", "critical", "debug", "emergency", "error", "info", "notice", "warning"]
    ] = Field(default=None, alias="io.modelcontextprotocol/logLevel")


class ResultMeta(Message):
    """What a result says about itself."""

    server_info: Maybe[Implementation] = Field(
        default=None, alias="io.modelcontextprotocol/serverInfo"
    )


class CallToolRequestParams(Message):
    """The params of tools/call."""

    name: str
    arguments: Maybe[Object] = None
    meta: Maybe[RequestMeta] = Field(default=None, alias="_meta")
    task: Maybe[Object] = None
    input_responses: Maybe[dict[str, Object]] = None
    request_state: Maybe[str] = None


class CallToolResult(Message):
    """The result of tools/call; of `content` only that it is a list, blocks have their own."""

    content: list[Any]
    is_error: Maybe[bool] = None
    structured_content: Any = None
    result_type: Maybe[str] = None
    meta: Maybe[ResultMeta] = Field(default=None, alias="_meta")


class ToolAnnotations(Message):
    """Hints on what a tool does."""

    title: Maybe[str] = None
    read_only_hint: Maybe[bool] = None
    destructive_hint: Maybe[bool] = None
    idempotent_hint: Maybe[bool] = None
    open_world_hint: Maybe[bool] = None


class ToolSchema(Message):
    """What a revision fixes of a tool's input schema."""

    type: Literal["object"]
    dialect: Maybe[str] = Field(default=None, alias="$schema")
    properties: Maybe[dict[str, Object]] = None
    required: Maybe[list[str]] = None


class ToolOutputSchema(Message):
    """What a revision fixes of a tool's output schema."""

    type: Maybe[Literal["object"]] = None
    dialect: Maybe[str] = Field(default=None, alias="$schema")
    properties: Maybe[dict[str, Object]] = None
    required: Maybe[list[str]] = None


class Execution(Message):
    """Whether a tool may run as a task."""

    task_support: Maybe[Literal["forbidden", "optional", "required"]] = None


class Tool(Message):
    """A tool as a server lists it."""

    name: str
    input_schema: ToolSchema
    title: Maybe[str] = None
    description: Maybe[str] = None
    output_schema: Maybe[ToolOutputSchema] = None
    annotations: Maybe[ToolAnnotations] = None
    execution: Maybe[Execution] = None
    icons: Maybe[list[Icon]] = None
    meta: Maybe[Object] = Field(default=None, alias="_meta")


class ListToolsResult(Message):
    """The result of tools/list."""

    tools: list[Tool]
    next_cursor: Maybe[str] = None
    result_type: Maybe[str] = None
    ttl_ms: Maybe[Annotated[Integer, Field(ge=0)]] = None
    cache_scope: Maybe[Literal["private", "public"]] = None
    meta: Maybe[ResultMeta] = Field(default=None, alias="_meta")


class InitializeRequestParams(Message):
    """The params of initialize (up to 2025-11-25)."""

    protocol_version: str
    capabilities: ClientCapabilities
    client_info: Implementation
    meta: Maybe[RequestMeta] = Field(default=None, alias="_meta")


class InitializeResult(Message):
    """The result of initialize (up to 2025-11-25)."""

    protocol_version: str
    capabilities: ServerCapabilities
    server_info: Implementation
    instructions: Maybe[str] = None
    meta: Maybe[Object] = Field(default=None, alias="_meta")


class CancelledNotificationParams(Message):
    """The params of notifications/cancelled."""

    request_id: Maybe[RequestId] = None
    reason: Maybe[str] = None


class UnsupportedProtocolVersionData(Message):
    """The data of error -32022 (2026-07-28)."""

    supported: list[str]
    requested: str


class MissingRequiredClientCapabilityData(Message):
    """The data of error -32021 (2026-07-28)."""

    required_capabilities: ClientCapabilities


class URLElicitationRequiredData(Message):
    """The data of error -32042 (2025-11-25); what each elicitation holds is not judged yet."""

    elicitations: list[Object]


_MODELS: Mapping[str, type[Message]] = {
    model.__name__: model
    for model in (
        TextContent,
        ImageContent,
        AudioContent,
        ResourceLink,
        EmbeddedResource,
        CallToolRequestParams,
        CallToolResult,
        RequestMeta,
        Tool,
        ListToolsResult,
        InitializeRequestParams,
        InitializeResult,
        CancelledNotificationParams,
        UnsupportedProtocolVersionData,
        MissingRequiredClientCapabilityData,
        URLElicitationRequiredData,
    )
}
