import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_lab.course import (
    CourseFiles,
    NotebookUnreadable,
    UnknownChallenge,
    Workspace,
    WorkspaceTrouble,
)
from mcp_lab.course.storage import locked, write

LESSON = "90-fixture"
PICK, FRAME, SAME = (f"{LESSON}/{slug}" for slug in ("01-pick", "02-frame", "03-same"))


@dataclass
class Says:
    """A verdict, as far as progress looks at it."""

    challenge: str
    verdict: str
    points: Decimal = Decimal(0)
    max_points: Decimal = Decimal(1)


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 5, 10, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def space(fixture_course, tmp_path) -> Workspace:
    return Workspace.create(tmp_path / "lab", course=fixture_course, clock=Clock())


def again(space: Workspace) -> Workspace:
    found = Workspace.find(space.folder, course=space.course)
    assert found is not None
    return found


# Making and finding


def test_a_new_workspace_has_a_seed_of_its_own(fixture_course, tmp_path):
    one, other = (Workspace.create(tmp_path / name, course=fixture_course) for name in "ab")
    assert re.fullmatch(r"[0-9a-f]{16}", one.variant)
    assert one.variant != other.variant


def test_creating_again_changes_nothing(space):
    before = (space.state / "workspace.toml").read_text()
    assert Workspace.create(space.folder, course=space.course).variant == space.variant
    assert (space.state / "workspace.toml").read_text() == before


def test_it_is_found_upward(space, monkeypatch):
    deep = space.folder / "a" / "b"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    found = Workspace.find(course=space.course)
    assert found is not None
    assert found.folder == space.folder
    assert found.variant == space.variant


def test_there_may_be_none(tmp_path):
    assert Workspace.find(tmp_path) is None


def test_the_courses_own_folder_is_no_workspace(fixture_course):
    with pytest.raises(WorkspaceTrouble, match="the course's own folder"):
        Workspace.create(fixture_course.notebooks, course=fixture_course)


def test_its_state_is_plain_text(space):
    space.record(Says(PICK, "failed"))
    space.store_answer(PICK, {"A": "error"})
    assert "variant = " in (space.state / "workspace.toml").read_text()
    assert json.loads((space.state / "progress.json").read_text())["schema"] == "mcp-lab/progress/1"
    assert (space.state / "answers" / f"{PICK}.json").read_text() == (
        f'{{\n  "id": "{PICK}",\n  "answer": {{\n    "A": "error"\n  }}\n}}\n'
    )


@pytest.mark.parametrize("text", ["variant = [", "", "variant = 3", "\xff", 'variant = "a\\"b"'])
def test_a_damaged_workspace_toml_is_mended_from_the_notebooks(space, text):
    space.refresh()
    (space.state / "workspace.toml").write_text(text, "latin-1")
    with pytest.raises(WorkspaceTrouble, match="mends it"):
        Workspace.find(space.folder, course=space.course)
    mended = Workspace.create(space.folder, course=space.course)
    assert mended.variant == space.variant
    assert "workspace.toml was damaged" in mended.notes[0]
    assert len(list((space.state / "backups").glob("*workspace.toml"))) == 1


def test_a_workspace_toml_that_is_gone_is_mended_from_the_notebooks(space):
    space.refresh()
    (space.state / "workspace.toml").unlink()
    with pytest.raises(WorkspaceTrouble, match=r"it is not there\. `mcp-lab start .* mends it"):
        Workspace.find(space.folder, course=space.course)
    assert Workspace.create(space.folder, course=space.course).variant == space.variant


def test_a_new_workspace_takes_the_seed_of_the_notebooks_that_stand_there(space):
    space.refresh()
    shutil.rmtree(space.state)
    assert Workspace.create(space.folder, course=space.course).variant == space.variant


@pytest.mark.parametrize("name", [LESSON, "notes"])
def test_a_seed_that_is_no_seed_of_this_course_is_not_taken(space, name):
    """One that workspace.toml could not hold, or one of a notebook that is no lesson's."""
    space.refresh()
    text = space.notebook(LESSON).read_text()
    space.notebook(LESSON).unlink()
    variant = "a b" if name == LESSON else "plain"
    space.notebook(name).write_text(text.replace(space.variant, variant))
    shutil.rmtree(space.state)
    made = Workspace.create(space.folder, course=space.course).variant
    assert made not in (space.variant, variant)
    found = Workspace.find(space.folder, course=space.course)
    assert found is not None
    assert found.variant == made


