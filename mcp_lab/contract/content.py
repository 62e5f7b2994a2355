"""The content blocks of a tool's result, as strict models."""

from typing import Annotated, Literal

from pydantic import Field

from mcp_lab.contract.shapes import Integer, Maybe, Message, Object


class Annotations(Message):
    """Hints on who content is for, and how much it matters (0 to 1)."""

    audience: Maybe[list[Literal["user", "assistant"]]] = None
    priority: Maybe[Annotated[float, Field(ge=0, le=1)]] = None
    last_modified: Maybe[str] = None


class Block(Message):
    """What the content blocks share."""

    annotations: Maybe[Annotations] = None
    meta: Maybe[Object] = Field(default=None, alias="_meta")


class TextContent(Block):
    """A text."""

    type: Literal["text"]
    text: str


class ImageContent(Block):
    """An image, base64."""

    type: Literal["image"]
    data: str
    mime_type: str


class AudioContent(Block):
    """A sound, base64."""

    type: Literal["audio"]
    data: str
    mime_type: str


class Icon(Message):
    """A picture for a user interface."""

    src: str
    mime_type: Maybe[str] = None
    sizes: Maybe[list[str]] = None
    theme: Maybe[Literal["dark", "light"]] = None


class ResourceLink(Block):
    """The address of a resource."""

    type: Literal["resource_link"]
    uri: str
    name: str
    title: Maybe[str] = None
    description: Maybe[str] = None
    mime_type: Maybe[str] = None
    size: Maybe[Integer] = None
    icons: Maybe[list[Icon]] = None


class _ResourceContents(Message):
    uri: str
    mime_type: Maybe[str] = None
    meta: Maybe[Object] = Field(default=None, alias="_meta")


class TextResourceContents(_ResourceContents):
    """A resource that is text."""

    text: str


class BlobResourceContents(_ResourceContents):
    """A resource that is bytes, base64."""

    blob: str


class EmbeddedResource(Block):
    """A resource, its contents included."""

    type: Literal["resource"]
    resource: TextResourceContents | BlobResourceContents
