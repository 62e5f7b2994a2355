"""The pipe on its own: what a process is told, may import, may do, and what it can't."""

import pytest

from mcp_lab.judge import (
    AnswerProcess,
    Challenge,
    CouldNotRun,
    Ended,
    NoAnswer,
    NotJson,
    PipePort,
    Raised,
    Tampered,
    TimedOut,
    Value,
)
from mcp_lab.judge.port import Reply

LONG = 30.0
SHORT = 0.5  # seconds, for what never ends


@pytest.fixture(scope="module")
def shared(challenges):
    """One process for the questions that leave it alive."""
    process = AnswerProcess(tuple(challenges.values()), "a-variant")
    yield process
    process.close()


@pytest.fixture
def process(challenges):
    process = AnswerProcess(tuple(challenges.values()), "a-variant")
    yield process
    process.close()


def run(process: AnswerProcess, source: str) -> Reply:
    return process.run(source, "own", None, LONG)


def asked(
    process: AnswerProcess, challenge: Challenge, source: str, timeout: float = LONG
) -> Reply:
    """The reply of an answer cell's answer to one question."""
    process.run(source, "answer", challenge.id, LONG)
    arguments = {"message": {"id": 1}} if challenge.kind == "function" else None
    return PipePort(process, challenge, timeout).ask(challenge.answer, arguments)


@pytest.mark.parametrize(
    "source",
    [
        "import asyncio\nawait asyncio.sleep(0)",
        "%pwd\n!true\nx = !echo 3\nassert x == ['3']",
        "%%capture out\nprint(1)",
        "import asyncio\nasyncio.get_running_loop()",
        "task = asyncio.create_task(asyncio.sleep(0, 7))",
        "assert await task == 7",
        "class A: ...\nimport pickle; pickle.loads(pickle.dumps(A()))",
        "exit()",
        "%%writefile beside.py\nvalue = 3",
        "import beside\nassert beside.value == 3",
        "assert repr(challenge('00-fixtures/01-pick')) == \"challenge('00-fixtures/01-pick')\"",
        "from mcp_lab import challenge, lesson\nlesson('00-fixtures', variant='other')",
        "for do in ('check', 'hint', 'widget'): getattr(challenge('00-fixtures/01-pick'), do)()",
        "q = challenge('00-fixtures/01-pick')\nq.solution(), q.reset(), q.progress()",
        "from mcp_lab.wire import decode\nassert decode(b'').kind == 'malformed'",
    ],
)
def test_cells_run_as_in_a_kernel(shared: AnswerProcess, source: str) -> None:
    assert run(shared, source) == Value(None)


