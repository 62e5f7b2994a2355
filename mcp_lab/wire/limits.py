"""How much of a frame is read before reading stops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one frame. RFC 8259 section 9 lets a reader set them; these are ours.

    Attributes:
        size: bytes of the whole frame. Beyond it the frame is `too-large` and isn't read. Four
            mebibytes is what the official TypeScript SDK 1.x takes over HTTP; the slowest text of
            that size is scanned in a few seconds.
        depth: arrays and objects inside each other, the outermost counted. Beyond it the frame
            is `too-deep` and reading stops there, so what comes after isn't judged.
        members: messages in one batch. Beyond it the batch is `too-large`.
        named: how many defects, or notes, of one name are listed one by one.
    """

    size: int = 4 * 1024 * 1024
    depth: int = 128
    members: int = 10_000
    named: int = 16


LIMITS: Final = Limits()
