"""The look of everything the kit shows in a notebook: one stylesheet.

Its colours are JupyterLab's own variables, so light, dark and high contrast are the theme's affair;
each has a fallback that follows the surrounding text, for viewers that know none of them. A
notebook that is not trusted loses the stylesheet, so the HTML must read well without it.
"""

from functools import cache
from pathlib import Path


@cache
def style() -> str:
    """The stylesheet as an HTML element, on one line: every output of a notebook carries it."""
    rules = Path(__file__).with_name("look.css").read_text("utf-8")
    return f"<style>{' '.join(rules.split())}</style>"