# Progress


def test_a_press_is_remembered(space):
    space.record(Says(PICK, "failed"))
    entry = space.record(Says(PICK, "passed", Decimal(1)))
    assert entry == again(space).progress().of(PICK)
    assert (entry.verdict, entry.points, entry.max_points, entry.tries) == ("passed", "1", "1", 2)
    assert (entry.first, entry.last) == ("2026-01-05T10:00:02Z", "2026-01-05T10:00:03Z")


def test_what_was_not_attempted_is_no_try(space):
    entry = space.record(Says(PICK, "not-attempted"))
    assert (entry.tries, entry.first) == (0, None)


def test_passed_stays_passed_until_it_is_put_back(space):
    space.record(Says(PICK, "passed", Decimal(1)))
    entry = space.record(Says(PICK, "failed"))
    assert (entry.verdict, entry.latest, entry.points) == ("passed", "failed", "1")
    assert space.restart(PICK).verdict == "not-attempted"


def test_hints_are_counted_to_three(space):
    assert space.hint_rung(PICK) == 0
    assert [space.took_hint(PICK) for _ in range(4)] == [1, 2, 3, 3]
    assert again(space).hint_rung(PICK) == 3


def test_an_id_that_is_no_id_is_refused(space):
    with pytest.raises(UnknownChallenge):
        space.store_answer("../../etc/passwd", 1)
    with pytest.raises(UnknownChallenge):
        space.record(Says("x/../../y", "passed"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"schema": "mcp-lab/progress/9", "challenges": {}}',
        '{"schema": "mcp-lab/progress/1", "challenges": {"a/b": 3}}',
        '{"schema": "mcp-lab/progress/1", "challenges": {"a/b": {"tries": "3"}}}',
        "[" * 100_000,
    ],
)
def test_a_damaged_progress_is_kept_aside(space, text):
    (space.state / "progress.json").write_text(text)
    space.record(Says(PICK, "passed"))
    assert again(space).progress().of(PICK).verdict == "passed"
    (kept,) = (space.state / "backups").glob("*progress.json")
    assert kept.read_text() == text
    assert "progress.json was damaged" in space.notes[0]


def test_reading_a_damaged_progress_keeps_it_aside_too(space):
    (space.state / "progress.json").write_text("{")
    assert space.progress().entries == {}
    assert list((space.state / "backups").glob("*progress.json"))


def test_members_from_a_later_version_do_not_hurt(space):
    text = '{"schema": "mcp-lab/progress/1", "challenges": {"a/b": {"tries": 3, "mood": "good"}}}'
    (space.state / "progress.json").write_text(text)
    assert space.progress().of("a/b").tries == 3


def test_progress_of_a_renamed_challenge_follows_it(space):
    space.record(Says(f"{LESSON}/00-old", "passed"))
    space.store_answer(f"{LESSON}/00-old", 5)
    (space.course.challenges / "renamed.toml").write_text(f'"{LESSON}/00-old" = "{PICK}"\n')
    assert space.progress().of(PICK).passed
    assert space.stored_answer(PICK) == 5


# What was clicked

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(answer=JSON)
def test_an_answer_comes_back_as_it_was(space, answer):
    space.store_answer(PICK, answer)
    assert space.stored_answer(PICK) == answer


def test_no_answer_is_none(space):
    assert space.stored_answer(PICK) is None


def test_a_damaged_answer_is_none_and_stays(space):
    space.store_answer(PICK, 1)
    file = space.state / "answers" / f"{PICK}.json"
    file.write_text("{")
    assert space.stored_answer(PICK) is None
    assert file.read_text() == "{"


# Handing out and renewing


def test_refresh_hands_out_with_the_workspaces_seed(space):
    (change,) = space.refresh()
    assert change.what == "made"
    assert f'variant=\\"{space.variant}\\"' in space.notebook(LESSON).read_text()
    assert 'variant=\\"sample\\"' not in space.notebook(LESSON).read_text()


def test_a_handed_out_notebook_is_a_valid_notebook(space):
    import nbformat

    space.refresh()
    nbformat.validate(nbformat.read(space.notebook(LESSON), as_version=4))


