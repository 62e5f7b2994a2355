"""The server's side: seven boundaries in, bytes out.

server = Server(World(), "2025-11-25")
server.receive(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}')
server.trace                                        # how far it came, and who decided
"""

from __future__ import annotations

from mcp_lab.server.boundaries import BOUNDARIES, Row
from mcp_lab.server.methods import METHODS, Method
from mcp_lab.server.server import Server
from mcp_lab.server.trace import Trace

__all__ = ["BOUNDARIES", "METHODS", "Method", "Row", "Server", "Trace"]
