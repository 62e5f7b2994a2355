"""The loop of an answer's process, however it was started.

It reads questions and writes replies through two functions, a line each: over a fresh process's
pipe, or over a socket pair after a fork. The event loop runs all the while, between questions too,
as a notebook's kernel does, so a learner's background tasks go on.
"""

import asyncio
import contextlib
import json
import sys
import threading
from collections.abc import Callable
from typing import Any

from mcp_lab.judge.frames import reply_line
from mcp_lab.judge.port import Raised, Reply, Value
from mcp_lab.judge.session import Session


async def serve(read_line: Callable[[], bytes], write: Callable[[bytes], object]) -> None:
    """Answer questions in turn until `read_line` gives no more."""
    session = Session()
    questions = _arriving(read_line)
    while line := await questions.get():
        message = json.loads(line)
        params: dict[str, Any] = message["params"]
        reply = await _answered(session, message["method"], params)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):  # the learner may have closed or replaced it
                stream.flush()
        write(reply_line(message["id"], params["nonce"], reply))


def _arriving(read_line: Callable[[], bytes]) -> "asyncio.Queue[bytes]":
    """Lines as they come, read by a thread of its own; an empty one ends them."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes] = asyncio.Queue()

    def read() -> None:
        line = b"?"
        while line:
            line = read_line()
            loop.call_soon_threadsafe(queue.put_nowait, line)

    threading.Thread(target=read, name="questions", daemon=True).start()
    return queue


async def _answered(session: Session, method: str, params: dict[str, Any]) -> Reply:
    match method:
        case "start":
            session.start(params)
        case "run":
            return await session.run(params["source"], params["role"], params["challenge"])
        case "ask":
            return session.ask(params["challenge"], params["name"], params["arguments"])
        case "settle":
            pass
        case _:
            return Raised("LookupError", f"there is no method {method}")
    return Value(None)
