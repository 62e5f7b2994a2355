import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_lab.course import ANSWER_MIME, NotebookUnreadable, read_notebook

LESSON = "90-fixture"
PICK, FRAME, SAME = (f"{LESSON}/{slug}" for slug in ("01-pick", "02-frame", "03-same"))


def read(book):
    return read_notebook(book.save())


def texts(submission, role, challenge=None):
    return [
        cell.source
        for cell in submission.cells
        if cell.role == role and challenge in (None, cell.challenge)
    ]


def the_answer(submission, challenge):
    (only,) = texts(submission, "answer", challenge)
    return only


def belonging(submission, challenge):
    """What is judged as the challenge's answer: its cell and the learner's own, in order."""
    return [c.source for c in submission.cells if c.challenge == challenge and c.role in OWNED]


OWNED = ("answer", "own")
pytestmark = pytest.mark.usefixtures("fixture_course")


def bundle(challenge, answer):
    data = {ANSWER_MIME: {"id": challenge, "answer": answer}, "text/plain": "kept"}
    return {"output_type": "display_data", "metadata": {}, "data": data}


# As handed out


def test_an_untouched_notebook_reads_without_a_note(book):
    submission = read(book)
    assert submission.notes == ()
    assert submission.lesson == LESSON
    assert submission.variant == "sample"
    assert submission.course_version == "1.0.0"
    assert [c.challenge for c in submission.cells if c.role == "answer"] == [PICK, FRAME, SAME]
    assert texts(submission, "own") == []


def test_the_cells_come_in_the_lessons_order(book):
    roles = [(c.role, c.challenge) for c in read(book).cells]
    assert roles[:5] == [
        ("given", None),
        ("given", None),
        ("given", PICK),
        ("answer", PICK),
        ("check", PICK),
    ]


# What belongs to an answer


def test_own_cells_since_the_check_before_belong_to_the_answer_in_order(book):
    book.answer(FRAME, "response = helper()")
    place = book.index(PICK, "check")
    book.insert(place + 1, "import json")
    book.insert(book.index(FRAME, "answer"), "def helper(): return {}")
    book.insert(book.index(FRAME, "answer") + 1, "again = 1")
    submission = read(book)
    assert belonging(submission, FRAME) == [
        "import json",
        "def helper(): return {}",
        f"# answer: {FRAME}\nresponse = helper()",
        "again = 1",
    ]


def test_own_cells_after_the_last_check_belong_to_none(book):
    book.cells.append({"cell_type": "code", "metadata": {}, "source": "bye = 1", "outputs": []})
    (cell,) = [c for c in read(book).cells if c.role == "own"]
    assert (cell.source, cell.challenge) == ("bye = 1", None)


def test_own_prose_is_no_code(book):
    book.insert(book.index(FRAME, "answer"), "# answer is 42", kind="markdown")
    assert texts(read(book), "own") == []


def test_blank_own_cells_are_left_out(book):
    book.insert(2, " \n ")
    assert texts(read(book), "own") == []


# Twice, split, merged, moved, lost


def test_twice_takes_the_last_one(book):
    book.answer(SAME, "is_same = 1")
    copy = json.loads(json.dumps(book.cell(SAME, "answer")))
    copy["source"] = f"# answer: {SAME}\nis_same = 2"
    copy["id"] = "copy"
    book.cells.insert(book.index(SAME, "check"), copy)
    submission = read(book)
    assert the_answer(submission, SAME) == f"# answer: {SAME}\nis_same = 2"
    assert f"answer cell of {SAME} stood twice; the last one was taken" in submission.notes
    assert texts(submission, "own", SAME) == [f"# earlier answer: {SAME}\nis_same = 1"]


def test_twice_passes_over_a_copy_that_is_only_the_starter(book):
    starter = json.loads(json.dumps(book.cell(SAME, "answer")))
    book.answer(SAME, "is_same = 1")
    book.cells.insert(book.index(SAME, "check"), starter)
    submission = read(book)
    assert the_answer(submission, SAME).endswith("is_same = 1")
    assert f"answer cell of {SAME} stood twice; the last one that was changed was taken" in (
        submission.notes
    )


