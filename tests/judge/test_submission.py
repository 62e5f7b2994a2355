"""A whole notebook over the pipe: each challenge at its place, none harmed by another."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from mcp_lab.judge import Challenge, Submission, SubmittedCell, Verdict, judge_submission
from mcp_lab.judge import judging as judging_module

VARIANT = "a-variant"
SHORT = 2.0  # seconds, for what never ends

Cells = dict[str, str | Sequence[str]]


def submission(
    challenges: dict[str, Challenge], answers: dict[str, Any], **more: Any
) -> Submission:
    """A notebook: for each challenge its given cell, the cells in `answers`, its check.

    A list in `answers` is the answer cell with cells of the learner's own around it: the text that
    opens with the challenge's marker is the answer.
    """
    made = [SubmittedCell(f"lesson('00-fixtures', variant={VARIANT!r})", "given")]
    for name, challenge in challenges.items():
        written = answers.get(name, challenge.starter)
        made.append(SubmittedCell(f"q = challenge({challenge.id!r})\nq", "given", challenge.id))
        for source in [written] if isinstance(written, str) else written:
            marked = source.startswith("# answer:") or isinstance(written, str)
            made.append(SubmittedCell(source, *(("answer", challenge.id) if marked else ("own",))))
        check = f"challenge({challenge.id!r}).check()"
        made.append(SubmittedCell(check, "check", challenge.id))
    return Submission("00-fixtures", VARIANT, "1", tuple(made), **more)


def judged(
    challenges: dict[str, Challenge], answers: dict[str, Any], **options: Any
) -> dict[str, Verdict]:
    bundles = options.pop("bundles", {})
    given = submission(challenges, answers, bundles=bundles)
    verdicts = judge_submission(given, tuple(challenges.values()), **options)
    assert [verdict.challenge for verdict in verdicts] == [c.id for c in challenges.values()]
    return dict(zip(challenges, verdicts, strict=True))


def words(verdicts: dict[str, Verdict]) -> dict[str, str]:
    return {name: verdict.verdict for name, verdict in verdicts.items()}


@pytest.fixture
def solved(challenges: dict[str, Challenge]) -> dict[str, str]:
    return {name: challenge.solution for name, challenge in challenges.items()}


def test_a_solved_notebook_passes(challenges: dict[str, Challenge], solved: dict[str, str]) -> None:
    verdicts = judged(challenges, solved)
    assert words(verdicts) == {"pick": "passed", "frame": "passed", "kind": "passed"}
    assert all(verdict.seconds > 0 for verdict in verdicts.values())
    assert not any(verdict.notes for verdict in verdicts.values())


def test_an_untouched_notebook_is_not_attempted_and_nothing_is_started(
    challenges: dict[str, Challenge], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging_module, "AnswerProcess", None)
    assert set(words(judged(challenges, {})).values()) == {"not-attempted"}


def test_every_right_passes_and_every_wrong_falls_at_its_fact(
    challenges: dict[str, Challenge],
) -> None:
    most = max(len({**c.right, **c.mistakes}) for c in challenges.values())
    for number in range(most):
        tried = {
            name: [*c.right.items(), *((k, m.source) for k, m in c.mistakes.items())][number:][:1]
            for name, c in challenges.items()
        }
        answers = {name: found[0][1] for name, found in tried.items() if found}
        verdicts = judged(challenges, answers)
        for name, (slug, _) in ((name, found[0]) for name, found in tried.items() if found):
            challenge, verdict = challenges[name], verdicts[name]
            if slug in challenge.right:
                assert verdict.passed, (slug, verdict)
                continue
            fell = next(fact.name for fact in verdict.facts if fact.holds is False)
            assert fell == challenge.mistakes[slug].fact


def test_a_later_cell_that_reuses_the_name_changes_nothing(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    reuse = "error_frame = None\nis_notification = None\nq = None"
    answers = {**solved, "frame": [solved["frame"], reuse], "kind": [solved["kind"], reuse]}
    assert set(words(judged(challenges, answers)).values()) == {"passed"}


def test_helper_cells_belong_to_the_answer(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    body = "def is_notification(message):\n    return not has_id(message) and below"
    helped = [
        "def has_id(message): return 'id' in message",
        f"# answer: {challenges['kind'].id}\n{body}",
        "below = True",
    ]
    verdicts = judged(challenges, {**solved, "kind": helped})
    assert verdicts["kind"].passed
    scratch = "from mcp_lab import Lab\nfor message in range(3): pass"
    verdict = judged(challenges, {**solved, "kind": [scratch, *helped]})["kind"]
    assert verdict.passed
    assert "A cell of your own raised ImportError" in verdict.notes[0]
    stolen = ["from mcp_lab.exchange import Lab\nbelow = Lab", *helped]
    assert judged(challenges, {**solved, "kind": stolen})["kind"].verdict == "could-not-run"


def test_a_bundle_answers_a_choice_unless_one_is_typed(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    pick = challenges["pick"]
    bundle = {item: {"contract": "tool error"} for item in ("a", "b")}
    clicked = judged(challenges, {}, bundles={pick.id: bundle})["pick"]
    assert clicked.verdict == "failed"
    assert clicked.mistake is None
    typed = judged(challenges, {"pick": solved["pick"]}, bundles={pick.id: bundle})["pick"]
    assert typed.passed


@pytest.mark.parametrize("bundle", [{}, None, [], "x" * 2_000_000, {"a": 1}])
def test_a_bundle_that_is_no_answer_harms_nobody(
    challenges: dict[str, Challenge], solved: dict[str, str], bundle: Any
) -> None:
    del solved["pick"]
    verdicts = judged(challenges, solved, bundles={challenges["pick"].id: bundle})
    assert verdicts["pick"].verdict in {"failed", "not-attempted"}
    assert verdicts["frame"].passed
    assert verdicts["kind"].passed


def frame_cell(challenges: dict[str, Challenge], body: str) -> str:
    return f"# answer: {challenges['frame'].id}\n{body}"


@pytest.mark.parametrize(
    ("body", "verdict", "says"),
    [
        (
            "1 / 0",
            "could-not-run",
            "the answer cell raised ZeroDivisionError: division by zero (line 2)",
        ),
        (
            "import os; os._exit(0)",
            "could-not-run",
            "the answer cell ended its process (exit code 0)",
        ),
        ("while True: pass", "timed-out", "gave no answer within 2 s"),
        ("def f(:", "could-not-run", "The answer cell is no Python: invalid syntax (line 2)."),
        ("raise SystemExit", "could-not-run", "raised SystemExit"),
        ("other_name = 1", "not-attempted", "There is no `error_frame` to judge yet."),
        ("eror_frame = 1", "not-attempted", "judge yet: your answer cell makes `eror_frame`."),
        ("error_frame = {1}", "failed", "the value is a set"),
        ("import mcp_lab.judge", "could-not-run", "uses mcp_lab.judge"),
        ("m = 'mcp_lab.judge'; __import__(m)", "could-not-run", "mcp_lab.judge is not given here"),
    ],
)
def test_an_answer_cell_that_fails_is_its_challenges_affair_only(
    challenges: dict[str, Challenge], solved: dict[str, str], body: str, verdict: str, says: str
) -> None:
    verdicts = judged(challenges, {**solved, "frame": frame_cell(challenges, body)}, timeout=SHORT)
    assert words(verdicts) == {"pick": "passed", "frame": verdict, "kind": "passed"}
    assert says in verdicts["frame"].reason
    assert verdicts["frame"].points == 0


FORGE = """
import os
def forge():
    for fd in range(3, 64):
        try: os.write(fd, b'forged\\n')
        except OSError: pass
