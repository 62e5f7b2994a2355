"""A time limit on code that runs here, where the platform can interrupt it."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_AGAIN = 0.25  # seconds: a bare `except:` in a loop may swallow the first interruption


class LimitReached(BaseException):
    """The time is up. No `Exception`, so that an `except Exception` lets it pass."""


def can_interrupt() -> bool:
    """Whether code of this thread can be interrupted: a main thread, on a system with timers."""
    here = threading.current_thread() is threading.main_thread()
    return here and hasattr(signal, "setitimer")


@contextmanager
def limited(seconds: float, say: Callable[[str], None] | None) -> Iterator[None]:
    """Raise `LimitReached` in the code inside when `seconds` have passed.

    Where the platform can't, `say` is told so at that moment, from another thread.
    """
    if can_interrupt():
        with _alarm(seconds):
            yield
    else:
        with _spoken(seconds, say):
            yield


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    over = False

    def ring(_signal: int, _frame: FrameType | None) -> None:
        if not over:
            raise LimitReached

    handler = signal.signal(signal.SIGALRM, ring)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        try:
            yield
        finally:
            over = True  # from here on the alarm is deaf, so the rest can't be interrupted
    finally:
        signal.setitimer(signal.ITIMER_REAL, left, interval)
        signal.signal(signal.SIGALRM, handler)


@contextmanager
def _spoken(seconds: float, say: Callable[[str], None] | None) -> Iterator[None]:
    sentence = (
        f"This has taken more than {seconds:g} s, and can't be interrupted from here. "
        "Stop it with the Interrupt button, or restart the kernel."
    )
    if say is None:
        yield
        return
    timer = threading.Timer(seconds, say, [sentence])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