def test_refresh_leaves_a_learners_file_as_it_is(space):
    space.refresh()
    path = space.notebook(LESSON)
    mine = path.read_bytes().replace(b"response = ...", b"response = 42") + b"\n \n"
    path.write_bytes(mine)
    assert space.refresh()[0].what == "kept"
    assert path.read_bytes() == mine


@pytest.mark.parametrize("data", [b"", b"not a notebook", b'{"cells": [', b'{"cells": []}'])
def test_refresh_leaves_what_is_no_notebook_of_the_course_and_says_what_to_do(space, data):
    space.notebook(LESSON).write_bytes(data)
    (change,) = space.refresh()
    assert change.what == "unusable"
    assert str(space.notebook(LESSON)) in change.says
    assert "Move it away, then `mcp-lab start` hands out a fresh one." in change.says
    assert space.notebook(LESSON).read_bytes() == data


def test_a_notebook_that_lost_its_marks_is_renewed_with_its_answers(space):
    space.refresh()
    path = space.notebook(LESSON)
    book = worked_on(space)
    bare = {**book, "metadata": {}, "cells": [{**c, "metadata": {}} for c in book["cells"]]}
    path.write_text(json.dumps(bare))
    (change,) = space.refresh()
    assert change.what == "renewed"
    assert "my work" in path.read_text()
    assert space.refresh()[0].what == "kept"


def test_a_course_that_was_not_built_says_how_to_build_it(space):
    space.course.notebook(LESSON).unlink()
    with pytest.raises(NotebookUnreadable, match="`mcp-lab build` makes it"):
        space.refresh()


def newer(course: CourseFiles, **changes: str) -> CourseFiles:
    """The next version of the course, with texts of its notebook replaced."""
    path = course.notebook(LESSON)
    text = path.read_text().replace('"course_version": "1.0.0"', '"course_version": "1.1.0"')
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    return CourseFiles(course.challenges, course.notebooks, "1.1.0")


def worked_on(space: Workspace) -> dict:
    """A notebook with an answer, own cells and a widget answer."""
    book = json.loads(space.notebook(LESSON).read_text())
    for cell in book["cells"]:
        mark = cell["metadata"].get("mcp_lab")
        if mark == {"id": FRAME, "role": "answer"}:
            cell["source"] = f"# answer: {FRAME}\nresponse = 'my work'"
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "seen"}]
            cell["execution_count"] = 3
        if mark == {"id": PICK, "role": "check"}:
            data = {"application/vnd.mcp-lab.answer+json": {"id": PICK, "answer": {"A": "error"}}}
            cell["outputs"] = [{"output_type": "display_data", "metadata": {}, "data": data}]
    own = {"cell_type": "markdown", "id": "note", "metadata": {}, "source": "my note"}
    helper = {"cell_type": "code", "id": "help", "metadata": {"tags": ["x"]}, "source": "h = 1"}
    helper |= {"outputs": [], "execution_count": None}
    if "note" in (ids := [c["id"] for c in book["cells"]]):
        book["cells"] = [c for c in book["cells"] if c["id"] not in ("note", "help")]
    place = ids.index("02-frame-given") + 1
    book["cells"][place:place] = [own, helper]
    space.notebook(LESSON).write_text(json.dumps(book))
    return book


def test_a_newer_course_moves_the_answers_over(space):
    space.refresh()
    worked_on(space)
    before = space.notebook(LESSON).read_bytes()
    space.course = newer(space.course, **{"Between two challenges": "Between the challenges"})
    (change,) = space.refresh()
    assert change.what == "renewed"
    text = space.notebook(LESSON).read_text()
    assert "Between the challenges" in text
    cells = json.loads(text)["cells"]
    ids = [cell["id"] for cell in cells]
    assert ids[ids.index("note") - 1] == "02-frame-given"
    assert ids[ids.index("help") + 1] == "02-frame-answer"
    by_id = {cell["id"]: cell for cell in cells}
    assert "".join(by_id["02-frame-answer"]["source"]) == f"# answer: {FRAME}\nresponse = 'my work'"
    assert by_id["02-frame-answer"]["outputs"]
    assert by_id["01-pick-check"]["outputs"]
    assert by_id["help"]["metadata"] == {"tags": ["x"]}
    assert f'variant="{space.variant}"' in "".join(cells[1]["source"])
    (kept,) = (space.state / "backups").glob(f"*{LESSON}.ipynb")
    assert kept.read_bytes() == before
    assert space.refresh()[0].what == "kept"