@pytest.mark.parametrize(
    ("source", "raised"),
    [
        ("1\n2 / 0", Raised("ZeroDivisionError", "division by zero", 2)),
        ("def f(:", Raised("SyntaxError", "invalid syntax", 1)),
        ("def g():\n    1 / 0\n\ng()", Raised("ZeroDivisionError", "division by zero", 4)),
        ("raise SystemExit(0)", Raised("SystemExit", "0", 1)),
        ("raise KeyboardInterrupt", Raised("KeyboardInterrupt", "", 1)),
        (
            "challenge('00-fixtures/09')",
            Raised("LookupError", "there is no challenge '00-fixtures/09' in this lesson", 1),
        ),
        ("import challenges", Raised("ModuleNotFoundError", "No module named 'challenges'", 1)),
        (
            "import asyncio\nasyncio.run(asyncio.sleep(0))",
            Raised("RuntimeError", "asyncio.run() cannot be called from a running event loop", 2),
        ),
        (
            "challenge('00-fixtures/01-pick').answer.set({'z': 'tool error'})",
            Raised("ChoiceTrouble", "'z' is no item; there are 'a', 'b'", 1),
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:coroutine")
def test_what_a_cell_raises_comes_back_with_its_line(
    shared: AnswerProcess, source: str, raised: Raised
) -> None:
    assert run(shared, source) == raised


def test_input_says_that_nobody_is_there(shared: AnswerProcess) -> None:
    reply = run(shared, "input('your name: ')")
    assert isinstance(reply, Raised)
    assert reply.class_name == "EOFError"
    assert "nobody to ask" in reply.text


@pytest.mark.parametrize(
    "source",
    [
        "import mcp_lab.judge",
        "from mcp_lab import judge",
        "from mcp_lab.judge.exam import Exam",
        "import importlib\nimportlib.import_module('mcp_lab.judge.challenge')",
        "from mcp_lab import Lab",
        "from mcp_lab import exchange",
        "import mcp_lab\nmcp_lab.Lab",
        "__import__('mcp_lab.notebook')",
        "import mcp_lab._course",
    ],
)
def test_what_is_not_given_is_refused_with_a_sentence(shared: AnswerProcess, source: str) -> None:
    reply = run(shared, source)
    assert isinstance(reply, Raised)
    assert reply.class_name == "ImportError"
    assert "is not given here: an answer may import mcp_lab.wire" in reply.text


def test_what_is_given_may_be_imported_and_stands_on_what_it_likes(shared: AnswerProcess) -> None:
    source = (
        "from mcp_lab.contract import clause\nfrom mcp_lab import contract\nclause('error.object')"
    )
    assert run(shared, source) == Value(None)


def test_the_process_holds_no_check_and_nothing_of_the_judging_half(shared: AnswerProcess) -> None:
    source = """
import gc, sys, types
held = {m for m in sys.modules if m.startswith("mcp_lab")}
assert not {m for m in held if "judge" in m}, held
modules = [o.__name__ for o in gc.get_objects() if isinstance(o, types.ModuleType)]
loaded = {m for m in modules if m.startswith("mcp_lab.judge.")}
for name in ("challenge", "card", "checking", "exam", "verdict", "look", "pipe", "judging"):
    assert "mcp_lab.judge." + name not in loaded, loaded
texts = [o for o in gc.get_objects() if isinstance(o, dict) and "explanation" in o and "hints" in o]
assert not texts
assert not any("challenges" in entry for entry in sys.path)
"""
    assert run(shared, source) == Value(None)


def test_it_starts_in_an_empty_directory_without_the_parents_environment(
    monkeypatch: pytest.MonkeyPatch, kind: Challenge
) -> None:
    monkeypatch.setenv("A_TOKEN", "canary")
    process = AnswerProcess([kind], "a-variant")
    try:
        source = (
            "import os\nassert not os.listdir(), os.listdir()\nassert 'A_TOKEN' not in os.environ"
        )
        assert run(process, source) == Value(None)
    finally:
        process.close()


def test_nothing_of_the_challenges_is_opened(
    monkeypatch: pytest.MonkeyPatch, challenges: dict[str, Challenge]
) -> None:
    """Every file that the process opens is reported by an audit hook, from its first line on."""
    from mcp_lab.judge import fresh

    spy = (
        "import sys, runpy\n"
        "tell = lambda path: print('opened', path, file=sys.stderr)\n"
        "sys.addaudithook(lambda event, args: event == 'open' and tell(args[0]))\n"
        "sys.argv = ['child']\n"
        "runpy.run_module('mcp_lab.judge.child', run_name='__main__')\n"
    )
    popen = fresh.subprocess.Popen
    monkeypatch.setattr(
        fresh.subprocess,
        "Popen",
        lambda argv, **options: popen([*argv[: argv.index("-m")], "-c", spy], **options),
    )
    process = AnswerProcess(tuple(challenges.values()), "a-variant")
    try:
        for challenge in challenges.values():
            process.run(f"q = challenge({challenge.id!r})", "given", challenge.id, LONG)
            assert isinstance(asked(process, challenge, challenge.solution), Value)
    finally:
        process.close()
    opened = [line for line in process.peer.printed.text().splitlines() if "opened" in line]
    assert len(opened) > 10
    assert not [line for line in opened if "00-fixtures" in line or "/challenges/" in line]


def test_an_answer_is_asked_as_it_was_when_its_cell_ran(
    shared: AnswerProcess, kind: Challenge, frame: Challenge
) -> None:
    shared.run("def is_notification(message): return 'first'", "answer", kind.id, LONG)
    shared.run("error_frame = {'a': [1]}", "answer", frame.id, LONG)
    run(shared, "def is_notification(message): return 'later'")
    run(shared, "error_frame['a'].append(2)")
    assert PipePort(shared, kind).ask(kind.answer, {"message": {}}) == Value("first")
    assert PipePort(shared, frame).ask(frame.answer, None) == Value({"a": [1]})


def test_an_answer_in_another_cell_counts_when_its_own_has_none(
    shared: AnswerProcess, kind: Challenge
) -> None:
    shared.run("del is_notification", "own", None, LONG)
    shared.run("", "answer", kind.id, LONG)
    assert PipePort(shared, kind).ask(kind.answer, {"message": {}}) == NoAnswer(kind.answer)
    run(shared, "def is_notification(message): return 'elsewhere'")
    assert PipePort(shared, kind).ask(kind.answer, {"message": {}}) == Value("elsewhere")


def test_a_typed_choice_takes_the_place_of_a_widgets(pick: Challenge) -> None:
    bundle = {"a": {"contract": "tool error"}}
    process = AnswerProcess([pick], "a-variant", {pick.id: bundle})
    try:
        assert asked(process, pick, "q.widget()") == Value(bundle)
        typed = asked(process, pick, "q.answer.set({'b': 'tool error'})")
        assert typed == Value({"b": {"contract": "tool error"}})
    finally:
        process.close()


@pytest.mark.parametrize(
    ("body", "reply"),
    [
        ("return message", Value({"id": 1})),
        ("message['id'] = 2; return message", Value({"id": 2})),
        ("import asyncio; return asyncio.sleep(0, 'awaited')", Value("awaited")),
        ("return b'bytes'", Value(b"bytes")),
        ("raise KeyError('id')", Raised("KeyError", "'id'", 2)),
        ("import sys; sys.exit(0)", Raised("SystemExit", "0", 2)),
        ("return is_notification(message)", "RecursionError"),
        ("raise MemoryError", Raised("MemoryError", "", 2)),
        ("raise KeyboardInterrupt", Raised("KeyboardInterrupt", "", 2)),
        ("import asyncio; raise asyncio.CancelledError", Raised("CancelledError", "", 2)),
        ("return {1}", NotJson("the value is a set; give a list, such as list(…)")),
        ("print('x' * 100_000); return 1", Value(1)),
    ],
)
def test_replies(shared: AnswerProcess, kind: Challenge, body: str, reply: Reply | str) -> None:
    got = asked(shared, kind, f"def is_notification(message):\n    {body}")
    if isinstance(reply, str):
        assert isinstance(got, Raised)
        assert got.class_name == reply
    else:
        assert got == reply


def test_an_answer_cell_that_raised_could_not_run(shared: AnswerProcess, kind: Challenge) -> None:
    reply = asked(shared, kind, "def is_notification(message):\n    return 1\n\n1 / 0")
    assert reply == CouldNotRun(
        "the answer cell raised ZeroDivisionError: division by zero (line 4)"
    )


def test_a_process_that_ends_on_a_question_has_ended(
    process: AnswerProcess, kind: Challenge
) -> None:
    source = "def is_notification(message):\n    import os; os._exit(3)"
    assert asked(process, kind, source) == Ended("exit code 3")
    assert PipePort(process, kind).settle() is None


def test_a_process_that_is_killed_says_by_what(process: AnswerProcess, kind: Challenge) -> None:
    source = "def is_notification(message):\n    import os; os.kill(os.getpid(), 9)"
    assert asked(process, kind, source) == Ended("signal SIGKILL")


def test_a_process_that_ended_before_the_first_question_could_not_run(
    process: AnswerProcess, kind: Challenge
) -> None:
    assert process.run("import os; os._exit(0)", "answer", kind.id, LONG) == Ended("exit code 0")
    reply = PipePort(process, kind).ask(kind.answer, {})
    assert reply == CouldNotRun("exit code 0")


@pytest.mark.parametrize("loop", ["while True: pass", "import time; time.sleep(1000)"])
def test_a_question_without_an_answer_times_out_and_the_process_is_killed(
    process: AnswerProcess, kind: Challenge, loop: str
) -> None:
    source = f"def is_notification(message):\n    {loop}"
    assert asked(process, kind, source, SHORT) == TimedOut(SHORT)
    assert process.conversation.over
    assert process.peer.end() == "it was stopped"


SLEEPER = """
import os, subprocess, time
def sleeper(setsid):
    pid = os.fork()
    if not pid:
        if setsid:
            os.setsid()
        time.sleep(1000)
    return pid
def orphan():
    reads, writes = os.pipe()
    if not os.fork():
        os.setsid()
        os.write(writes, str(sleeper(True)).encode())
        os._exit(0)
    return int(os.read(reads, 20))
"""


@pytest.mark.parametrize(
    "start",
    [
        "subprocess.Popen(['sleep', '1000']).pid",
        "subprocess.Popen(['sleep', '1000'], start_new_session=True).pid",
        "subprocess.Popen(['sleep', '1000'], start_new_session=True, env={}).pid",
        "sleeper(False)",
        "sleeper(True)",
        "orphan()",
    ],
)
@pytest.mark.parametrize("ends", ["is ended", "ends itself"])
def test_all_that_it_started_ends_with_it(
    process: AnswerProcess, kind: Challenge, start: str, ends: str
) -> None:
    reply = asked(process, kind, f"{SLEEPER}\ndef is_notification(message):\n    return {start}")
    assert isinstance(reply, Value)
    assert _alive(reply.value)
    if ends == "ends itself":
        assert run(process, "import os; os._exit(4)") == Ended("exit code 4")
    process.close()
    assert not _alive(reply.value)


@pytest.mark.parametrize("setsid", ["False", "True"])
def test_a_process_that_ended_has_ended_though_its_child_holds_the_pipe(
    process: AnswerProcess, kind: Challenge, setsid: str
) -> None:
    source = f"{SLEEPER}\nsleeper({setsid})\nos._exit(4)"
    assert process.run(source, "answer", kind.id, LONG) == Ended("exit code 4")


def test_so_it_has_where_it_had_no_keeper(process: AnswerProcess, kind: Challenge) -> None:
    source = f"{SLEEPER}\ndef is_notification(message): return sleeper(False)"
    reply = asked(process, kind, source)
    assert isinstance(reply, Value)
    ended = run(process, "import os; os.kill(os.getppid(), 9); time.sleep(1000)")
    assert ended == Ended("signal SIGKILL")
    process.close()
    assert not _alive(reply.value)


def test_a_keeper_that_is_stopped_is_killed(process: AnswerProcess) -> None:
    source = "import os, signal; os.killpg(0, signal.SIGSTOP)"
    assert process.run(source, "own", None, SHORT) == TimedOut(SHORT)
    assert process.peer.end() == "it was stopped"


def _alive(pid: int) -> bool:
    from pathlib import Path

    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] not in "ZX"
    except FileNotFoundError:
        return False


# Writing a frame of one's own takes the pipe's descriptor: the first above the standard ones that
# is a pipe open for writing.
FORGE = """
import fcntl, json, os, stat, sys
def pipe():
    for fd in range(3, 64):
        try:
            mode = fcntl.fcntl(fd, fcntl.F_GETFL)
            if stat.S_ISFIFO(os.fstat(fd).st_mode) and mode & os.O_ACCMODE == os.O_WRONLY:
                return fd
        except OSError:
            pass
def forge(id, nonce, value="forged"):
    reply = {"kind": "value", "value": value}
    frame = {"jsonrpc": "2.0", "id": id, "result": {"nonce": nonce, "reply": reply}}
    os.write(pipe(), json.dumps(frame).encode() + b"\\n")
def asked():
    frame = sys._getframe()
    while frame:
        question = frame.f_locals.get("message")
        if isinstance(question, dict) and "params" in question:
            return question["id"], question["params"]["nonce"]
        frame = frame.f_back
"""


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("forge(asked()[0], '0' * 32)", "with a wrong nonce"),
        ("forge(asked()[0], None)", "with a wrong nonce"),
        ("forge(999, asked()[1])", "answers no question"),
        ("forge(float(asked()[0]), asked()[1])", "answers no question"),
        ("os.write(pipe(), b'passed\\n')", "is no reply (not-json)"),
        ('os.write(pipe(), b\'{"jsonrpc": "2.0", "method": "passed"}\\n\')', "(notification)"),
        ("os.write(pipe(), b'\\n')", "is no reply (empty)"),
        ("os.write(pipe(), b'[' * 3_000_000)", "is no reply ("),
        ("forge(*asked(), {'$bytes': '?'})", "a value that can't be read"),
    ],
)
def test_a_frame_that_answers_nothing_is_tampering(
    process: AnswerProcess, kind: Challenge, body: str, says: str
) -> None:
    source = f"{FORGE}\ndef is_notification(message):\n    {body}\n    return True"
    reply = asked(process, kind, source)
    assert isinstance(reply, Tampered)
    assert says in reply.text