def test_split_is_read_as_one(book):
    book.answer(SAME, "def is_same(one, other):")
    book.insert(
        book.index(SAME, "answer") + 1,
        "    return one == other",
        metadata={"mcp_lab": {"id": SAME, "role": "answer"}},
    )
    submission = read(book)
    assert the_answer(submission, SAME) == (
        f"# answer: {SAME}\ndef is_same(one, other):\n    return one == other"
    )
    assert f"answer of {SAME} was spread over 2 cells; they were read in order" in submission.notes


def test_split_around_an_own_cell_keeps_the_order(book):
    book.answer(SAME, "first = 1")
    place = book.index(SAME, "answer")
    book.insert(place + 1, "between = first")
    book.insert(
        place + 2, "is_same = between", metadata={"mcp_lab": {"id": SAME, "role": "answer"}}
    )
    assert belonging(read(book), SAME) == [
        f"# earlier answer: {SAME}\nfirst = 1",
        "between = first",
        f"# answer: {SAME}\nis_same = between",
    ]


def test_the_rest_of_a_split_without_metadata_belongs_to_the_answer(book):
    book.answer(SAME, "base = 1")
    book.insert(book.index(SAME, "answer") + 1, "is_same = base")
    assert belonging(read(book), SAME) == [f"# answer: {SAME}\nbase = 1", "is_same = base"]


def test_merged_answers_are_read_apart(book):
    book.answer(FRAME, f"response = 1\n\n# answer: {SAME}\nis_same = 2")
    del book.cells[book.index(SAME, "answer")]
    submission = read(book)
    assert the_answer(submission, FRAME) == f"# answer: {FRAME}\nresponse = 1\n\n"
    assert the_answer(submission, SAME) == f"# answer: {SAME}\nis_same = 2"
    assert f"answers of {FRAME} and {SAME} stood in one cell; they were read apart" in (
        submission.notes
    )


def test_an_answer_merged_with_its_check_is_read_apart(book):
    book.answer(SAME, f'is_same = 1\n\nchallenge("{SAME}").check()')
    del book.cells[book.index(SAME, "check")]
    submission = read(book)
    assert the_answer(submission, SAME) == f"# answer: {SAME}\nis_same = 1"
    assert submission.notes == ()


def test_an_answer_merged_into_its_given_cell_is_found(book):
    given_cell = book.cell(SAME, "given")
    given_cell["source"] = [*given_cell["source"], f"\n\n# answer: {SAME}\nis_same = 3"]
    del book.cells[book.index(SAME, "answer")]
    assert the_answer(read(book), SAME) == f"# answer: {SAME}\nis_same = 3"


def test_an_own_cell_merged_above_a_bare_answer_rides_along(book):
    cell = book.answer(SAME, "is_same = h")
    cell["source"] = f"h = 1\n{cell['source']}"
    cell["metadata"] = {}
    assert belonging(read(book), SAME) == ["h = 1\n", f"# answer: {SAME}\nis_same = h"]


def test_moved_is_read_in_its_place(book):
    book.answer(PICK, "q.answer.set({})")
    book.cells.append(book.cells.pop(book.index(PICK, "answer")))
    submission = read(book)
    order = [c.challenge for c in submission.cells if c.role in ("given", "answer")]
    assert order.index(PICK) < order.index(FRAME)
    assert f"answer cell of {PICK} had been moved; it was read in its place" in submission.notes


def test_own_cells_behind_a_moved_answer_stay_where_they_are(book):
    moved = book.cells.pop(book.index(PICK, "answer"))
    place = book.index(SAME, "given") + 1
    book.cells.insert(place, moved)
    book.insert(place + 1, "mine = 1")
    assert "mine = 1" in belonging(read(book), SAME)