"""

FATAL = {
    "failed": "import os; os._exit(0)",
    "timed-out": "while True: pass",
    "tampered": "forge()",
}


@pytest.mark.parametrize(("verdict", "body"), FATAL.items())
def test_a_question_that_takes_the_process_down_harms_no_other_challenge(
    challenges: dict[str, Challenge], solved: dict[str, str], verdict: str, body: str
) -> None:
    order = {name: challenges[name] for name in ("kind", "pick", "frame")}
    bad = f"# answer: {challenges['kind'].id}\n{FORGE}\ndef is_notification(message):\n    {body}\n"
    counted = ["ran = globals().get('ran', 0) + 1", solved["frame"] + "\nassert ran == 1"]
    verdicts = judged(order, {**solved, "kind": bad, "frame": counted}, timeout=SHORT)
    assert words(verdicts) == {"kind": verdict, "pick": "passed", "frame": "passed"}


def test_a_new_process_runs_the_other_cells_again(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    order = {name: challenges[name] for name in ("frame", "kind", "pick")}
    answers = {
        **solved,
        "frame": ["helper = 5", solved["frame"]],
        "kind": f"# answer: {challenges['kind'].id}\ndef is_notification(message):\n"
        "    import os; os._exit(1)",
        "pick": [
            "assert helper == 5 and error_frame and 'is_notification' not in globals()\nfine = 1",
            solved["pick"] + "\nfine",
        ],
    }
    verdicts = judged(order, answers)
    assert words(verdicts) == {"frame": "passed", "kind": "failed", "pick": "passed"}
    assert not verdicts["pick"].notes


def test_a_cell_of_ones_own_that_raises_is_a_note(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    verdicts = judged(challenges, {**solved, "frame": ["x = 1\nnothing", solved["frame"]]})
    assert verdicts["frame"].passed
    assert verdicts["frame"].notes == (
        "A cell of your own raised NameError: name 'nothing' is not defined (line 2).",
    )
    assert not verdicts["pick"].notes


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("import os; os._exit(7)", "it ended its process (exit code 7)"),
        ("while True: pass", "it did not finish within 2 s"),
    ],
)
def test_a_cell_of_ones_own_that_takes_the_process_down_is_left_out_with_a_note(
    challenges: dict[str, Challenge], solved: dict[str, str], body: str, says: str
) -> None:
    verdicts = judged(challenges, {**solved, "frame": [body, solved["frame"]]}, timeout=SHORT)
    assert set(words(verdicts).values()) == {"passed"}
    assert verdicts["frame"].notes == (f"A cell of your own was left out: {says}.",)


def test_a_forging_cell_of_ones_own_makes_its_challenge_tampered(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    verdicts = judged(challenges, {**solved, "frame": [f"{FORGE}\nforge()", solved["frame"]]})
    assert words(verdicts) == {"pick": "passed", "frame": "tampered", "kind": "passed"}


def test_a_second_answer_after_the_last_question_is_found(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    forged = f"# answer: {challenges['kind'].id}\n{FORGE}\n" + solved["kind"].replace(
        "    return",
        "    forge() if message.get('id') is None and 'method' not in message else 0\n    return",
    )
    verdicts = judged(challenges, {**solved, "kind": forged}, fresh=())
    assert words(verdicts) == {"pick": "passed", "frame": "passed", "kind": "tampered"}


def test_the_whole_has_its_limit(challenges: dict[str, Challenge], solved: dict[str, str]) -> None:
    hang = {"pick": "import time\nwhile True: time.sleep(0.01)"}
    order = {name: challenges[name] for name in ("pick", "frame", "kind")}
    verdicts = judged(order, {**solved, **hang}, timeout=30.0, total=1.5)
    assert words(verdicts) == dict.fromkeys(order, "timed-out")
    assert "the time that the whole notebook may take" in verdicts["kind"].reason


def test_questions_without_end_meet_the_limit_of_the_whole(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    slow = f"# answer: {challenges['kind'].id}\n" + solved["kind"].replace(
        "    return", "    import time; time.sleep(0.3)\n    return"
    )
    verdict = judged({"kind": challenges["kind"]}, {"kind": slow}, total=1.5)["kind"]
    assert verdict.verdict == "timed-out"
    assert "the time that the whole notebook may take" in verdict.reason


def test_a_process_that_can_not_be_started_is_our_fault(
    challenges: dict[str, Challenge], solved: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/nonexistent/python")
    verdicts = judged(challenges, solved)
    assert set(words(verdicts).values()) == {"grader-fault"}
    assert all(verdict.max_points == 0 for verdict in verdicts.values())
    assert "no new process" in verdicts["pick"].reason


def test_a_process_that_dies_at_once_is_our_fault(
    challenges: dict[str, Challenge], solved: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert set(words(judged(challenges, solved)).values()) == {"grader-fault"}


def test_the_submissions_variant_counts_whatever_a_cell_says(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    made = submission(challenges, solved)
    first = replace(made.cells[0], source="lesson('00-fixtures', variant='another')")
    made = replace(made, cells=(first, *made.cells[1:]))
    verdicts = judge_submission(made, tuple(challenges.values()))
    assert all(verdict.passed for verdict in verdicts)
    assert all(verdict.variants[0] == VARIANT for verdict in verdicts)


def test_named_fresh_variants_make_the_verdict_repeatable(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    wrong = {**solved, "kind": challenges["kind"].mistakes["own_only"].source}
    first = judged(challenges, wrong, fresh=("one", "two"))
    assert first == judged(challenges, wrong, fresh=("one", "two"))
    assert first["kind"].variants == (VARIANT, "one", "two")


def test_a_function_under_another_name_is_named(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    other = solved["kind"].replace("def is_notification", "def answer")
    verdict = judged(challenges, {**solved, "kind": other})["kind"]
    assert verdict.verdict == "not-attempted"
    assert verdict.reason == (
        "There is no `is_notification` to judge yet: your answer cell makes `answer`."
    )
    assert verdict.next.startswith("Call it `is_notification`")


def test_one_challenge_gets_the_verdict_that_it_gets_among_all(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    """The others' cells run as ever, and what they raise is no affair of this one."""
    answers = {
        **solved,
        "pick": f"# answer: {challenges['pick'].id}\nq.given['no such']",
        "frame": ["mine = q.given", f"{solved['frame']}\nmade_there = 1"],
        "kind": ["assert made_there and q.given['message']", solved["kind"]],
    }
    everything = judged(challenges, answers)
    for name, challenge in challenges.items():
        beside = [other for other in challenges.values() if other is not challenge]
        given = submission(challenges, answers)
        (alone,) = judge_submission(given, [challenge], beside=beside)
        assert (alone.verdict, alone.notes) == (everything[name].verdict, everything[name].notes)
    assert not everything["kind"].notes


