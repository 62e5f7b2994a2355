"""From a view, which is plain data, to a MIME bundle: HTML and its plain-text twin.

Each view has two templates of one name. HTML is escaped by the template engine; what the course's
authors write as `code` becomes code, nothing else of their text is markup.
"""

import re
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

from mcp_lab.widgets import style

WIDTH = 88

_JOINED = "\ue000"  # stands for a space at which no line may end

_CODE = re.compile(r"`([^`\n]+)`")


def bundle(view: str, **values: Any) -> dict[str, Any]:
    """The display of a view: ``text/plain`` and ``text/html``, the same for the same values."""
    return {
        "text/plain": _rendered(f"{view}.txt", values),
        "text/html": _rendered(f"{view}.html", {"style": style(), **values}),
    }


def _rendered(template: str, values: dict[str, Any]) -> str:
    """Half a surrogate pair, which a notebook cannot hold, comes out as its escape."""
    text = str(_templates().get_template(template).render(values)).strip()
    return text.encode("utf-8", "backslashreplace").decode()


@cache
def _templates() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

    templates = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters.update(inline=_inline, wrap=_wrap, indented=_indented)
    return templates


def _inline(line: str) -> Any:
    """One run of text as HTML: escaped, `code` marked up."""
    from markupsafe import Markup, escape

    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(line))))  # noqa: S704 - escaped just here


def paragraphs(prose: str) -> list[str]:
    """Text as its paragraphs, each on one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", prose.strip()) if part.strip()]


def _wrap(prose: str, indent: int = 0) -> str:
    """Text in lines of at most WIDTH; a `command` is never broken, so that it can be copied."""
    margin = " " * indent
    whole = _CODE.sub(lambda code: code[0].replace(" ", _JOINED), prose)
    wrapped = (
        textwrap.fill(
            part,
            WIDTH,
            initial_indent=margin,
            subsequent_indent=margin,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for part in paragraphs(whole)
    )
    return "\n\n".join(wrapped).replace(_JOINED, " ")


def _indented(block: str, by: int) -> str:
    return textwrap.indent(block, " " * by)