def test_missing_is_a_note(book):
    del book.cells[book.index(FRAME, "answer")]
    submission = read(book)
    assert texts(submission, "answer", FRAME) == []
    note = f"no cell is marked as the answer of {FRAME}; your own were read for it"
    assert note in submission.notes


def test_an_answer_without_metadata_is_found_by_its_first_line(book):
    book.answer(SAME, "is_same = 4")["metadata"] = {}
    submission = read(book)
    assert the_answer(submission, SAME).endswith("is_same = 4")
    assert (
        f"answer cell of {SAME} had lost its metadata; it was found by its first line"
        in submission.notes
    )


def test_an_answer_without_its_first_line_is_found_by_metadata(book):
    book.cell(SAME, "answer")["source"] = "is_same = 5"
    assert the_answer(read(book), SAME) == f"# answer: {SAME}\nis_same = 5"


def test_every_cells_metadata_lost(book):
    book.answer(SAME, "is_same = 6")
    for cell in book.cells:
        cell["metadata"] = {}
        del cell["id"]
    book.json["metadata"] = {}
    submission = read(book)
    assert submission.lesson == LESSON
    assert submission.variant == "sample"
    assert the_answer(submission, SAME).endswith("is_same = 6")
    assert texts(submission, "own") == []


def test_a_retyped_answer_is_read_as_code(book):
    book.answer(SAME, "is_same = 7")["cell_type"] = "markdown"
    submission = read(book)
    assert the_answer(submission, SAME).endswith("is_same = 7")
    assert f"answer cell of {SAME} was a markdown cell; it was read as code" in submission.notes


def test_a_deleted_check_cell_is_the_courses_own_again(book):
    del book.cells[book.index(FRAME, "check")]
    book.insert(book.index(FRAME, "answer") + 1, "after = 1")
    submission = read(book)
    assert texts(submission, "check", FRAME) == [f'challenge("{FRAME}").check()']
    assert "after = 1" in belonging(submission, FRAME)
    assert f"check cell of {FRAME} was missing; the course's own was used" in submission.notes


# The kit's cells are ours


def test_a_changed_given_cell_is_ours_again(book):
    book.cell(SAME, "given")["source"] = f'q = challenge("{PICK}")'
    submission = read(book)
    assert f'q = challenge("{SAME}")\nq' in texts(submission, "given", SAME)
    assert f"given cell of {SAME} had been changed; the course's own was used" in submission.notes


def test_what_was_added_to_a_given_cell_rides_along(book):
    book.cell(SAME, "given")["source"] = f'q = challenge("{SAME}")\nq\nextra = 1'
    submission = read(book)
    assert belonging(submission, SAME)[0] == "extra = 1"
    assert f"given cell of {SAME} had been changed; the addition was kept" in submission.notes


def test_an_answer_typed_into_the_check_cell_counts(book):
    book.cell(PICK, "check")["source"] = f'q.answer.set({{}})\nchallenge("{PICK}").check()'
    submission = read(book)
    assert belonging(submission, PICK)[-1] == "q.answer.set({})"
    order = [c.role for c in submission.cells if c.challenge == PICK]
    assert order == ["given", "answer", "own", "check"]


def test_the_notebooks_variant_is_written_into_our_given_cell(book):
    book.cell(LESSON, "given")["source"] = (
        f'from mcp_lab import Lab, challenge, lesson\n\nlesson("{LESSON}", variant="k7")'
    )
    submission = read(book)
    assert submission.variant == "k7"
    assert f'lesson("{LESSON}", variant="k7")' in texts(submission, "given")[0]
    assert submission.notes == ()


def test_a_lost_variant_is_nobodys_and_said(book):
    book.cells.pop(book.index(LESSON, "given"))
    submission = read(book)
    assert submission.variant == ""
    assert "it had lost its variant, so nothing tells whose data it has" in submission.notes


def test_a_copied_check_cell_changes_nothing(book):
    copy = json.loads(json.dumps(book.cell(PICK, "check")))
    book.cells.append(copy | {"id": "copied"})
    assert read(book).notes == ()


