"""How a story of several frames is shown: a title, a few lines, the frames beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp_lab.exchange.frames import Shown, frames_html, frames_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mcp_lab.exchange.exchange import Frame


def mimebundle(title: str, lines: Sequence[str], frames: Iterable[Frame]) -> dict[str, str]:
    """The two forms that a notebook takes; every text in the HTML is escaped."""
    from markupsafe import escape

    shown: list[Shown] = [(frame.direction, frame.data, ()) for frame in frames]
    told = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return {
        "text/plain": "\n".join([title, *(f"  {line}" for line in lines), "", frames_text(shown)]),
        "text/html": f"<h4>{escape(title)}</h4>{told}{frames_html(shown)}",
    }
