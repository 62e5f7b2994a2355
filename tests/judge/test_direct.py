"""Asking an answer of this process."""

import asyncio
import io
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import pytest

from mcp_lab.judge import (
    CellRaised,
    CouldNotRun,
    DirectPort,
    NoAnswer,
    NotJson,
    NotJsonValue,
    Raised,
    TimedOut,
    Value,
)
from mcp_lab.judge.port import Reply

SHORT = 0.2


def ask(answer: Any, arguments: dict[str, Any] | None = None, timeout: float = 10.0) -> Reply:
    return DirectPort({"f": answer}.__getitem__, timeout).ask("f", arguments)


def test_a_function_is_called_with_keyword_arguments() -> None:
    assert ask(lambda a, b: a - b, {"b": 1, "a": 3}) == Value(2)


def test_a_function_that_calls_its_parameters_otherwise_is_called_by_place() -> None:
    asked = {"sent": 3, "received": 1}
    assert ask(lambda asked_for, got: asked_for - got, asked) == Value(2)
    assert ask(lambda received, sent: sent - received, asked) == Value(2)  # by name where it can


@pytest.mark.parametrize("answer", [lambda: 1, lambda one: one, lambda a, b, c: (a, b, c), [1]])
def test_a_function_that_takes_other_arguments_raises(answer: Any) -> None:
    reply = ask(answer, {"sent": 3, "received": 1})
    assert isinstance(reply, Raised)
    assert reply.class_name == "TypeError"


def test_data_is_read_not_called() -> None:
    assert ask([1, b"\x00"]) == Value([1, b"\x00"])
    assert ask(lambda: 1) == NotJson("the value is a function; give what it returns: call it")


def test_arguments_and_values_are_copies() -> None:
    kept: list[Any] = []

    def answer(frame: dict[str, Any]) -> dict[str, Any]:
        kept.append(frame)
        return frame

    key = {"ids": [1]}
    reply = ask(answer, {"frame": key})
    assert isinstance(reply, Value)
    kept[0]["ids"].append(2)
    reply.value["ids"].append(3)
    assert key == {"ids": [1]}
    assert kept[0] == {"ids": [1, 2]}


def test_nothing_under_the_name_is_no_answer() -> None:
    assert DirectPort({}.__getitem__).ask("f", {}) == NoAnswer("f")


def test_a_cell_that_raised_could_not_run() -> None:
    def look_up(_name: str) -> Any:
        raise CellRaised("NameError", "name 'x' is not defined", 4)

    assert DirectPort(look_up).ask("f", {}) == CouldNotRun(
        "the answer cell raised NameError: name 'x' is not defined (line 4)"
    )


class Unspeakable(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("error", "reply"),
    [
        (KeyError("id"), Raised("KeyError", "'id'")),
        (SystemExit(0), Raised("SystemExit", "0")),
        (MemoryError(), Raised("MemoryError", "")),
        (GeneratorExit(), Raised("GeneratorExit", "")),
        (asyncio.CancelledError(), Raised("CancelledError", "")),
        (Unspeakable(), Raised("Unspeakable", "(its text can't be read)")),
        (ValueError("x" * 10_000), Raised("ValueError", "x" * 599 + "…")),
    ],
)
def test_whatever_is_raised_is_an_observation(error: BaseException, reply: Raised) -> None:
    def answer() -> None:
        raise error

    got = ask(answer, {})
    assert isinstance(got, Raised)
    assert (got.class_name, got.text) == (reply.class_name, reply.text)


def test_the_line_is_the_last_one_of_the_answers_own_cell() -> None:
    names: dict[str, Any] = {}
    exec(compile("def helper(x):\n    return x['a']\n", "<one cell>", "exec"), names)
    source = "\n\ndef f(x):\n    y = helper(x)\n    return y\n"
    exec(compile(source, "<another>", "exec"), names)
    reply = DirectPort(names.__getitem__).ask("f", {"x": {}})
    assert reply == Raised("KeyError", "'a'", 4)


