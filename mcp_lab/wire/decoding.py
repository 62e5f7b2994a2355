"""Bytes to message: what it is, and everything that is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from mcp_lab.wire import envelope, fast
from mcp_lab.wire.defects import NOT_JSON, Defect, named
from mcp_lab.wire.hints import encoding_hint
from mcp_lab.wire.limits import LIMITS, Limits
from mcp_lab.wire.scanner import Scanner
from mcp_lab.wire.shown import Words
from mcp_lab.wire.values import ABSENT

if TYPE_CHECKING:
    from mcp_lab.wire.envelope import Kind

_MARK = "\ufeff"


# Not frozen, because that makes one four times as slow to make. Nothing changes one all the same.
@dataclass(slots=True)
class Decoded:
    """One frame, decoded.

    Attributes:
        kind: what the members that are there make of it.
        value: the parsed JSON; ABSENT where the bytes are no JSON text or are not read as one.
        defects: everything that is wrong, in reading order: the text first, then the envelope.
        notes: what is allowed and still worth knowing.
        raw: the bytes as they came.
        members: of a batch, each message decoded by itself, with its own defects and notes.
    """

    kind: Kind
    value: Any
    defects: tuple[Defect, ...] = ()
    notes: tuple[Defect, ...] = ()
    raw: bytes = field(default=b"", repr=False)
    members: tuple[Decoded, ...] = field(default=(), repr=False)

    @property
    def ok(self) -> bool:
        """Whether there is no defect."""
        return not self.defects

    @property
    def id(self) -> Any:
        """The id, also of a malformed message, exactly as it came; ABSENT where none was read.

        Of two ids in one object it is the last, which most parsers take; the defects tell.
        """
        value = self.value
        return value.get("id", ABSENT) if isinstance(value, dict) else ABSENT

    @property
    def method(self) -> Any:
        """The method, whatever its type, or ABSENT."""
        value = self.value
        return value.get("method", ABSENT) if isinstance(value, dict) else ABSENT

    @property
    def params(self) -> Any:
        """The params, whatever their type, or ABSENT."""
        value = self.value
        return value.get("params", ABSENT) if isinstance(value, dict) else ABSENT

    @property
    def result(self) -> Any:
        """The result, or ABSENT; a result of null is None."""
        value = self.value
        return value.get("result", ABSENT) if isinstance(value, dict) else ABSENT

    @property
    def error(self) -> Any:
        """The error, whatever its type, or ABSENT."""
        value = self.value
        return value.get("error", ABSENT) if isinstance(value, dict) else ABSENT


def decode(data: bytes | str, limits: Limits = LIMITS) -> Decoded:
    """Decode one frame, whatever the bytes: it never raises, and names every defect it can find.

    A `str` is read as the UTF-8 bytes that it stands for; a `bytearray` and a `memoryview` are
    bytes too.

    Raises:
        TypeError: for anything else, such as JSON that is parsed already.
    """
    raw = data if type(data) is bytes else _as_bytes(data)
    if len(raw) > limits.size:
        too_large = named("too-large", found=Words("frame"), unit="bytes", limit=limits.size)
        return Decoded("malformed", ABSENT, (too_large,), raw=raw)
    text, found = _as_text(raw)
    inner = text.strip(" \t\n\r")
    if not inner:
        return Decoded("malformed", ABSENT, (*found, named("empty")), raw=raw)
    if not found:
        try:
            value = fast.parse(inner, limits)
        except fast.Doubt:
            pass
        else:
            if type(value) is not list:
                return _message(value, (), (), raw)
    return _carefully(text, found, raw, limits)


def _as_bytes(data: Any) -> bytes:
    if isinstance(data, str):
        return data.encode("utf-8", "surrogatepass")
    if isinstance(data, bytes | bytearray | memoryview):
        return bytes(data)
    kind = type(data).__name__
    parsed = " `encode` makes JSON into bytes." if isinstance(data, dict | list) else ""
    raise TypeError(f"decode takes the bytes of a frame, or its text as a str, not {kind}.{parsed}")


def _as_text(raw: bytes) -> tuple[str, tuple[Defect, ...]]:
    """Turn bytes into text with what is wrong with them; bad bytes become U+FFFD."""
    found: tuple[Defect, ...] = ()
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        text = raw.decode(errors="replace")
        bad = Words(f"0x{raw[error.start]:02x}")
        found = (named("not-utf-8", found=bad, at=error.start, hint=encoding_hint(raw)),)
    if text.startswith(_MARK):
        return text[1:], (*found, named("byte-order-mark"))
    return text, found


def _carefully(text: str, found: tuple[Defect, ...], raw: bytes, limits: Limits) -> Decoded:
    """Decode a text that the fast parser can't be trusted with, and every batch."""
    scanner = Scanner(text, limits)
    scanner.run()
    defects = (*found, *scanner.defects)
    if not _readable(defects):
        return Decoded("malformed", ABSENT, defects, tuple(scanner.notes), raw)
    if type(scanner.value) is list:
        return _batch(text, found, scanner.spans, raw, limits)
    return _message(scanner.value, defects, tuple(scanner.notes), raw)


def _readable(defects: tuple[Defect, ...]) -> bool:
    """Whether there is a value that was really sent; a byte order mark alone may be passed over."""
    return not any(each.name in NOT_JSON and each.name != "byte-order-mark" for each in defects)


def _message(
    value: Any, defects: tuple[Defect, ...], notes: tuple[Defect, ...], raw: bytes
) -> Decoded:
    plain = envelope.plain(value)
    if plain is not None:
        return Decoded(plain, value, defects, notes, raw)
    kind, findings = envelope.judge(value)
    return Decoded(kind, value, (*defects, *findings.defects), (*notes, *findings.notes), raw)


def _batch(
    text: str,
    found: tuple[Defect, ...],
    spans: list[tuple[int, int]],
    raw: bytes,
    limits: Limits,
) -> Decoded:
    """Decode each message of a batch by itself, so that its defects stay with it."""
    inner = replace(limits, depth=limits.depth - 1)
    members = tuple(_batched(text[start:end], inner) for start, end in spans)
    values = [member.value for member in members]
    name = "batch" if members else "empty-batch"
    return Decoded("batch", values, (*found, named(name)), (), raw, members)


def _batched(text: str, limits: Limits) -> Decoded:
    """Decode one message of a batch. A batch in a batch is no message."""
    member = decode(text, limits)
    if member.kind != "batch":
        return member
    return _message(member.value, (), (), member.raw)