def test_nobodys_data_is_held_against_nobody(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    """A function is asked about any data; a choice and a frame answer their own."""
    lost = replace(submission(challenges, solved), variant="")
    verdicts = judge_submission(lost, tuple(challenges.values()))
    assert words(dict(zip(challenges, verdicts, strict=True))) == {
        "pick": "could-not-run",
        "frame": "could-not-run",
        "kind": "passed",
    }
    assert "has lost the line that says whose data it has" in verdicts[0].reason
    assert 'lesson("00-fixtures", variant="…")' in verdicts[0].next


SHOWS = (
    "from mcp_lab import Lab, challenge\nfrom mcp_lab.exchange.trials import trial\nferry = Lab()",
    "shown = ferry.call('quote_fare', {})\nfor frame in shown.frames: print(frame['id'])",
)


def showing(challenges: dict[str, Challenge], answers: dict[str, Any], *more: str) -> Submission:
    """A notebook whose lesson shows calls before its first challenge."""
    plain = submission(challenges, answers)
    cells = [SubmittedCell(source, "given") for source in (*SHOWS, *more)]
    return replace(plain, cells=(*cells, *plain.cells))


def test_scratch_cells_may_go_on_with_what_the_lesson_shows(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    scratch = "ferry.call('x').outcome\nlen(shown.frames), shown['a'], trial\nhelper = 1"
    answers = {**solved, "kind": [scratch, solved["kind"] + "\nhelper"]}
    verdicts = judge_submission(showing(challenges, answers), tuple(challenges.values()))
    assert [(verdict.verdict, verdict.notes) for verdict in verdicts] == [("passed", ())] * 3


def test_what_a_scratch_cell_makes_of_it_that_cannot_be_is_told_as_that(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    answers = {**solved, "kind": ["import json\njson.loads(ferry.call('x'))", solved["kind"]]}
    given = showing(challenges, answers)
    note = judge_submission(given, tuple(challenges.values()))[2].notes[0]
    assert note.startswith("A cell of your own raised TypeError: ")
    assert "which is not run where answers are judged" in note


@pytest.mark.parametrize("body", ["ferry.call('x')", "trial", "list(shown.frames)", "Lab()"])
def test_an_answer_gets_nothing_of_it(
    challenges: dict[str, Challenge], solved: dict[str, str], body: str
) -> None:
    taken = f"# answer: {challenges['kind'].id}\ndef is_notification(message):\n    return {body}"
    answers = {**solved, "kind": taken}
    verdict = judge_submission(showing(challenges, answers), tuple(challenges.values()))[2]
    assert verdict.verdict in ("failed", "could-not-run")
    assert verdict.points == 0


def test_an_answer_that_asks_it_is_told_so(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    body = "def is_notification(message):\n    return ferry.call(message).outcome"
    answers = {**solved, "kind": f"# answer: {challenges['kind'].id}\n{body}"}
    verdict = judge_submission(showing(challenges, answers), tuple(challenges.values()))[2]
    assert "NotGiven: what the lesson's own cells make of the kit is not given" in verdict.reason


def test_a_module_that_was_lent_is_refused_again_afterwards(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    name = "'mcp_lab.' + 'exchange'"
    took = f"import sys\nassert {name} not in sys.modules\n__import__({name})"
    answers = {**solved, "kind": [took, solved["kind"]]}
    note = judge_submission(showing(challenges, answers), tuple(challenges.values()))[2].notes[0]
    assert "mcp_lab.exchange is not given here" in note


def test_the_lessons_cells_use_the_kits_names_whatever_they_are_called_meanwhile(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    answers = {
        **solved,
        "frame": ["challenge = lesson = 5", solved["frame"] + "\nassert challenge == 5"],
        "kind": ["assert challenge == 5 and 'message' in q.given", solved["kind"]],
    }
    verdicts = judged(challenges, answers)
    assert set(words(verdicts).values()) == {"passed"}
    assert not verdicts["kind"].notes


def test_a_notebook_that_lost_its_given_cells_is_judged_all_the_same(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    made = submission(challenges, solved)
    bare = replace(made, cells=tuple(cell for cell in made.cells if cell.role == "answer"))
    kind_and_pick = [c for name, c in challenges.items() if name in ("kind", "pick")]
    assert all(verdict.passed for verdict in judge_submission(bare, kind_and_pick))


def test_a_challenge_whose_data_can_not_be_made_is_our_fault_and_harms_no_other(
    challenges: dict[str, Challenge],
    solved: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checker = challenges["frame"].checker
    monkeypatch.setattr(checker, "given", lambda rng: rng.nothing)
    verdicts = judged(challenges, solved)
    assert words(verdicts) == {"pick": "passed", "frame": "grader-fault", "kind": "passed"}
    assert verdicts["frame"].max_points == 0


EXECUTED: list[str] = []
WATCHING: list[bool] = []


def _watch(event: str, details: tuple[Any, ...]) -> None:
    if event == "exec" and WATCHING:
        EXECUTED.append(details[0].co_filename)


def test_the_parent_runs_nothing_of_the_learners(
    challenges: dict[str, Challenge], solved: dict[str, str]
) -> None:
    """Every code object that this process executes meanwhile comes from a file of ours."""
    sys.addaudithook(_watch)  # for good: that is why it has a switch
    WATCHING.append(True)
    try:
        verdicts = judged(challenges, {**solved, "kind": ["import builtins", solved["kind"]]})
        exec(compile("1", "<a cell>", "exec"))  # the watch sees what it should
    finally:
        WATCHING.clear()
    assert set(words(verdicts).values()) == {"passed"}
    library = (".py", "<string>")  # modules that are first imported now; dataclasses write theirs
    ours = [name for name in EXECUTED if name.endswith(library) or name.startswith("<frozen")]
    assert [name for name in EXECUTED if name not in ours] == ["<a cell>"]
