"""Bytes to JSON-RPC messages and back, with every envelope defect named.

`decode` takes any bytes and never raises. It says what a frame is by the members that are there,
names each defect by a row of `DEFECTS`, and keeps what JSON parsers lose: members that stand
twice, an id's form, numbers too big for Python, null beside absent. `encode` is its inverse.

Nothing here knows the Model Context Protocol, and nothing here reads or writes: bytes in, values
out.

    >>> message = decode(b'{"jsonrpc": "2.0", "id": "3", "result": {}}')
    >>> message.kind, message.id, message.ok
    ('result', '3', True)
    >>> [defect.name for defect in decode(b'{"id": null, "method": 7}').defects]
    ['jsonrpc-missing', 'method-not-a-string', 'id-null']
"""

from mcp_lab.wire.decoding import Decoded, decode
from mcp_lab.wire.defects import DEFECTS, NOT_JSON, NOTES, Defect, Row
from mcp_lab.wire.encoding import Unencodable, encode
from mcp_lab.wire.envelope import Kind
from mcp_lab.wire.limits import LIMITS, Limits
from mcp_lab.wire.values import ABSENT, Absent, Number, same_id

__all__ = [
    "ABSENT",
    "DEFECTS",
    "LIMITS",
    "NOTES",
    "NOT_JSON",
    "Absent",
    "Decoded",
    "Defect",
    "Kind",
    "Limits",
    "Number",
    "Row",
    "Unencodable",
    "decode",
    "encode",
    "same_id",
]
