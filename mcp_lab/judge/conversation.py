"""One conversation with an answer's process: questions out, replies back, nothing believed.

The process returns observations, never grades. Whatever it does besides (dying, not answering,
writing frames of its own) is a reply too, and ends the conversation.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from mcp_lab.judge.frames import NoReply, question, read_reply
from mcp_lab.judge.fresh import Peer
from mcp_lab.judge.port import Ended, Reply, Tampered, TimedOut

TROUBLE = (Ended, Tampered, TimedOut)
"""Replies after which the process is gone."""


class Conversation:
    """Numbered questions over a peer; after the first trouble every call gives that trouble."""

    def __init__(self, peer: Peer) -> None:
        """Talk to a peer that has just been started."""
        self._peer, self._number = peer, 0
        self._trouble: Reply | None = None

    @property
    def over(self) -> bool:
        """Whether the process is gone."""
        return self._trouble is not None or self._peer.closed

    def call(self, method: str, params: Mapping[str, Any], timeout: float) -> Reply:
        """Ask, and wait for the reply."""
        if self._trouble is not None:
            return self._trouble
        reply = self._asked(method, params, timeout)
        if isinstance(reply, TROUBLE):
            self._trouble = reply
            self._peer.end()
        return reply

    def close(self) -> None:
        """Let the process go."""
        self._trouble = self._trouble or Ended("it was let go")
        self._peer.end()

    def _asked(self, method: str, params: Mapping[str, Any], timeout: float) -> Reply:
        if self._peer.stray():
            return Tampered("a frame came that no question had asked for")
        self._number += 1
        nonce = secrets.token_hex(16)
        self._peer.send(question(self._number, nonce, method, params))
        try:
            line = self._peer.receive(timeout)
        except TimeoutError:
            return TimedOut(timeout)
        if line is None:
            return Ended(self._peer.end())
        try:
            return read_reply(line, self._number, nonce)
        except NoReply as error:
            return Tampered(str(error))
