"""Every rule of lint, each shown to fail: a sound course with one thing changed."""

import pytest

from mcp_lab.authoring.build import built_lesson, solutions_of
from mcp_lab.authoring.fixtures import asked_here, fixtures
from mcp_lab.authoring.lint import disagreements, lint

LESSON = "90-fixture"


@pytest.fixture
def course(fixture_course):
    """The fixture course, its solutions as a build leaves them, outputs aside."""
    target = solutions_of(fixture_course) / f"{LESSON}.ipynb"
    target.parent.mkdir()
    target.write_text(built_lesson(fixture_course, LESSON).solution, "utf-8")
    return fixture_course


def change(course, file, old, new):
    path = course.challenges / LESSON / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def problems(course):
    """What lint finds, but for the notebooks being stale."""
    return [
        (one.rule, one.file.relative_to(course.challenges / LESSON).as_posix(), one.line)
        for one in lint(course).problems
        if one.rule != "built"
    ]


def test_a_sound_course_has_no_problem(course):
    report = lint(course)
    assert report.problems == ()
    assert (report.challenges, report.right, report.wrong) == (3, 6, 12)


# The folder


def test_each_broken_folder_is_one_problem_and_the_others_are_counted(course):
    (course.challenges / LESSON / "02-frame" / "check.py").unlink()
    change(course, "03-same/challenge.toml", "hints = [", 'hints = ["fourth", ')
    report = lint(course)
    assert [(one.rule, one.file.name) for one in report.problems] == [
        ("folder", "check.py"),
        ("folder", "challenge.toml"),
    ]
    assert report.challenges == 1


def test_an_answers_name_that_stands_twice(course):
    change(course, "03-same/challenge.toml", 'answer = "is_same"', 'answer = "response"')
    (problem,) = lint(course).problems
    assert (problem.rule, problem.file.name) == ("folder", "challenge.toml")
    assert "as in 02-frame" in problem.says


# What is read

CARD, PROMPT = "02-frame/challenge.toml", "02-frame/prompt.md"


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("lesson.md", "Now choose.", "It should.", ("clause-mark", "lesson.md", 10)),
        ("lesson.md", "# A lesson", "A lesson", ("title", "lesson.md", 1)),
        (PROMPT, "; an empty", "; `isError` and an empty", ("clause-mark", PROMPT, 3)),
        (PROMPT, "as a dict.", "as a dict. Then", ("one-sentence", PROMPT, 1)),
        (PROMPT, "as a dict.", "as a dict", ("one-sentence", PROMPT, 1)),
        (PROMPT, "as a dict.", f"as a {'very ' * 60}dict.", ("one-sentence", PROMPT, 1)),
        (
            CARD,
            '"response.same-id", ',
            '"response.same-id", "no.such", ',
            ("clause-known", CARD, 0),
        ),
        (CARD, '["2025-11-25"]', '["2025-11-25", "2025-06-18"]', ("revisions", CARD, 0)),
        (CARD, '"It is an object."', '"It carries the id of the request."', ("hints", CARD, 0)),
        (
            CARD,
            '"response.exactly-one"]',
            '"response.exactly-one", "result.type-required"]',
            ("source", CARD, 0),
        ),
        (
            "02-frame/wrong/no_id.py",
            "You left the id out; whoever asked cannot tell which question this answers.",
            "No id.",
            ("explanation", "02-frame/wrong/no_id.py", 2),
        ),
        (
            "02-frame/wrong/no_id.py",
            "You left the id out; whoever asked cannot tell which question this answers.",
            "You turned the id into a string; a string and a number are two different ids.",
            ("explanation", "02-frame/wrong/no_id.py", 2),
        ),
        (
            "01-pick/starter.py",
            '{"A": "error", "B": "result"}',
            '{i["key"]: "error" if "code" in i["frame"] else "result" for i in q.given["items"]}',
            ("leak", "01-pick/starter.py", 3),
        ),
        ("02-frame/check.py", "rng.randrange(1000)", "7", ("data", "02-frame/check.py", 0)),
        ("02-frame/check.py", "rng.randrange(1000)", "id(rng)", ("data", "02-frame/check.py", 0)),
        ("02-frame/check.py", "rng.randrange(1000)", "{1}", ("data", "02-frame/check.py", 0)),
    ],
)
def test_what_is_read(course, file, old, new, found):
    change(course, file, old, new)
    assert found in problems(course)


@pytest.mark.parametrize(("folder", "name"), [("right", "literal"), ("wrong", "as_text")])
def test_too_few_answers(course, folder, name):
    (course.challenges / LESSON / "02-frame" / folder / f"{name}.py").unlink()
    assert (f"{folder}-count", f"02-frame/{folder}", 0) in problems(course)