def test_a_cell_of_another_lesson_is_an_own_cell(book):
    book.insert(
        2, "# answer: 99-x/01-y\nz = 1", metadata={"mcp_lab": {"id": "99-x/01-y", "role": "answer"}}
    )
    submission = read(book)
    assert "answer cell of 99-x/01-y belongs to no challenge of this lesson" in submission.notes
    assert texts(submission, "own") == ["# earlier answer: 99-x/01-y\nz = 1"]


def test_a_renamed_challenge_is_found_under_its_old_id(book, fixture_course):
    (fixture_course.challenges / "renamed.toml").write_text(f'"{LESSON}/00-old" = "{SAME}"\n')
    cell = book.cell(SAME, "answer")
    cell["source"] = f"# answer: {LESSON}/00-old\nis_same = 8"
    cell["metadata"]["mcp_lab"]["id"] = f"{LESSON}/00-old"
    assert the_answer(read(book), SAME) == f"# answer: {SAME}\nis_same = 8"


# Bundles


def test_bundles_come_from_the_outputs(book):
    book.cell(PICK, "check")["outputs"] = [bundle(PICK, {"A": "error"})]
    assert read(book).bundles == {PICK: {"A": "error"}}


def test_a_bundle_saved_as_text_is_read(book):
    output = bundle(PICK, 1)
    output["data"][ANSWER_MIME] = list(json.dumps(output["data"][ANSWER_MIME]))
    book.cell(PICK, "check")["outputs"] = [output]
    assert read(book).bundles == {PICK: 1}


@pytest.mark.parametrize(
    "outputs",
    [
        None,
        3,
        [None],
        [{}],
        [{"data": 1}],
        [{"data": {ANSWER_MIME: "{"}}],
        [{"data": {ANSWER_MIME: [1]}}],
    ],
)
def test_whatever_is_no_bundle_is_passed(book, outputs):
    book.cell(PICK, "check")["outputs"] = outputs
    assert read(book).bundles == {}


# The file


def test_windows_line_ends_and_a_byte_order_mark(book):
    book.answer(SAME, "is_same = 1\r\nmore = 2")
    data = book.save().read_bytes()
    book.path.write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    assert the_answer(read_notebook(book.path), SAME) == f"# answer: {SAME}\nis_same = 1\nmore = 2"


def test_utf_16_is_read(book):
    book.answer(SAME, "ö = 1")
    text = book.save().read_text("utf-8")
    book.path.write_text(text, "utf-16")
    assert the_answer(read_notebook(book.path), SAME).endswith("ö = 1")


def test_huge_outputs_are_passed_over(book):
    flood = {"output_type": "stream", "name": "stdout", "text": "x" * 20_000_000}
    book.cell(SAME, "answer")["outputs"] = [flood]
    assert the_answer(read(book), SAME)


def test_another_kernel_is_a_note(book):
    book.json["metadata"]["kernelspec"] = {"name": "ir", "language": "R"}
    assert "its kernel is for R; the cells were read as Python" in read(book).notes


@pytest.mark.parametrize("minor", [0, 2, 4, 5, 99])
def test_any_minor_version(book, minor):
    book.json["nbformat_minor"] = minor
    for cell in book.cells:
        cell.pop("id")
    assert read(book).notes == ()


def test_format_3_is_converted(book):
    book.answer(SAME, "is_same = 9")
    cells = [
        {"cell_type": "code", "input": c["source"], "outputs": [], "language": "python"}
        | {"metadata": c["metadata"], "collapsed": False}
        if c["cell_type"] == "code"
        else {"cell_type": "markdown", "source": c["source"], "metadata": c["metadata"]}
        for c in book.cells
    ]
    meta = {"name": "x", **book.json["metadata"]}
    book.json = {
        "nbformat": 3,
        "nbformat_minor": 0,
        "metadata": meta,
        "worksheets": [{"cells": cells}],
    }
    submission = read(book)
    assert the_answer(submission, SAME).endswith("is_same = 9")
    assert "it was in notebook format 3 and was converted" in submission.notes


