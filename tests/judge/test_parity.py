"""The same answer gets the same verdict through both ports."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_lab.judge import AnswerProcess, Challenge, PipePort, Verdict, check

VARIANT = "a-variant"
FRESH = ("one", "two")


@pytest.fixture(scope="module")
def process(challenges: dict[str, Challenge]) -> Iterator[AnswerProcess]:
    process = AnswerProcess(tuple(challenges.values()), VARIANT)
    yield process
    process.close()


@pytest.fixture
def both(process: AnswerProcess, direct: Any) -> Any:
    """The verdicts of an answer cell: asked here, and asked in a process."""

    def verdicts(challenge: Challenge, source: str) -> tuple[Verdict, Verdict]:
        here = check(challenge, direct(challenge, source), variant=VARIANT, fresh=FRESH)
        process.run(
            f"q = challenge({challenge.id!r})\nq.answer._chosen = q.answer._typed = None",
            "given",
            None,
            30,
        )
        process.run(f"globals().pop({challenge.answer!r}, None)", "own", None, 30)
        process.run(source, "answer", challenge.id, 30)
        port = PipePort(process, challenge)
        there = check(challenge, port, variant=VARIANT, fresh=FRESH)
        assert port.settle() is None
        return here, there

    return verdicts


def answers(challenges: dict[str, Challenge]) -> Iterator[tuple[Challenge, str]]:
    for challenge in challenges.values():
        yield challenge, challenge.solution
        yield challenge, challenge.starter
        yield from ((challenge, source) for source in challenge.right.values())
        yield from ((challenge, mistake.source) for mistake in challenge.mistakes.values())


def test_every_fixture(challenges: dict[str, Challenge], both: Any) -> None:
    seen = set()
    for challenge, source in answers(challenges):
        here, there = both(challenge, source)
        assert here == there
        seen.add(here.verdict)
    assert seen == {"passed", "failed", "not-attempted"}


# Exceptions that do something of their own when they are looked at.
LYING_CLASS = "E = type('E', (Exception,), {'__class__': property(lambda s: 1 / 0)})"
LYING_NAME = (
    "M = type('M', (type,), {'__name__': property(lambda s: exit(3))}); "
    "E = M('E', (Exception,), {})"
)
LYING_TEXT = "S = type('S', (str,), {'__len__': exit}); E = KeyError(S('id'))"
LYING_TRACEBACK = "E = type('E', (Exception,), {'__traceback__': property(lambda s: 1 / 0)})"


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("return 'id' not in message", "passed"),
        ("return None", "failed"),
        ("raise KeyError('id')", "failed"),
        ("raise SystemExit(3)", "failed"),
        ("return is_notification(message)", "failed"),
        ("return {1, 2}", "failed"),
        ("return float('nan')", "failed"),
        ("return ...", "failed"),
        ("return message['é\\ud800']", "failed"),
        ("return 'x' * 2_000_000", "failed"),
        ("message.clear()", "failed"),
        ("return type('Liar', (int,), {'__eq__': lambda *_: True, '__hash__': None})(7)", "failed"),
        ("return (lambda: (yield))()", "failed"),
        ("import asyncio; return asyncio.sleep(0, 'id' not in message)", "passed"),
        ("return '\\ud800'", "failed"),
        ("return '\\ud83d\\ude00'", "failed"),
        ("return {'\\ud800': 1}", "failed"),
        ("raise ValueError('caf\\udce9')", "failed"),
        ("raise ValueError('\\ud83d\\ude00')", "failed"),
        (LYING_CLASS + "; raise E", "failed"),
        (LYING_NAME + "; raise E", "failed"),
        (LYING_TEXT + "; raise E", "failed"),
        (LYING_TRACEBACK + "; raise E", "failed"),
        (LYING_NAME + "; return E()", "failed"),
    ],
)
def test_functions_that_do_anything(both: Any, kind: Challenge, body: str, verdict: str) -> None:
    here, there = both(kind, f"def is_notification(message):\n    {body}\n")
    assert here.verdict == verdict
    assert here == there


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("error_frame = 1 / 0", "could-not-run"),
        ("another_name = 1", "not-attempted"),
        ("error_frame = {1}", "failed"),
        ("error_frame = (1, 2)", "failed"),
        ("error_frame = {'id': q.given['id'], 'code': -32601}", "passed"),
        ("error_frame = {'id': q.given['id'], 'code': -32601.0}", "failed"),
        ("error_frame = {'id': q.given['id'], 'code': True}", "failed"),
        ("error_frame = {'id': q.given['id'], 'code': -32601, 'message': '\\ud83d'}", "passed"),
        ("error_frame = {'id': q.given['id'], 'code': -32601, '\\ud83d': 1}", "passed"),
        (LYING_CLASS + "; raise E", "could-not-run"),
        (LYING_NAME + "; raise E", "could-not-run"),
        ("raise SyntaxError", "could-not-run"),
    ],
)
def test_data(both: Any, frame: Challenge, source: str, verdict: str) -> None:
    here, there = both(frame, source)
    assert here.verdict == verdict
    assert here == there


NUMBERS = "nan, inf = float('nan'), float('inf')"  # as repr writes them
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters() | st.characters(categories=["Cs"]))
    | st.binary()
    | st.sampled_from([-32601, "-32601", 0, 0.0, {1}, 1j]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(categories=["Cs", "L", "N"]), max_size=6), inner)
    ),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    value=json_values | st.fixed_dictionaries({}, optional={"id": json_values, "code": json_values})
)
def test_any_value_gets_the_same_verdict(
    both: Any, frame: Challenge, kind: Challenge, value: Any
) -> None:
    here, there = both(frame, f"{NUMBERS}\nerror_frame = {value!r}")
    assert here == there
    here, there = both(kind, f"{NUMBERS}\ndef is_notification(message):\n    return {value!r}")
    assert here == there
