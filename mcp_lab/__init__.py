"""MCP Error Lab: a course you can run on the error contracts of the Model Context Protocol."""

__version__ = "0.1.0"