def test_a_broken_format_3_is_refused(book):
    book.json = {"nbformat": 3, "worksheets": 7}
    with pytest.raises(NotebookUnreadable, match="could not be converted"):
        read(book)


def test_entries_that_are_no_cells_are_passed_over(book):
    book.cells[1:1] = [None, 4, {"cell_type": "code"}, {"source": [1]}]
    assert "4 entries that are no cells were passed over" in read(book).notes


def test_a_newer_major_version_is_read_and_said(book):
    book.json["nbformat"] = 5
    assert "it says notebook format 5 and was read as 4" in read(book).notes


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b"# hello", r"it is not JSON \(line 1\)"),
        (b'{"cells": [', "it is not JSON"),
        (b'{"cells": "\xe9"}', "its text is not UTF-8"),
        (b"[" * 100_000, "its JSON is nested too deep"),
        (b"[]", "it is JSON but no notebook"),
        (b"{}", "it is JSON but no notebook: no cells"),
        (b'{"cells": {}}', "it is JSON but no notebook: no cells"),
        (b'{"cells": [], "nbformat": 4}', "it holds no lesson of this course"),
        (
            b'{"cells": [], "nbformat": 4, "metadata": {"mcp_lab": {"lesson": "77-x"}}}',
            r"its lesson is '77-x', which this course \(.*\) does not have",
        ),
    ],
)
def test_what_is_no_notebook_of_the_course_is_refused(tmp_path, data, cause):
    path = tmp_path / "some.ipynb"
    path.write_bytes(data)
    with pytest.raises(NotebookUnreadable, match=cause) as refused:
        read_notebook(path)
    assert refused.value.path == path
    assert refused.value.next_step.endswith(".")


def test_an_empty_notebook_is_known_by_its_name(tmp_path):
    path = tmp_path / f"alice_{LESSON}.ipynb"
    path.write_text('{"cells": [], "nbformat": 4}')
    submission = read_notebook(path)
    assert submission.lesson == LESSON
    assert "it had lost its lesson; its file's name tells which it is" in submission.notes


def test_no_file_and_a_folder(tmp_path):
    with pytest.raises(NotebookUnreadable, match="there is no such file"):
        read_notebook(tmp_path / "none.ipynb")
    with pytest.raises(NotebookUnreadable, match="it is a folder"):
        read_notebook(tmp_path)


def test_a_file_too_large_is_refused_unread(tmp_path, monkeypatch):
    monkeypatch.setattr("mcp_lab.course.cells.LARGEST", 10)
    path = tmp_path / "large.ipynb"
    path.write_text('{"cells": []}')
    with pytest.raises(NotebookUnreadable, match="Clear its outputs"):
        read_notebook(path)


# Whatever is done to the cells


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_no_shuffle_loses_an_answer_or_crashes(book, data):
    """Cells copied, dropped, reordered, stripped: each answer that is there is read, once."""
    marked = {PICK: "kept-1", FRAME: "kept-2", SAME: "kept-3"}
    fresh = json.loads(json.dumps(book.json))
    cells = fresh["cells"]
    for cell in cells:
        mark = cell["metadata"]["mcp_lab"]
        if mark["role"] == "answer":
            cell["source"] = f"# answer: {mark['id']}\nkept = {marked[mark['id']]!r}"
    order = data.draw(st.lists(st.sampled_from(range(len(cells))), max_size=2 * len(cells)))
    stripped = data.draw(st.sets(st.sampled_from(range(len(cells)))))
    fresh["cells"] = [
        {**cells[i], "metadata": {} if i in stripped else cells[i]["metadata"]} for i in order
    ]
    book.path.write_text(json.dumps(fresh), "utf-8")
    submission = read_notebook(book.path)
    present = {
        text for text in marked.values() for i in order if text in "".join(cells[i]["source"])
    }
    found = {c.source.split("'")[1] for c in submission.cells if c.role == "answer"}
    assert found == present
    assert [c.challenge for c in submission.cells if c.role == "check"] == [PICK, FRAME, SAME]
