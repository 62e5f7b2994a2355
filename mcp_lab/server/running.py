"""Running the body of a tool, without an event loop: it goes on when the world has what it awaits.

A body is a function, which is done when it returns, or a coroutine, which can wait for the world's
clock or for the person at the client. While one waits, the server takes other messages.
"""

from __future__ import annotations

from datetime import timedelta
from types import CoroutineType
from typing import TYPE_CHECKING

from mcp_lab.server import asking
from mcp_lab.server.visit import Waiting
from mcp_lab.world import Answer, Question, Sleep

if TYPE_CHECKING:
    from mcp_lab.server.visit import Stop, Visit
    from mcp_lab.wire import Decoded


def start(visit: Visit) -> Stop | None:
    """Run the body of the visit's tool until it is done, or waits: then `visit.waiting` is set."""
    assert visit.tool is not None
    output = visit.tool.body(visit.context, visit.arguments)
    if type(output) is CoroutineType:
        visit.waiting = Waiting(output)
        return go_on(visit)
    visit.output = output  # type: ignore[assignment] # what is no ToolOutput is refused later on
    return None


def go_on(visit: Visit, answer: Answer | None = None) -> Stop | None:
    """Resume the body, with the answer if it waits for one."""
    return _run(visit, answer, None)


def cancel(visit: Visit) -> Stop | None:
    """Raise a cancellation in the body. It may clean up, answer all the same, or swallow it.

    Whatever it makes of it, nothing of this request is sent any more. A body that swallows it goes
    on and may still have side effects, which is why a cancellation proves nothing about them.
    """
    from asyncio import CancelledError  # the one name; asyncio itself is slow to import

    assert visit.waiting is not None
    visit.cancelled = True
    return _run(visit, None, CancelledError())


def take(visit: Visit, response: Decoded) -> Stop | None:
    """Go on with the client's response. An error, or what is no answer, ends the call in words."""
    assert visit.waiting is not None
    question = visit.waiting.question
    assert question is not None
    answer = asking.answered(response.result, question)
    if isinstance(answer, Answer):
        return go_on(visit, answer)
    _give_up(visit, visit.waiting)
    return asking.nobody("missing-client-capability", question)


def _run(visit: Visit, answer: Answer | None, trouble: BaseException | None) -> Stop | None:
    waiting = visit.waiting
    assert waiting is not None
    while True:
        waiting.until = waiting.question = waiting.asked = None
        visit.waiting = None
        try:
            wants = waiting.body.throw(trouble) if trouble else waiting.body.send(answer)
        except StopIteration as done:
            visit.output = done.value
            return None
        answer = trouble = None
        visit.waiting = waiting
        if isinstance(wants, Sleep):
            waiting.until = visit.world.clock.now + timedelta(seconds=max(wants.seconds, 0))
            return None
        if isinstance(wants, Question):
            reply = asking.put(visit, wants)
            if not isinstance(reply, Answer):
                return _unanswered(visit, waiting, reply)
            answer = reply
        else:
            trouble = TypeError("a tool's body awaits the world's clock or a person, nothing else")


def _unanswered(visit: Visit, waiting: Waiting, stop: Stop | None) -> Stop | None:
    """The client is asked, and the body waits; or this request ends, and the body with it."""
    if waiting.asked is None:
        _give_up(visit, waiting)
    return stop


def _give_up(visit: Visit, waiting: Waiting) -> None:
    visit.waiting = None
    waiting.body.close()