def test_endless_recursion_is_an_observation() -> None:
    def answer() -> Any:
        return answer()

    reply = ask(answer, {})
    assert isinstance(reply, Raised)
    assert reply.class_name == "RecursionError"


def test_a_keyboard_interrupt_passes_through() -> None:
    def answer() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(answer, {})


def test_an_argument_that_is_no_json_is_our_own_fault() -> None:
    with pytest.raises(NotJsonValue):
        ask(lambda a: a, {"a": {1}})


async def _awaited() -> str:
    await asyncio.sleep(0)
    return "awaited"


async def _fails() -> None:
    raise KeyError("id")


def test_a_coroutine_is_run_to_its_end(in_a_loop: Callable[[Callable[[], Any]], Any]) -> None:
    assert ask(_awaited, {}) == Value("awaited")
    assert in_a_loop(lambda: ask(_awaited, {})) == Value("awaited")
    reply = in_a_loop(lambda: ask(_fails, {}))
    assert isinstance(reply, Raised)
    assert (reply.class_name, reply.text) == ("KeyError", "'id'")


def test_a_coroutine_that_never_ends_times_out(
    in_a_loop: Callable[[Callable[[], Any]], Any],
) -> None:
    async def answer() -> None:
        await asyncio.Event().wait()

    assert in_a_loop(lambda: ask(answer, {}, SHORT)) == TimedOut(SHORT)


def test_a_loop_is_interrupted_and_the_timer_put_back() -> None:
    def loop() -> None:
        while True:
            pass

    handler = signal.getsignal(signal.SIGALRM)
    assert DirectPort({}.__getitem__).interrupts
    assert ask(loop, {}, SHORT) == TimedOut(SHORT)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is handler


def test_a_loop_that_swallows_the_first_interruption_is_interrupted_again() -> None:
    swallowed: list[BaseException] = []

    def loop() -> None:
        try:
            while True:
                pass
        except BaseException as error:  # noqa: BLE001
            swallowed.append(error)
        while True:
            pass

    assert ask(loop, {}, SHORT) == TimedOut(SHORT)
    assert len(swallowed) == 1


def test_a_timer_that_was_running_goes_on() -> None:
    signal.setitimer(signal.ITIMER_REAL, 500.0)
    try:
        assert ask(lambda: 1, {}) == Value(1)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 400
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def in_a_thread(call: Callable[[], Any]) -> Any:
    got: list[Any] = []
    thread = threading.Thread(target=lambda: got.append(call()))
    thread.start()
    thread.join()
    return got[0]


def test_where_it_can_not_be_interrupted_it_says_so() -> None:
    told = threading.Event()
    sentences: list[str] = []

    def say(sentence: str) -> None:
        sentences.append(sentence)
        told.set()

    def answer() -> bool:
        return told.wait(30)

    def call() -> tuple[bool, Reply]:
        port = DirectPort({"f": answer}.__getitem__, 0.01, say=say)
        return port.interrupts, port.ask("f", {})

    assert in_a_thread(call) == (False, Value(value=True))
    assert "can't be interrupted from here" in sentences[0]


def test_an_answer_in_time_is_told_nothing() -> None:
    sentences: list[str] = []
    port = DirectPort({"f": lambda: 1}.__getitem__, 600, say=sentences.append)
    assert in_a_thread(lambda: port.ask("f", {})) == Value(1)
    for timer in threading.enumerate():
        if isinstance(timer, threading.Timer):
            timer.join(30)
            assert not timer.is_alive()
    assert not sentences


def test_what_the_answer_prints_is_left_alone() -> None:
    out = io.StringIO()
    with redirect_stdout(out):
        assert ask(lambda: print("hello"), {}) == Value(None)
    assert out.getvalue() == "hello\n"
    assert sys.stdout is not out