def test_renewal_keeps_the_data_that_was_worked_on(space):
    space.refresh()
    path = space.notebook(LESSON)
    path.write_text(path.read_text().replace(space.variant, "another"))
    space.course = newer(space.course)
    assert space.refresh()[0].what == "renewed"
    assert 'variant=\\"another\\"' in path.read_text()


def test_an_answer_never_begun_takes_the_new_starter(space):
    space.refresh()
    space.course = newer(space.course, **{"response = ...": "response = None"})
    space.refresh()
    text = space.notebook(LESSON).read_text()
    assert "response = None" in text
    assert "response = ..." not in text


def test_without_the_starters_digest_an_answer_counts_as_work(space):
    space.refresh()
    file = space.state / "workspace.toml"
    file.write_text(file.read_text().partition("[starters]")[0])
    fresh = again(space)
    fresh.course = newer(space.course, **{"response = ...": "response = None"})
    fresh.refresh()
    assert "response = ..." in space.notebook(LESSON).read_text()


def test_a_notebook_of_a_later_course_is_left_alone(space):
    space.refresh()
    path = space.notebook(LESSON)
    path.write_text(path.read_text().replace('"1.0.0"', '"1.10.0"'))
    (change,) = space.refresh()
    assert change.what == "left"
    assert "newer than the 1.0.0 here" in change.says


def test_a_duplicated_answer_survives_renewal_in_order(space):
    from mcp_lab.course import read_notebook

    space.refresh()
    book = worked_on(space)
    extra = json.loads(json.dumps(next(c for c in book["cells"] if c["id"] == "02-frame-answer")))
    extra |= {"id": "copy", "source": f"# answer: {FRAME}\nresponse = 'later'"}
    book["cells"].append(extra)
    space.notebook(LESSON).write_text(json.dumps(book))
    space.course = newer(space.course)
    space.refresh()
    submission = read_notebook(space.notebook(LESSON))
    answers = [c.source for c in submission.cells if (c.role, c.challenge) == ("answer", FRAME)]
    assert answers == [f"# answer: {FRAME}\nresponse = 'later'"]
    assert "my work" in space.notebook(LESSON).read_text()
    assert not [note for note in submission.notes if "twice" in note]


# Putting a challenge back


def test_reset_keeps_the_old_answer(space):
    space.refresh()
    worked_on(space)
    space.record(Says(FRAME, "passed", Decimal(1)))
    reset = space.reset(FRAME)
    (kept,) = reset.kept
    assert kept.read_text() == f"# answer: {FRAME}\nresponse = 'my work'\n"
    text = space.notebook(LESSON).read_text()
    assert "my work" not in text
    assert "response = ..." in text
    assert "my note" in text
    assert space.progress().of(FRAME).verdict == "not-attempted"
    assert space.progress().of(FRAME).tries == 1


def test_reset_of_a_clicked_answer_keeps_and_forgets_it(space):
    space.refresh()
    worked_on(space)
    space.store_answer(PICK, {"A": "error"})
    kept = space.reset(PICK).kept
    assert [path.suffix for path in kept] == [".json"]  # its cell is still the starter
    assert json.loads(kept[0].read_text())["answer"] == {"A": "error"}
    assert space.stored_answer(PICK) is None
    assert "vnd.mcp-lab.answer" not in space.notebook(LESSON).read_text()


def test_reset_of_a_bundle_alone_keeps_it(space):
    space.refresh()
    worked_on(space)
    (kept,) = space.reset(PICK).kept
    assert json.loads(kept.read_text()) == {"id": PICK, "answer": {"A": "error"}}


def test_reset_takes_every_copy_and_part(space):
    from mcp_lab.course import read_notebook

    space.refresh()
    book = worked_on(space)
    cells = book["cells"]
    place = [c["id"] for c in cells].index("02-frame-answer")
    cells[place + 1 : place + 1] = [
        {**cells[place], "id": "part", "source": "response += '!'"},
        {**cells[place], "id": "copy", "source": f"# answer: {FRAME}\nresponse = 'copy'"},
    ]
    space.notebook(LESSON).write_text(json.dumps(book))
    kept = space.reset(FRAME).kept[0].read_text()
    assert [word in kept for word in ("my work", "+= '!'", "'copy'")] == [True] * 3
    submission = read_notebook(space.notebook(LESSON))
    assert submission.notes == ()
    (answer,) = [c.source for c in submission.cells if (c.role, c.challenge) == ("answer", FRAME)]
    assert answer == f"# answer: {FRAME}\nresponse = ..."


