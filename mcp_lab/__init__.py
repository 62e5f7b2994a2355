"""MCP Error Lab: a course you can run on the error contracts of the Model Context Protocol."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp_lab.exchange import Lab
    from mcp_lab.notebook import challenge, lesson

__version__ = "0.1.0"
__all__ = ["Lab", "__version__", "challenge", "lesson"]

# What a notebook imports, and the floor it comes from: imported when it is first asked for, so that
# a program which wants one floor does not pay for all.
_HOMES = {"Lab": "exchange", "challenge": "notebook", "lesson": "notebook"}


def __getattr__(name: str) -> Any:
    """Import one of a notebook's names from its floor."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
