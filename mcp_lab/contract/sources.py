"""Where a source can be read: the public address of what a clause cites."""

import re

_SITE = "https://modelcontextprotocol.io/specification/"
_SCHEMAS = "https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/"
_JSON_RPC_ANCHORS = {
    "4": "request_object",
    "4.1": "notification",
    "4.2": "parameter_structures",
    "5": "response_object",
    "5.1": "error_object",
    "6": "batch",
    "7": "examples",
}
_JSON_RPC = re.compile(r"JSON-RPC 2\.0 section ([\d.]+)")
_RFC = re.compile(r"RFC (\d+) section ([\d.]+)")


def url(source: str) -> str | None:
    """The public address of a source as the clauses write it; None for one of our own policies."""
    if source.startswith("docs/specification/"):
        return _page(source.removeprefix("docs/specification/"))
    if source.startswith(("schema/", "seps/")):
        return _SCHEMAS + source.partition("#")[0]
    if found := _JSON_RPC.fullmatch(source):
        return f"https://www.jsonrpc.org/specification#{_JSON_RPC_ANCHORS[found[1]]}"
    if found := _RFC.fullmatch(source):
        return f"https://www.rfc-editor.org/rfc/rfc{found[1]}#section-{found[2]}"
    return None


def _page(path: str) -> str:
    page, _, section = path.partition("#")
    anchor = section.lstrip("_")  # the site writes the heading `_meta` as #meta
    return _SITE + page.removesuffix(".mdx") + (f"#{anchor}" if anchor else "")