def test_reset_leaves_the_neighbour_in_a_merged_cell(space):
    space.refresh()
    book = worked_on(space)
    cells = book["cells"]
    ids = [c["id"] for c in cells]
    merged = cells[ids.index("02-frame-answer")]
    merged["source"] += f"\n\n# answer: {SAME}\nis_same = 'mine'"
    del cells[ids.index("03-same-answer")]
    space.notebook(LESSON).write_text(json.dumps(book))
    space.reset(FRAME)
    text = space.notebook(LESSON).read_text()
    assert "is_same = 'mine'" in text
    assert "my work" not in text


def test_reset_brings_a_deleted_answer_cell_back(space):
    space.refresh()
    book = json.loads(space.notebook(LESSON).read_text())
    book["cells"] = [c for c in book["cells"] if c["id"] != "02-frame-answer"]
    space.notebook(LESSON).write_text(json.dumps(book))
    assert space.reset(FRAME).kept == ()
    ids = [c["id"] for c in json.loads(space.notebook(LESSON).read_text())["cells"]]
    assert ids[ids.index("02-frame-check") - 1] == "02-frame-answer"


def test_reset_counts_the_own_cells_that_it_leaves_beside_the_answer(space):
    """The second half of an answer split in two carries no mark: it is a cell of one's own."""
    space.refresh()
    assert space.reset(FRAME).beside == 0
    book = json.loads(space.notebook(LESSON).read_text())
    place = [c["id"] for c in book["cells"]].index("02-frame-answer") + 1
    half = {"cell_type": "code", "id": "half", "metadata": {}, "outputs": [], "source": "x = 2"}
    note = {"cell_type": "markdown", "id": "note", "metadata": {}, "source": "a note"}
    book["cells"][place:place] = [half, note]
    space.notebook(LESSON).write_text(json.dumps(book))
    assert space.reset(FRAME).beside == 1
    assert space.reset(SAME).beside == 0
    assert "x = 2" in space.notebook(LESSON).read_text()


def test_reset_without_a_notebook_says_so(space):
    with pytest.raises(WorkspaceTrouble, match="is not there"):
        space.reset(FRAME)


def test_reset_clears_what_the_check_showed(space):
    space.refresh()
    book = worked_on(space)
    shown = [{"output_type": "stream", "name": "stdout", "text": "it passed"}]
    next(c for c in book["cells"] if c["id"] == "02-frame-check")["outputs"] = shown
    space.notebook(LESSON).write_text(json.dumps(book))
    space.reset(FRAME)
    assert "it passed" not in space.notebook(LESSON).read_text()


def test_a_reset_that_cannot_be_written_changes_nothing(space, monkeypatch):
    space.refresh()
    worked_on(space)
    space.store_answer(PICK, {"A": "error"})
    before = space.notebook(LESSON).read_bytes()

    def refuse(*_args):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("mcp_lab.course.storage._fill", refuse)
        for challenge in (PICK, FRAME):
            with pytest.raises(WorkspaceTrouble, match="No space left"):
                space.reset(challenge)
    assert space.notebook(LESSON).read_bytes() == before
    assert space.stored_answer(PICK) == {"A": "error"}


def test_reset_twice_in_a_second_keeps_both(space):
    space._clock = lambda: datetime(2026, 1, 5, tzinfo=UTC)
    space.refresh()
    for _ in range(2):
        worked_on(space)
        space.reset(FRAME)
    assert len(list((space.state / "backups").glob("*02-frame*.py"))) == 2


# What the system refuses


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (28, "No space left on device. Free some space"),
        (30, "Read-only file system. It is on a read-only disk"),
        (13, "Permission denied. Make it writable"),
    ],
)
def test_what_the_system_refuses_is_one_sentence_and_nothing_changes(
    space, monkeypatch, error, says
):
    space.record(Says(PICK, "failed"))
    before = {p: p.read_bytes() for p in space.state.rglob("*") if p.is_file()}

    def refuse(*_args, **_options):
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", refuse)
        with pytest.raises(WorkspaceTrouble, match=re.escape(says)):
            space.record(Says(PICK, "passed"))
    assert {p: p.read_bytes() for p in space.state.rglob("*") if p.is_file()} == before


