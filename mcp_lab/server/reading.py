"""What resources/* and prompts/* answer. Neither has a channel for errors but the protocol's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from mcp_lab.server.pages import page
from mcp_lab.server.revisions import (
    PROMPT_MEMBERS,
    RESOURCE_MEMBERS,
    TEMPLATE_MEMBERS,
    shown,
)
from mcp_lab.server.visit import Stop
from mcp_lab.server.wording import repeated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcp_lab.server.visit import Visit
    from mcp_lab.world.offer import Prompt

_PLAIN_URI: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9+.:/_-]{0,127}")


def list_resources(visit: Visit) -> Mapping[str, Any] | Stop:
    """What the passenger can read, in pages."""
    found = visit.world.resources.values()
    return page(
        visit, "resources", [shown(each, RESOURCE_MEMBERS, visit.revision) for each in found]
    )


def list_templates(visit: Visit) -> Mapping[str, Any] | Stop:
    """The families of resources."""
    found = visit.world.resource_templates
    templates = [shown(each, TEMPLATE_MEMBERS, visit.revision) for each in found]
    return page(visit, "resourceTemplates", templates)


def read_resource(visit: Visit) -> Mapping[str, Any] | Stop:
    """The text of one resource. Another passenger's booking is no resource, here or anywhere."""
    uri = visit.params["uri"]
    resource = visit.world.resources.get(uri)
    if resource is None:
        # The caller's own text, so it is repeated only where it can't be anything but a URI.
        return Stop("unknown-resource", data={"uri": uri} if _PLAIN_URI.fullmatch(uri) else {})
    text = resource.read(visit.context)
    return {"contents": [{"uri": uri, "mimeType": resource.mime_type, "text": text}]}


def list_prompts(visit: Visit) -> Mapping[str, Any] | Stop:
    """Every prompt with its arguments."""
    return page(visit, "prompts", [_listed(each, visit) for each in visit.world.prompts.values()])


def get_prompt(visit: Visit) -> Mapping[str, Any] | Stop:
    """One prompt, filled in."""
    name = visit.params["name"]
    prompt = visit.world.prompts.get(name)
    if prompt is None:
        return Stop("unknown-prompt", says=f"Unknown prompt{repeated(name)}.")
    arguments = visit.params.get("arguments", {})
    missing = [
        each.name for each in prompt.arguments if each.required and each.name not in arguments
    ]
    if missing:
        told = ", ".join(missing)
        return Stop("missing-prompt-argument", says=f"Missing required arguments: {told}.")
    content = {"type": "text", "text": prompt.fill(arguments)}
    return {
        "description": prompt.description,
        "messages": [{"role": "user", "content": content}],
    }


def _listed(prompt: Prompt, visit: Visit) -> dict[str, Any]:
    arguments = [
        {"name": each.name, "description": each.description, "required": each.required}
        for each in prompt.arguments
    ]
    return {**shown(prompt, PROMPT_MEMBERS, visit.revision), "arguments": arguments}