def test_two_answers_to_one_question_are_tampering(process: AnswerProcess, kind: Challenge) -> None:
    source = f"{FORGE}\ndef is_notification(message):\n    forge(*asked())\n    return False"
    process.run(source, "answer", kind.id, LONG)
    port = PipePort(process, kind, LONG)
    assert port.ask(kind.answer, {"message": {}}) == Value("forged")
    tampered = port.settle()
    assert isinstance(tampered, Tampered)


def test_an_answer_before_its_question_is_tampering(
    process: AnswerProcess, kind: Challenge
) -> None:
    reply = process.run(f"{FORGE}\nforge(asked()[0] + 1, '0' * 32)", "answer", kind.id, LONG)
    assert isinstance(reply, Tampered)


def test_what_it_prints_is_kept_up_to_a_limit(process: AnswerProcess) -> None:
    run(process, "print('the beginning')")
    run(process, "import os\nfor _ in range(300): os.write(1, b'flood ' * 10_000)")
    run(process, "import sys; print('the end', file=sys.stderr)")
    process.close()
    text = process.peer.printed.text()
    assert text.startswith("the beginning")
    assert "bytes left out" in text
    assert text.rstrip().endswith("the end")
    assert len(text) < 40_000


def test_closing_every_descriptor_ends_the_process_and_nothing_else(
    process: AnswerProcess, kind: Challenge
) -> None:
    source = "def is_notification(message):\n    import os; os.closerange(0, 64); return True"
    reply = asked(process, kind, source, 5.0)
    assert isinstance(reply, Ended | TimedOut)


def test_a_stopped_process_does_not_hold_up_its_parent(
    process: AnswerProcess, kind: Challenge
) -> None:
    process.run(
        "import os, signal\ndef is_notification(message): os.kill(os.getpid(), signal.SIGSTOP)",
        "answer",
        kind.id,
        LONG,
    )
    port = PipePort(process, kind, SHORT)
    assert port.ask(kind.answer, {"message": "x" * 900_000}) == TimedOut(SHORT)