# What is asked


@pytest.mark.parametrize(
    ("file", "old", "new", "rule"),
    [
        ("03-same/starter.py", "...", "return one == other", "starter"),
        ("03-same/solution.py", "==", "!=", "solution"),
        ("03-same/right/tuple.py", "type(one), one", "one, one", "right"),
        ("03-same/right/tuple.py", "return", "return 1 / 0 or", "right"),
        ("02-frame/wrong/both_members.py", 'q.given["request"]["id"]', "None", "wrong-fact"),
        (
            "02-frame/wrong/as_text.py",
            "response = '",
            "response = None or 1 / 0 and '",
            "wrong-fact",
        ),
        ("02-frame/wrong/no_id.py", '"result": {}}', '"id": "1", "result": {}}', "wrong-explained"),
    ],
)
def test_what_is_asked(course, file, old, new, rule):
    change(course, file, old, new)
    assert (rule, file, 1) in problems(course)


def test_a_wrong_answer_that_passes(course):
    change(
        course,
        "03-same/wrong/never.py",
        "return False",
        "return type(one) is type(other) and one == other",
    )
    assert ("wrong-fact", "03-same/wrong/never.py", 1) in problems(course)


def test_an_answer_written_for_one_variant_falls_under_another(course):
    from mcp_lab.judge import given

    challenge = course.challenge(f"{LESSON}/02-frame")
    number = given(challenge, "sample")["request"]["id"]
    change(course, "02-frame/right/literal.py", 'q.given["request"]["id"]', str(number))
    (problem,) = [one for one in lint(course).problems if one.rule == "right"]
    assert problem.says.startswith("Under variant lint-1: it is failed")


def test_a_check_that_fails_is_said_of_the_check(course):
    change(course, "02-frame/check.py", "answer = exam.answer()", "answer = exam.no_such()")
    assert {rule for rule, file, _ in problems(course) if file.startswith("02")} >= {"check-runs"}


def test_what_an_answer_prints_is_not_printed(course, capsys):
    change(course, "03-same/solution.py", "def is_same", "print('hello')\n\n\ndef is_same")
    assert problems(course) == []
    assert capsys.readouterr().out == ""


def test_an_answer_may_await_at_its_top(course):
    change(
        course,
        "02-frame/right/stepwise.py",
        'response["result"]',
        'import asyncio\nawait asyncio.sleep(0)\nresponse["result"]',
    )
    assert problems(course) == []


# What is handed out


def handed_out(course, old, new):
    path = course.notebook(LESSON)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return [(one.rule, one.says) for one in lint(course).problems if one.rule != "built"]


def test_an_answer_in_a_notebook_is_a_leak(course):
    leaked = '"request = q.given[\\"request\\"]\\n", "response = {\\"jsonrpc\\": \\"2.0\\", '
    leaked += '\\"id\\": request[\\"id\\"], \\"result\\": {}}"'
    found = handed_out(course, '"response = ..."', leaked)
    assert ("leak" in {rule for rule, _ in found}) is True
    assert "02-frame/solution.py" in found[0][1]


def test_an_answer_of_one_line_is_a_leak(course):
    found = handed_out(
        course,
        "Now choose.",
        "return type(one) is type(other) and one == other",
    )
    assert "03-same/solution.py" in found[0][1]


def test_an_explanation_in_a_notebook_is_a_leak(course):
    found = handed_out(
        course,
        "Now choose.",
        "Beware. You turned the id into a string; a string and a number are two different ids.",
    )
    assert "02-frame/wrong/id_as_text.py" in found[0][1]


def test_an_output_in_a_notebook_is_seen(course):
    assert ("no-outputs", "A cell that is handed out has outputs.") in handed_out(
        course, '"outputs": []', '"outputs": [{}]'
    )


# Both ports


def test_every_answer_is_judged_alike_by_both_ports(course):
    assert list(disagreements(course.lesson_challenges(LESSON))) == []


def test_a_check_that_looks_beside_the_port_is_found_out(course, monkeypatch):
    challenges = course.lesson_challenges(LESSON)
    honest = asked_here
    starter = next(fixtures(challenges[2]))

    def beside(challenge, source, variant):
        told = honest(challenge, source, variant)
        if source == starter.source:
            return honest(challenge, challenge.solution, variant)
        return told

    monkeypatch.setattr("mcp_lab.authoring.lint.asked_here", beside)
    (problem,) = disagreements(challenges)
    assert (problem.rule, problem.file.name) == ("parity", "starter.py")