def test_a_move_that_fails_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch):
    path = tmp_path / "file.json"
    write(path, "old")

    def refuse(*_args):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refuse)
        with pytest.raises(WorkspaceTrouble, match="Input/output error"):
            write(path, "new")
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("file.json", "old")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_a_full_disk_for_real(space):
    """A limit on file sizes is the fullest disk that needs no privilege."""
    space.record(Says(PICK, "failed"))
    before = (space.state / "progress.json").read_bytes()
    program = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from mcp_lab.course import Workspace, WorkspaceTrouble\n"
        "space = Workspace.find(Path(sys.argv[1]))\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))\n"
        "try:\n"
        "    space.took_hint(sys.argv[2])\n"
        "except WorkspaceTrouble as trouble:\n"
        "    print(trouble)\n"
    )
    # No coverage in there: it could not write its own file either, and would say so.
    environment = {k: v for k, v in os.environ.items() if not k.startswith("COVERAGE_")}
    done = subprocess.run(
        [sys.executable, "-c", program, space.folder, PICK],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "File too large" in done.stdout
    assert done.stderr == ""
    assert (space.state / "progress.json").read_bytes() == before


@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason="an administrator may write anywhere"
)
def test_a_read_only_folder_for_real(space):
    space.state.chmod(0o500)
    try:
        with pytest.raises(WorkspaceTrouble, match="Make it writable"):
            space.record(Says(PICK, "failed"))
    finally:
        space.state.chmod(0o700)


def test_a_file_where_the_folder_belongs(fixture_course, tmp_path):
    (tmp_path / ".mcp-lab").write_text("mine")
    with pytest.raises(WorkspaceTrouble, match="A file stands where a folder belongs"):
        Workspace.create(tmp_path, course=fixture_course)
    assert (tmp_path / ".mcp-lab").read_text() == "mine"


def test_what_refuses_is_named_and_not_what_it_would_have_held(
    fixture_course, tmp_path, monkeypatch
):
    """An administrator may write anywhere, so the system's word is put in its mouth."""

    def refuse(*_args, **_options):
        raise OSError(13, os.strerror(13))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", refuse)
        with pytest.raises(WorkspaceTrouble) as said:
            Workspace.create(tmp_path / "lab", course=fixture_course)
    assert str(said.value).startswith(f"{tmp_path} could not be written: Permission denied. Make")


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_to_nowhere_is_named(fixture_course, tmp_path):
    (tmp_path / "lab").symlink_to(tmp_path / "nowhere")
    with pytest.raises(WorkspaceTrouble) as said:
        Workspace.create(tmp_path / "lab", course=fixture_course)
    assert str(said.value).startswith(f"{tmp_path / 'lab'} could not be used as a folder")


def test_a_lock_held_too_long_is_said(tmp_path):
    busy = pytest.raises(WorkspaceTrouble, match="being written by another program")
    with locked(tmp_path / "lock"), busy, locked(tmp_path / "lock", seconds=0.01):
        raise AssertionError


# Several writers

_WRITER = """
import sys
from decimal import Decimal
from types import SimpleNamespace
from pathlib import Path
from mcp_lab.course import Workspace
space = Workspace.find(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    space.record(SimpleNamespace(challenge=sys.argv[2], verdict="failed", points=0, max_points=1))
    space.store_answer(sys.argv[2], number)
    space.took_hint("90-fixture/03-same")
"""


def test_writers_at_once_lose_nothing(space):
    """Four processes press, click and take hints; a reader never sees half a file."""
    rounds = 15
    words = [sys.executable, "-c", _WRITER, str(space.folder)]
    writers = [
        subprocess.Popen([*words, challenge, str(rounds)], stderr=subprocess.PIPE)
        for challenge in (PICK, PICK, FRAME, SAME)
    ]
    while any(writer.poll() is None for writer in writers):
        space.progress()
    assert [writer.communicate()[1] for writer in writers] == [b""] * 4
    tries = [space.progress().of(challenge).tries for challenge in (PICK, FRAME, SAME)]
    assert tries == [2 * rounds, rounds, rounds]
    assert space.progress().of(SAME).hints == 3
    assert space.stored_answer(PICK) == rounds - 1
    assert space.notes == []
    assert not list(space.state.rglob("*.tmp"))
